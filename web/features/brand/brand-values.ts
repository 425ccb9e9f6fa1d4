import { BRAND_COLORS, DEFAULT_WHITE_LABEL_NAME } from '#contract/constants.ts'
import { MAX_LOGO_TEXT, type PlatformBrand } from '#contract/sites.ts'

/** The brand as its form holds it: an empty text is the default. */
export type BrandValues = { [Key in keyof PlatformBrand]: string }

export const BRAND_NAME_HINT = DEFAULT_WHITE_LABEL_NAME

/** Colors of a brand, each with its default. */
export const COLOR_FIELDS = [
  { name: 'button_color', label: 'Buttons and links', standard: BRAND_COLORS.primary },
  { name: 'secondary_color', label: 'Second color', standard: BRAND_COLORS.secondary },
  { name: 'heading_color', label: 'Headings', standard: BRAND_COLORS.heading },
  { name: 'text_color', label: 'Text', standard: BRAND_COLORS.text },
  { name: 'sidebar_background_color', label: 'Sidebar', standard: '#FFFFFF' },
  { name: 'login_page_bg_color', label: 'Sign-in page', standard: '#FFFFFF' },
] as const satisfies readonly { name: keyof PlatformBrand; label: string; standard: string }[]

const mapped = <A, B>(brand: { [Key in keyof PlatformBrand]: A }, change: (value: A) => B) =>
  Object.fromEntries(Object.entries(brand).map(([key, value]) => [key, change(value)])) as {
    [Key in keyof PlatformBrand]: B
  }

export const toValues = (brand: PlatformBrand): BrandValues =>
  mapped(brand, (value: string | null) => value ?? '')

/** What is sent: an empty text means the default. */
export const toBrand = (values: BrandValues): PlatformBrand =>
  mapped(values, (value: string) => value.trim() || null)

const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'])

/** Why a file cannot be a logo; undefined when it can. */
export function logoProblem({ type, size }: { type: string; size: number }): string | undefined {
  if (!TYPES.has(type)) return 'Choose a PNG, JPEG, WebP, GIF or SVG image'
  // Four letters stand for three bytes.
  if (Math.ceil(size / 3) * 4 + 40 > MAX_LOGO_TEXT) return 'Choose an image of at most 48 KB'
  return undefined
}

/** A file as a data URL. Rejects when it cannot be read. */
export const readImage = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })
