import type { ImageKind } from '#contract/branding/site.ts'
import { BYTES_PER_MEGABYTE, IMAGE_MAX_MB } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Twice the size at which each is shown at most. */
const BOXES: Record<ImageKind, { width: number; height: number }> = {
  logo: { width: 480, height: 160 },
  logo_dark: { width: 480, height: 160 },
  icon: { width: 256, height: 256 },
  content: { width: 1200, height: 1200 },
}
/** What an image may unfold to, whatever its file says. */
const MAX_PIXELS = 40_000_000
const FORMATS = new Set(['png', 'jpeg', 'webp', 'gif', 'svg'])
/** Entities and outside files come in by these; no logo needs them. */
const SVG_TRICKS =
  /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(?:\w+:)?(?:script|foreignObject|image|use|feImage)\b/i

const refuse = () => invalidField('image', MESSAGES.type)

/** The library with its machine code, loaded when the first image comes: it takes 25 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Files of strangers: nothing of one stays in memory for the next.
  sharp.cache(false)
  return sharp
}

/** An image as it is kept: PNG, without anything else that was in its file. */
export interface DrawnImage {
  bytes: Buffer
  contentType: 'image/png'
  width: number
  height: number
}

/**
 * Reads an image by its content and draws it again, smaller where it is larger than it is shown.
 * @throws AppError validation_failed when it is too large, no image, or more than an image.
 */
export async function drawImage(given: Buffer, kind: ImageKind): Promise<DrawnImage> {
  if (given.length / BYTES_PER_MEGABYTE > IMAGE_MAX_MB)
    throw invalidField('image', MESSAGES.fileSize(IMAGE_MAX_MB))
  try {
    const sharp = await loadSharp()
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const
    const { format } = await sharp(given, options).metadata()
    if (!FORMATS.has(format)) throw refuse()
    if (format === 'svg' && SVG_TRICKS.test(given.toString('latin1').replaceAll('\0', ''))) throw refuse()
    const { data, info } = await sharp(given, options)
      .rotate()
      .resize({ ...BOXES[kind], fit: 'inside', withoutEnlargement: format !== 'svg' })
      .timeout({ seconds: 10 })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, contentType: 'image/png', width: info.width, height: info.height }
  } catch {
    // What the library says about a file is nothing that a person could use.
    throw refuse()
  }
}
