/** Colour arithmetic in OKLCH, which changes lightness and keeps the hue. */

type Rgb = [number, number, number]
interface Oklch {
  l: number
  c: number
  h: number
}

/** `#rrggbb` from any `#rgb` or `#rrggbb`; undefined for anything else. */
export function normalizeHex(text: string): string | undefined {
  const match = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())
  if (!match) return undefined
  const digits = match[1]!.toLowerCase()
  return `#${digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits}`
}

const toRgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((v) =>
      Math.round(Math.min(1, Math.max(0, v)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const gamma = (v: number): number => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)

/** Relative luminance of WCAG 2.2, 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = toRgb(hex).map(linear) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function toOklch(hex: string): Oklch {
  const [r, g, b] = toRgb(hex).map(linear) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

function oklchToRgb({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
    gamma(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
    gamma(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3),
  ]
}

const inGamut = (rgb: Rgb): boolean => rgb.every((v) => v >= -0.0005 && v <= 1.0005)

function fromOklch(color: Oklch): string {
  if (color.l <= 0) return '#000000'
  if (color.l >= 1) return '#ffffff'
  let c = color.c
  for (let step = 0; step < 24 && !inGamut(oklchToRgb({ ...color, c })); step++) c *= 0.9
  return toHex(oklchToRgb({ ...color, c }))
}

/** The same hue at another lightness (0 to 1), with its chroma scaled. */
export const withLightness = (hex: string, l: number, chroma = 1): string => {
  const color = toOklch(hex)
  return fromOklch({ ...color, l, c: color.c * chroma })
}

/** OKLCH lightness, 0 to 1. */
export const readLightness = (hex: string): number => toOklch(hex).l

/** Mixes two colours in sRGB; `share` 0 gives `a`, 1 gives `b`. */
export const mix = (a: string, b: string, share: number): string => {
  const [x, y] = [toRgb(a), toRgb(b)]
  return toHex(x.map((v, i) => v + (y[i]! - v) * share) as Rgb)
}

/** Moves a colour's lightness towards `end` (0 or 1) until it reaches the ratio against every background. */
function search(color: Oklch, backgrounds: readonly string[], ratio: number, end: 0 | 1): string | undefined {
  const reaches = (hex: string) => backgrounds.every((background) => contrast(hex, background) >= ratio)
  if (!reaches(end === 0 ? '#000000' : '#ffffff')) return undefined
  let [far, near] = [end as number, color.l]
  for (let step = 0; step < 18; step++) {
    const middle = (far + near) / 2
    if (reaches(fromOklch({ ...color, l: middle }))) far = middle
    else near = middle
  }
  return fromOklch({ ...color, l: far })
}

/**
 * The colour nearest in lightness to `hex` with the contrast `ratio` on every background; if there is none, black or
 * white, whichever is better. A single background always works up to a ratio of 4.58.
 */
export function readableOn(hex: string, backgrounds: string | readonly string[], ratio = 4.5): string {
  const all = typeof backgrounds === 'string' ? [backgrounds] : backgrounds
  const worst = (foreground: string) => Math.min(...all.map((background) => contrast(foreground, background)))
  if (worst(hex) >= ratio) return hex
  const color = toOklch(hex)
  const found = ([0, 1] as const)
    .map((end) => search(color, all, ratio, end))
    .filter((foreground) => foreground !== undefined)
    .sort((a, b) => Math.abs(readLightness(a) - color.l) - Math.abs(readLightness(b) - color.l))
  return found[0] ?? (worst('#000000') >= worst('#ffffff') ? '#000000' : '#ffffff')
}
