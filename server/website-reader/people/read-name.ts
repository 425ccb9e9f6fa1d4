import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { REGIONS } from '../organisation/regions.ts'
import { rateRole } from './read-role.ts'
import { HAN_FAMILY_NAMES, HANGUL_FAMILY_NAMES } from './words/family-names.ts'
import { GIVEN_NAMES } from './words/given-names.ts'
import { GENERATIONS, PARTICLES, TITLES_AFTER, TITLES_BEFORE } from './words/name-titles.ts'
import { NEVER_IN_NAMES, PLACE_NAMES, SELDOM_IN_NAMES } from './words/not-name-words.ts'
import { DEPARTMENTS, ROLES, STRONG_ROLES } from './words/role-words.ts'

/** A text that reads as the name of one person. */
export interface PersonName {
  /** Without titles, capitals only where names have them. At most 120 characters. */
  name: string
  /** 0 one word, 1 the shape only, 3 a known given or family name, 4 a title or form of address before it. */
  strength: 0 | 1 | 3 | 4
}

/** What the place of a text allows. */
export interface NameOptions {
  /** "Surname, First name" is turned round. */
  inverted?: boolean
  /** A label says that a person's name follows: family names that are not known will do. */
  named?: boolean
}

const MAX_CHARS = 90
const NOT_NAME = /[\d@/\\{}<>=#%*_:;!?|&+~^$€£©®™…•→«»[\]¿¡（）]/
const CASED = /^\p{Lu}[\p{L}\p{M}'’ʼ.-]*$/u
const INITIALS = /^(?:\p{Lu}\.?-?){1,3}$/u
const CAPITALS = /^[\p{Lu}\p{M}'’-]{2,}$/u
const SMALL_PARTICLE = /^(?:d|l|dell|all|o)['’]\p{Lu}/u
const UNCASED = /^[\p{Lo}\p{Lm}\p{M}·・ー々\u200c'’"׳״.-]+$/u
const NICKNAME = /[("“„«‘'](\p{L}[\p{L}\p{M}.' -]{0,24})[)"”“»’']/u
const PRONOUNS =
  /\s*[([](?:she|he|they|sie|er|elle|il|ella|él|ze|hij|dey|any|xe|keine|ohne)\b[^)\]]{0,30}[)\]]/gi
/** "Max Sample, Jr." */
const GENERATION = /,(?= (?:Jr|Sr|II|III|IV)\b)/
const BORN = /\s*\(?(?:née|geb\.|geborene|born|ur\.|roz\.)\s+\p{Lu}\p{L}+\)?/u

/** Reads a whole text as a person's name; null when it is not one. */
export function readName(raw: string, options?: NameOptions): PersonName | null {
  if (raw.length < 2 || raw.length > MAX_CHARS) return null
  return options ? readText(raw, options) : readPlain(raw)
}

/** The same lines stand on all pages of a website, and several readers ask about each. */
const readPlain = memoize((raw) => readText(raw, {}), 4000)

function readText(raw: string, options: NameOptions): PersonName | null {
  if (!mayBeName(raw)) return null
  const whole = raw.includes('(') || raw.includes('[') ? raw.replace(PRONOUNS, '') : raw
  let text = whole
    .replace(BORN, '')
    .replace(GENERATION, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{Ll}{3})\.$/u, '')
    .replace(/ [’ʼ]t /g, " 't ")
    .replace(/^[\s\-–—•·*,.]+|[\s,;:\-–—·]+$/g, '')
    .normalize('NFC')
  const titled = stripTitles(text)
  text = titled.text
  if (options.inverted) text = swapNameOrder(text)
  if (!text || text.length > MAX_CHARS || text.includes(',')) return null
  const nickname = NICKNAME.exec(text)
  const plain = nickname
    ? `${text.slice(0, nickname.index)}${text.slice(nickname.index + nickname[0].length)}`
    : text
  if (NOT_NAME.test(plain) || /[()"“”„]/.test(plain)) return null
  if (nickname && !isNickname(nickname[1] ?? '')) return null
  const tokens = plain.trim().split(/\s+/)
  if (tokens.length > 7 || tokens[0] === '') return null
  if (tokens.length === 1 && TITLES_BEFORE.has(text.toLowerCase().replace(/\.$/, ''))) return null
  const strength = UNCASED.test(tokens.join(''))
    ? rateUncasedName(tokens, options)
    : rateCasedName(tokens, titled.titles > 0)
  if (strength === null) return null
  if (isPlace(foldText(plain).split(' '))) return null
  const name = normaliseCase(text).slice(0, 120)
  if (titled.titles > 0 && strength > 0) return { name, strength: 4 }
  // One word with its familiar form in brackets is how some people sign.
  if (strength === 0 && nickname && tokens.length === 1) return { name, strength: 1 }
  return { name, strength }
}

/** Place names of two words, with or without more around them. */
const isPlace = (words: readonly string[]): boolean =>
  words.length < 5 && words.some((word, index) => PLACE_NAMES.has(`${word} ${words[index + 1] ?? ''}`.trim()))

const SMALL_WORD = /^\(?\p{Ll}/u

/** Cheap: running text has small words that no name holds. */
function mayBeName(text: string): boolean {
  const words = text.split(' ', 16)
  if (words.length > 14) return false
  return words.every(
    (word) =>
      !SMALL_WORD.test(word) ||
      PARTICLES.has(word.replace(/[’ʼ]/, "'")) ||
      TITLES_BEFORE.has(word.replace(/[.,()]/g, '')) ||
      TITLES_AFTER.has(word) ||
      SMALL_PARTICLE.test(word) ||
      /^\(?(?:she|he|they|sie|er|elle|il|ella|ze|hij|geb|geborene|born|née|ur|roz|rer|nat|h\.c|\w+\/\w+)\b/i.test(
        word,
      ),
  )
}

/** "Dr. Anna Sample, PhD" becomes "Anna Sample". `titles` counts those that only people have. */
function stripTitles(raw: string): { text: string; titles: number } {
  let text = raw.trim()
  let titles = 0
  for (let turn = 0; turn < 8; turn += 1) {
    const first = /^(\S+)\s+(?=\S)/.exec(text)
    if (!first || !(isTitle(first[1] ?? '', text) || (titles > 0 && isNextTitle(first[1] ?? '', text)))) break
    text = text.slice(first[0].length)
    titles += 1
  }
  for (let turn = 0; turn < 6; turn += 1) {
    const last = /(?:,\s*|\s+)\(?([^\s,()]+)\)?\.?$/.exec(text)
    if (!last) break
    const word = last[1] ?? ''
    const key = word.toLowerCase().replaceAll('.', '')
    const degree =
      TITLES_AFTER.has(key) ||
      TITLES_BEFORE.has(key) ||
      (last[0].startsWith(',') && isDegree(word, text.slice(0, last.index).split(' ')))
    const separated = last[0].startsWith(',') || /\./.test(word) || word !== word.toLowerCase()
    const shouting = text === text.toUpperCase() && !last[0].startsWith(',')
    if (
      !degree ||
      !separated ||
      shouting ||
      (key.length < 3 && !last[0].startsWith(',') && !word.includes('.'))
    )
      break
    text = text.slice(0, last.index).trim()
    titles += 1
  }
  return { text: text.replace(/,\s*$/, ''), titles }
}

/** Degrees of all countries: "S.Pd.", "M.Si", "Ph.D.". */
const DEGREE = /^\p{Lu}\p{L}{0,4}(?:\.-?\p{L}{1,5}){1,4}\.?$/u
const SHORT_DEGREE = /^(?:\p{Lu}\p{L}{0,5}\.|\p{Lu}{2,5})$/u
/** "Palo Alto, CA" is a town. */
const STATE = new RegExp(`^(?:${REGIONS.US}|${REGIONS.CA})$`)
const isDegree = (word: string, [first = '', ...rest]: readonly string[]): boolean =>
  DEGREE.test(word) ||
  (SHORT_DEGREE.test(word) &&
    rateRole(word) === 0 &&
    !GENERATIONS.has(foldText(word)) &&
    (GIVEN_NAMES.has(foldText(first)) || !STATE.test(word)) &&
    rest.length > 0)

/** Given names that are written short. */
const GIVEN_SHORT = /^(?:Ma|Chr|Joh|Jos|Fco|Wm|Geo|Thos|Jas|Chas|Alex|Gabr|Mich|Fr|St|Ste|Jr)\.$/
/** Professions before a name: "Obst. Anna Sample". */
const PROFESSION = /^\p{Lu}\p{Ll}{1,5}\.(?:ª|º|ª\.|º\.)?$/u

/** Short titles that are also names or initials ("Me", "Di", "Don", "D.") count only where they are written as titles. */
function isTitle(word: string, text: string): boolean {
  const key = word.toLowerCase().replace(/[.ªº]/g, '').replace(/,$/, '')
  const known =
    TITLES_BEFORE.has(key) ||
    /^\((?:fh|univ|tu|ba|eth)\)$/i.test(word) ||
    /^(?:dipl|dr|prof|mag)[.-]/i.test(word)
  if (!known) return isProfession(word, text.slice(word.length).trim().split(/\s+/))
  if (text.slice(word.length).trim().split(/\s+/).length < 1) return false
  const dotted = /[.ªº]$/.test(word)
  if (
    /^(?:di|da|me|don|sr|sra|pan|ma|ra|wp|pd|doc|gen|eng|lady|lord|dame|ing|med|lic|mag|jur|oec|pol|phil|hon|fr|hr|ir|rev|arch|frau)$/.test(
      key,
    )
  ) {
    if (/^(?:me|mme)$/.test(key) && GIVEN_NAMES.has(foldText(text.split(/\s+/)[1] ?? ''))) return true
    return dotted || /^(?:ing|frau|lic|mag|pan|sra|lady|lord|ra|di)$/.test(key)
  }
  return true
}

/** Behind a title a short form with a full stop is one more. */
const isNextTitle = (word: string, text: string): boolean =>
  PROFESSION.test(word) && !GIVEN_SHORT.test(word) && text.split(/\s+/).length > 2

const isProfession = (word: string, rest: readonly string[]): boolean =>
  PROFESSION.test(word) &&
  rest.length >= 2 &&
  !GIVEN_SHORT.test(word) &&
  (rest.length > 2 || GIVEN_NAMES.has(foldText(rest[0] ?? ''))) &&
  (rest.length > 2 || !/\.$/.test(rest[1] ?? ''))

function swapNameOrder(text: string): string {
  const parts = text.split(',')
  const [last = '', first = ''] = parts
  return parts.length === 2 && last.trim() && first.trim() ? `${first.trim()} ${last.trim()}` : text
}

const isNickname = (text: string): boolean =>
  text.split(' ').length <= 2 &&
  rateRole(text) === 0 &&
  !foldText(text)
    .split(' ')
    .some((word) => NEVER_IN_NAMES.has(word))

/** Names in scripts that know capitals. */
function rateCasedName(tokens: string[], titled: boolean): PersonName['strength'] | null {
  let full = 0
  let initials = 0
  let given = false
  let seldom = 0
  for (const [index, token] of tokens.entries()) {
    const lower = token.toLowerCase()
    if (index > 0 && GENERATIONS.has(lower.replace('.', ''))) continue
    if (PARTICLES.has(lower) && (token === lower || index > 0) && index < tokens.length - 1) continue
    if (INITIALS.test(token) && (token.includes('.') || token.length === 1)) {
      initials += 1
      continue
    }
    if (!CASED.test(token) && !SMALL_PARTICLE.test(token)) return null
    const verdict = classifyToken(token, index === tokens.length - 1)
    if (verdict === 'never') return null
    if (verdict === 'seldom') seldom += 1
    // "Water Line Repair": a given name comes first, or last behind the family's. Silva, given or not, is before "de".
    const next = tokens[index + 1]?.toLowerCase()
    if (verdict === 'given') given ||= full === 0 || next === undefined || PARTICLES.has(next)
    full += 1
  }
  if (full === 0 || full > 5) return null
  if (!given && isAbbreviation(tokens)) return null
  if (!given && !titled && seldom > 0 && initials === 0) return null
  if (full === 1 && initials === 0) return tokens.length === 1 ? 0 : null
  if (given) return 3
  return full === 1 ? (initials > 0 && initials < 4 ? 1 : null) : 1
}

const foldToken = memoize(foldText)

/** "TC Sample": clubs and firms, unless everything is in capitals. */
const isAbbreviation = ([first = '', ...rest]: readonly string[]): boolean =>
  /^(?:[B-DF-HJ-NP-TV-Z]{2,3}|IT|HR|EU|UK|AI|UC|USA)$/.test(first) &&
  rest.some((token) => /\p{Ll}/u.test(token))

function classifyToken(token: string, last: boolean): 'never' | 'seldom' | 'given' | 'word' {
  const folded = foldToken(token)
  // "April Sample" may be one; "April" alone does not show it.
  if (SELDOM_IN_NAMES.has(folded)) return !last && GIVEN_NAMES.has(folded) ? 'word' : 'seldom'
  if (NEVER_IN_NAMES.has(folded)) return 'never'
  if (GIVEN_NAMES.has(folded)) return 'given'
  if (STRONG_ROLES.has(folded) || ROLES.has(folded) || DEPARTMENTS.has(folded))
    return last ? 'seldom' : 'never'
  const parts = folded.split(' ')
  if (parts.length === 1) return 'word'
  if (parts.some((part) => NEVER_IN_NAMES.has(part) && !SELDOM_IN_NAMES.has(part))) return 'never'
  return GIVEN_NAMES.has(parts[0] ?? '') ? 'given' : 'word'
}

const HAN = /^[\p{Script=Han}々]+$/u
const HANGUL = /^\p{Script=Hangul}+$/u
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー・]+$/u

/** Names in scripts without capitals: family names tell in East Asia, elsewhere the number of words. */
function rateUncasedName(tokens: string[], { named }: NameOptions): PersonName['strength'] | null {
  const text = tokens.join('')
  if (HANGUL.test(text)) {
    if (text.length < 2 || text.length > 5) return null
    return HANGUL_FAMILY_NAMES.has(text[0] ?? '') || HANGUL_FAMILY_NAMES.has(text.slice(0, 2))
      ? 3
      : named && text.length < 5
        ? 1
        : null
  }
  if (JAPANESE.test(text)) {
    if (text.length < 2 || text.length > 8 || tokens.length > 2) return null
    const family = [3, 2, 1].some((length) => HAN_FAMILY_NAMES.has(text.slice(0, length)))
    if (HAN.test(text) && family && text.length <= 6)
      return tokens.length === 2 || text.length <= 4 ? 3 : null
    return tokens.length === 2 || (named && HAN.test(text) && text.length <= 6) ? 1 : null
  }
  if (tokens.length < 2 || tokens.length > 5) return null
  return tokens.some((token) => GIVEN_NAMES.has(foldText(token))) ? 3 : 1
}

/** Family names in capitals and names in capitals altogether, as people write them. Initials and short forms stay. */
function normaliseCase(text: string): string {
  const shouting = text === text.toUpperCase() && /\p{Lu}{2}/u.test(text)
  return text
    .split(' ')
    .map((token, index) => {
      if (!CAPITALS.test(token)) return token
      if (shouting && index > 0 && PARTICLES.has(token.toLowerCase())) return token.toLowerCase()
      if (!shouting && token.length < 3) return token
      if (/^(?:II|III|IV)$/.test(token)) return token
      return token
        .toLowerCase()
        .replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
        .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    })
    .join(' ')
}
