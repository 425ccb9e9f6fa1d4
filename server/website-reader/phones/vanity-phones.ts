/** A toll-free number that is written as a word, in the line where it stands. */
export interface VanityPhone {
  /** `+18003569377`. */
  raw: string
  from: number
}

const VANITY =
  /(?<![\p{L}\p{N}])(?:\+?1[ .-]{1,2}\(?|\()(8(?:00|33|44|55|66|77|88))\)?[ .-]{1,2}([A-Z\d](?:[A-Z\d-]{5,11})[A-Z\d])(?![\p{L}\p{N}])/gu
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']
const SUBSCRIBER_DIGITS = 7

/** Numbers such as `1-800-FLOWERS` and `1-800-273-TALK`, as the keys of a phone have the letters; only North America has them. */
export function findVanityPhones(text: string): VanityPhone[] {
  if (!/8\d\d/.test(text)) return []
  const found: VanityPhone[] = []
  for (const { 1: area = '', 2: word = '', index } of text.matchAll(VANITY)) {
    const signs = word.replaceAll('-', '')
    if (signs.length < SUBSCRIBER_DIGITS || !/[A-Z]{3}/.test(word)) continue
    // Longer words go on after the number is dialled.
    const digits = [...signs.slice(0, SUBSCRIBER_DIGITS)].map((sign) => getPhoneKey(sign)).join('')
    found.push({ raw: `+1${area}${digits}`, from: index })
  }
  return found
}

function getPhoneKey(sign: string): string {
  const key = KEYS.findIndex((letters) => letters.includes(sign))
  return key < 0 ? sign : String(key + 2)
}
