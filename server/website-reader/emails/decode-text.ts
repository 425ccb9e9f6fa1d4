/** Letters moved by half the alphabet. */
export function decodeRot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    return String.fromCharCode((code & 31) <= 13 ? code + 13 : code - 13)
  })
}

/** Letters in the opposite order. */
export const reverseText = (text: string): string => [...text].reverse().join('')

/** `%xx` undone as UTF-8, or as Latin-1 where that fails; `%uxxxx` too. */
export function decodePercents(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
      .replace(/%u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

const BASE64 = /^[\w+/-]{4,2000}={0,2}$/

/** What base64 stands for; null when the text is none or does not hold a text. */
export function decodeBase64(text: string): string | null {
  const clean = text.trim()
  if (!BASE64.test(clean)) return null
  const decoded = Buffer.from(clean, 'base64').toString('utf8')
  return decoded && /^[\x20-\x7e\u00a0-\ufffc\s]+$/.test(decoded) ? decoded : null
}

const HEX = /^(?:[\da-f]{2}){4,512}$/i

/** What Cloudflare's protection hides: the first byte is the key of all others. Null when the text is none. */
export function decodeCloudflare(hex: string): string | null {
  if (!HEX.test(hex)) return null
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
}

/** The ranges within which TYPO3 moves characters of a mail link. */
const CAESAR_RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const
const MAX_SHIFT = 25

/** A `mailto:` link that TYPO3 wrote with every character moved by the same number; null when no number makes one. */
export function decodeCaesarMailto(text: string): string | null {
  if (text.length < 10 || text.length > 500) return null
  for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift += 1) {
    // Seven letters decide; only the right number is tried on the rest.
    if (shift !== 0 && shiftText(text.slice(0, 7), shift) === 'mailto:') return shiftText(text, shift)
  }
  return null
}

function shiftText(text: string, shift: number): string {
  let moved = ''
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const range = CAESAR_RANGES.find(([from, to]) => code >= from && code <= to)
    if (!range) {
      moved += text[index]
      continue
    }
    const [from, to] = range
    const size = to - from + 1
    moved += String.fromCharCode(from + ((((code - from + shift) % size) + size) % size))
  }
  return moved
}
