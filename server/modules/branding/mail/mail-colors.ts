/** Mail colors, as #rrggbb. Mail programs do not support CSS variables, so each brand's are computed beforehand. */

const DARK_INK = '#14161c'
const WHITE = '#ffffff'

/** Expands `#rgb` and lowercases; `fallback` for anything else. */
export function hexColor(text: string, fallback: string): string {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (!hex) return fallback
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast of two colors, 1 to 21. */
export function contrast(left: string, right: string): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Text color on a background: white if readable, else dark. */
export const textOn = (ground: string): string => (contrast(WHITE, ground) >= 4.5 ? WHITE : DARK_INK)

/** The color, darkened step by step until readable on white. */
export function readableOnWhite(color: string, min = 4.5): string {
  let mixed = color
  for (let percent = 95; percent >= 0 && contrast(mixed, WHITE) < min; percent -= 5) {
    mixed = `#${channels(color)
      .map((value) =>
        Math.round((value * percent) / 100)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  }
  return mixed
}

/** A background color: unchanged, or slightly darker when neither white nor dark text would be readable. */
export const fillColor = (color: string): string =>
  contrast(DARK_INK, color) >= 4.5 ? color : readableOnWhite(color)
