/** Colours of mails, as #rrggbb. Mail programs know no CSS variables, so each brand's are worked out beforehand. */

const DARK_INK = '#14161c'
const WHITE = '#ffffff'

/** `#rgb` or `#rrggbb` in its long lower-case form; `fallback` for anything else. */
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

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Text on a filled ground: white where it can be read, else dark ink. */
export const textOn = (ground: string): string => (contrast(WHITE, ground) >= 4.5 ? WHITE : DARK_INK)

/** The colour, darkened step by step until it can be read on white. */
export function readableOnWhite(color: string, least = 4.5): string {
  let mixed = color
  for (let kept = 95; kept >= 0 && contrast(mixed, WHITE) < least; kept -= 5) {
    mixed = `#${channels(color)
      .map((value) =>
        Math.round((value * kept) / 100)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  }
  return mixed
}

/** A colour to write on: as it is, or a little darker where neither white nor dark ink could be read on it. */
export const fillColor = (color: string): string =>
  contrast(DARK_INK, color) >= 4.5 ? color : readableOnWhite(color)
