/** What an inline picture says about itself, gathered while it is read. */
export interface SvgNames {
  /** Class names, ids, titles and references, in the order in which they stand. */
  words: string
  /** The beginning of its first path. */
  path: string
}

const NAMED_BY = [
  'class',
  'id',
  'name',
  'data-icon',
  'data-lucide',
  'data-feather',
  'data-testid',
  'aria-label',
]
const MAX_WORDS = 300
const MAX_PATH_CHARS = 60
/**
 * Beginnings of the drawings that the common icon sets use, without blanks: pages paste them without any name. Feather
 * and Lucide, Heroicons, Font Awesome, Material, Bootstrap, Tabler.
 */
const PHONE_DRAWINGS = [
  'M2216.92v3a22',
  'M2216.9v3a22',
  'M13.83216.568a11',
  'M35a22001',
  'M35a22012-2h3.28',
  'M35a220012-2h3.28',
  'M2.256.75c08.284',
  'M23a11',
  'M1.54.5a33',
  'M23.5A1.51.5',
  'M497.39361.8l-112',
  'M493.424.6l-104',
  'M164.924.6c-7.7',
  'M20.0115.38c-1.23',
  'M2015.5c-1.25',
  'M6.6210.79c1.44',
  'M6.545c.06.89',
  'M3.6541.328a.678',
  'M1.885.511a1.745',
  'M54h4l25l-2.5',
]
const CHAT_DRAWINGS = ['M380.997.1C339', 'M13.6012.326A7.85', 'M17.47214.382c-.297', 'M12.0402C6.58']

/** A picture to which nothing is known yet. */
export const createSvgNames = (): SvgNames => ({ words: '', path: '' })

/** Adds what an element of a picture, or the picture itself, is called. */
export function addSvgNames(names: SvgNames, tag: string, attrs: Record<string, string>): void {
  if (tag === 'path' && !names.path) names.path = (attrs.d ?? '').slice(0, MAX_PATH_CHARS)
  if (names.words.length >= MAX_WORDS) return
  if (tag === 'use') names.words += ` ${attrs.href ?? attrs['xlink:href'] ?? ''}`
  for (const name of NAMED_BY) if (attrs[name]) names.words += ` ${attrs[name]}`
}

/** Names of a picture as class names would be: `lucide lucide-phone`, `phone-icon`; `phone` for a nameless drawing of one. */
export function buildSvgClass({ words, path }: SvgNames): string {
  const drawing = path.replace(/[\s,]+/g, '')
  if (PHONE_DRAWINGS.some((start) => drawing.startsWith(start))) return 'phone'
  if (CHAT_DRAWINGS.some((start) => drawing.startsWith(start))) return 'whatsapp'
  return words
    .slice(0, MAX_WORDS)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]+/gu, '-')
    .replace(/-?\s+-?/g, ' ')
    .trim()
}
