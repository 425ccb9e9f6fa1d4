import type { ImageKind } from '#contract/branding/site.ts'
import { BYTES_PER_MEGABYTE, IMAGE_MAX_MB } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Twice the maximum display size. */
const BOXES: Record<ImageKind, { width: number; height: number }> = {
  logo: { width: 480, height: 160 },
  logo_dark: { width: 480, height: 160 },
  icon: { width: 256, height: 256 },
  content: { width: 1200, height: 1200 },
}
/** Maximum decoded size of an image. */
const MAX_PIXELS = 40_000_000
const FORMATS = new Set(['png', 'jpeg', 'webp', 'gif', 'svg'])
/** XML entities and external files need these; no logo does. */
const SVG_TRICKS =
  /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(?:\w+:)?(?:script|foreignObject|image|use|feImage)\b/i

const UNUSABLE_SVG = 'This SVG contains parts we can’t use. Save it as PNG'

const isSvg = (text: string): boolean => /<(?:\w+:)?svg[\s>]/i.test(text)

/** The library with its native code, loaded with the first image: it takes 25 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Untrusted files: nothing is cached for the next one.
  sharp.cache(false)
  return sharp
}

/** A stored image: PNG, without any other data of its file. */
export interface DrawnImage {
  bytes: Buffer
  contentType: 'image/png'
  width: number
  height: number
}

/**
 * Decodes an image by its content and re-encodes it, scaled down to its display size.
 * @throws AppError validation_failed when it is too large, not an image, or more than an image.
 */
export async function drawImage(bytes: Buffer, kind: ImageKind): Promise<DrawnImage> {
  if (bytes.length / BYTES_PER_MEGABYTE > IMAGE_MAX_MB)
    throw invalidField('image', MESSAGES.fileSize(IMAGE_MAX_MB))
  const text = bytes.toString('latin1').replaceAll('\0', '')
  try {
    const sharp = await loadSharp()
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const
    const { format } = await sharp(bytes, options).metadata()
    if (!FORMATS.has(format) || (format === 'svg' && SVG_TRICKS.test(text))) throw new Error(format)
    const { data, info } = await sharp(bytes, options)
      .rotate()
      .resize({ ...BOXES[kind], fit: 'inside', withoutEnlargement: format !== 'svg' })
      .timeout({ seconds: 10 })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, contentType: 'image/png', width: info.width, height: info.height }
  } catch {
    // The library's error messages are of no use to people.
    throw invalidField('image', isSvg(text) ? UNUSABLE_SVG : MESSAGES.type)
  }
}
