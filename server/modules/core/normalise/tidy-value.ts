import { normalisePhone } from '#server/platform/text/read-phone.ts'
import { cleanText } from './clean-text.ts'
import { normaliseEmail } from './normalise-email.ts'
import { normaliseUrl } from './normalise-url.ts'

/** Words written in capitals, or whose letters say nothing about case. */
const LEGAL_FORMS: Record<string, string> = {
  gmbh: 'GmbH',
  mbh: 'mbH',
  ag: 'AG',
  kg: 'KG',
  ohg: 'OHG',
  gbr: 'GbR',
  ug: 'UG',
  inc: 'Inc',
  llc: 'LLC',
  llp: 'LLP',
  ltd: 'Ltd',
  plc: 'PLC',
  corp: 'Corp',
  sarl: 'SARL',
  bv: 'BV',
  nv: 'NV',
}
/** Words that stay lowercase within a name, in common languages. */
const SMALL = new Set(
  'and or of the at in on for und der die das den dem des von vom zu zur zum am im an bei mit de du des la le les et del della di da do dos das e y el los las van het en'.split(
    ' ',
  ),
)

const letters = (text: string): string => text.replace(/[^\p{L}]/gu, '')
const capital = (word: string): string =>
  word.toLowerCase().replace(/^([^\p{L}\p{N}]*)(\p{L})/u, (_, before, first) => before + first.toUpperCase())
const capitals = (word: string): string =>
  word
    .split(/(?<=[-/]|^[OD]['’])/i)
    .map((part) =>
      capital(part).replace(/^Mc(\p{Ll})(?=\p{Ll}{2})/u, (_, first) => `Mc${first.toUpperCase()}`),
    )
    .join('')

/** A word without a vowel, or with a digit or ampersand, is probably an abbreviation. */
const isAbbreviation = (word: string): boolean =>
  /[\p{N}&.]/u.test(word) || letters(word).length <= 3 || !/[aeiouyäöüàáâãåæçèéêëìíîïñòóôõøùúûý]/i.test(word)

function recased(word: string, at: number, isShouted: boolean): string {
  const plain = word.toLowerCase()
  const legal = LEGAL_FORMS[letters(plain)]
  if (at > 0 && legal && letters(plain).length === plain.replace(/[.,]/g, '').length)
    return plain.replace(letters(plain), legal)
  if (at > 0 && SMALL.has(plain)) return plain
  // Letters beyond Latin, Greek and Cyrillic, and those with an ambiguous lower case, are left alone.
  if (!/^[\p{Script=Latin}\p{P}\p{S}\p{N}\p{M}]+$/u.test(word) || /[İı]/.test(word)) return word
  if (isShouted && isAbbreviation(word)) return word
  if (!isShouted && /[\p{N}.@]/u.test(word)) return word
  return capitals(word)
}

/**
 * A name or place in all capitals or all lower case gets name case. Mixed case is deliberate and stays:
 * `McDonald`, `deBoer`, `eBay`. One word of at most four capitals may be an abbreviation and stays too.
 */
export function tidyCase(raw: string): string {
  const text = cleanText(raw)
  if (text === '') return raw
  const spoken = letters(text)
  const isShouted = spoken === spoken.toUpperCase() && spoken !== spoken.toLowerCase()
  const isWhispered = spoken === spoken.toLowerCase() && spoken !== spoken.toUpperCase()
  if (!(isShouted || isWhispered) || spoken.length < 2) return text
  const words = text.split(' ')
  if (words.length === 1 && ((isShouted && spoken.length <= 4) || /[.@\p{N}]/u.test(text))) return text
  return words.map((word, at) => recased(word, at, isShouted)).join(' ')
}

/** A name in usual case, with one space before a legal form: `ACME BREWING ,GMBH` is `Acme Brewing, GmbH`. */
export function tidyName(raw: string): string {
  const spaced = cleanText(raw)
    .replace(/ +,/g, ',')
    .replace(/,(?=(?:gmbh|inc|llc|llp|ltd|corp|plc)\b)/gi, ', ')
  return spaced === '' ? raw : tidyCase(spaced)
}

/** Tracking parameters of URLs. */
const TRACKING =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|fbclid|msclkid|mc_cid|mc_eid|igshid|yclid|dclid|_hsenc|_hsmi)$/i

/** A normalized URL without tracking parameters; an unreadable one stays. */
export function tidyUrl(raw: string): string {
  const address = normaliseUrl(raw)
  if (address === null) return raw
  const at = address.indexOf('?')
  if (at < 0) return address
  const hashAt = address.indexOf('#', at)
  const query = address.slice(at + 1, hashAt < 0 ? undefined : hashAt)
  const hash = hashAt < 0 ? '' : address.slice(hashAt)
  const all = query.split('&')
  const ownParameters = all.filter((part) => !TRACKING.test(part.split('=')[0] ?? ''))
  if (ownParameters.length === all.length) return address
  const next = `${address.slice(0, at)}${ownParameters.length > 0 ? `?${ownParameters.join('&')}` : ''}${hash}`
  return normaliseUrl(next) ?? address
}

/** A lowercase email; anything but a single email stays. */
export function tidyEmail(raw: string): string {
  const small = raw.trim().toLowerCase()
  return normaliseEmail(small) === small ? small : raw
}

/**
 * A phone number as E.164. Text with more than one number, such as an extension, words or a second number,
 * stays; `country` (ISO alpha-2) is used for numbers without `+`.
 */
export function tidyPhone(raw: string, country: string | null): string {
  if (/[\p{L}#;,|]/u.test(raw)) return raw
  const read = normalisePhone(raw, country)
  return read && read.rest.length === 0 ? read.e164 : raw
}
