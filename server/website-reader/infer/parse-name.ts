import { foldText } from '#server/platform/text/fold-text.ts'
import { GENERATIONS, PARTICLES, TITLES_AFTER, TITLES_BEFORE } from '../people/words/name-titles.ts'

/** A person's name in parts, as written. */
export interface ParsedName {
  first: string
  middle: string[]
  /** With its particles: "van der Berg". Empty for a name of one word. */
  last: string
}

const toSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Titles and ranks that are not in the reader's list, which decides whether a text names a person at all. */
const MORE_TITLES = toSet(`
mister messrs honorable honourable the sen senator rep representative congressman congresswoman gov governor mayor judge
justice chief bishop rabbi imam deacon brother sister coach president ambassador attorney atty cpt cmdr cdr lcdr adm cpl
pvt ssgt msgt ltc ltcol brig amb supt det insp
`)
/** Titles that are also names: they count only with a full stop, and the second group only after another title. */
const NAME_LIKE_TITLES = toSet('me ma di don da pan doc gen ra sr eng med rag rain tuan lic mag arch ts ap')
const LATER_TITLES = toSet('phil nat pol vet dent theol iur jur oec rer habil med hc h.c pd wp')
/** Titles that are also given names when only one word follows: "Dean Smith". */
const GIVEN_TITLES = toSet('judge justice chief bishop coach deacon brother sister president mayor')
/** Degrees that are also family names or words: not in a name in capitals. */
const NAME_LIKE_DEGREES = toSet('ma ba do ed med eur bed ten')
const MORE_DEGREES = toSet(`
do od rdh lpn np pa pt ot dpt pharmd bsn msn crna faap facs facp acsw lpc lcpc ret usmc usn usaf usa aicp leed pmp ccim gri
cfp chfc clu ceo cfo coo cto cmfo sj op ofm osb phr sphr ms bs
`)
const MORE_GENERATIONS = toSet('2nd 3rd 4th jnr snr esq esquire')
/** Particles that belong to the family name also with a capital: "Van Halen". */
const CAPITAL_PARTICLES = toSet(
  'van von vander der den de del della di da dos du des la le st ter ten bin ibn abu al el',
)
const CONJUNCTION = /\s+(?:&|and|und|et)\s+/i

/** Family names that stand first in names written in the Vietnamese order; folded. */
const VIETNAMESE_FAMILIES = new Set(
  'nguyen tran pham hoang huynh phan vu vo dang bui ngo duong dinh truong trinh doan luong'.split(' '),
)
/** Names of fathers in East Slavic names, which stand last where the family name stands first. */
const PATRONYMIC = /(?:[оеєй]вич|йович|ьич|[оеєії]вна|[иі]чна|инична)$/iu
const HAN = /^\p{Script=Han}{2,4}$/u
const HANGUL = /^\p{Script=Hangul}{2,4}$/u
const CAPITALS = /^(?=.*[AEIOUYÄÖÜÉÈÀÁÍÓÚ])[\p{Lu}'’-]{3,}$/u
const isShouting = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()
const makeKey = (token: string): string => token.toLowerCase().replace(/[.,ªº]/g, '')

/**
 * Takes a person's name apart, in any of the usual forms: "Dr. First Last", "First Last, Jr.", "LAST, FIRST", "DUPONT
 * Jean". Titles, degrees, familiar forms and generations are left out. Of two people with one family name ("John & Jill
 * Sample") `first` has both. Never throws.
 */
export function parseName(name: string): ParsedName {
  const plain = name
    .replace(/[("“”„«‘][^)"”“»’]*[)"”“»’]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s*,[\s,]*/g, ', ')
    .replace(/^[,\s]+|[,\s]+$/g, '')
  const [one = '', other] = plain.split(CONJUNCTION)
  return other ? joinCouple(one, other) : parseOne(plain)
}

/** "Mr. and Mrs. George Sample", "John & Jill Sample"; of two people with two family names, the first one. */
function joinCouple(one: string, other: string): ParsedName {
  const second = parseOne(other)
  if (one.split(' ').every((token) => isTitle(makeKey(token), true, 2))) return second
  const first = parseOne(one)
  if (first.last.replace('.', '').length > 1) return first
  return { first: `${first.first} & ${second.first}`, middle: [], last: second.last }
}

function parseOne(text: string): ParsedName {
  const [head = '', ...rest] = text.split(', ')
  const shouting = isShouting(text)
  const given = rest.filter((part) => !isSuffix(part, head, shouting))
  const tokens = splitTokens(head, shouting, given.length > 0)
  if (given.length === 0)
    return tokens.titled && tokens.words.length === 1 ? lastOnly(tokens.words) : split(tokens.words)
  // "Last, First Middle"
  const [first = '', ...middle] = splitTokens(given.join(' '), shouting, true).words
  return first ? { first, middle, last: tokens.words.join(' ') } : split(tokens.words)
}

const lastOnly = ([last = '']: string[]): ParsedName => ({ first: '', middle: [], last })

/** Whether a part between commas holds degrees and generations only, behind the name `head`. */
function isSuffix(part: string, head: string, shouting: boolean): boolean {
  const isWhole = head.includes(' ')
  return part.split(' ').every((token) => {
    const key = makeKey(token)
    if (isGeneration(key)) return isWhole || key.length > 1
    if (key === 'v') return isWhole && token === 'V'
    if (isDegree(key)) return isWhole || !(NAME_LIKE_DEGREES.has(key) || key.length < 3)
    // Unknown ones are in capitals or have full stops; a family name of several words may stand before initials.
    const dotted = /^\p{Lu}\p{L}{0,4}(?:\.-?\p{L}{1,5})+\.?$/u.test(token)
    const capitals = !shouting && /^[\p{Lu}\d/-]{2,6}$/u.test(token)
    return isWhole && !PARTICLES.has((head.split(' ')[0] ?? '').toLowerCase()) && (dotted || capitals)
  })
}

const isGeneration = (key: string): boolean => GENERATIONS.has(key) || MORE_GENERATIONS.has(key)
const isDegree = (key: string): boolean => TITLES_AFTER.has(key) || MORE_DEGREES.has(key)

function isTitle(key: string, dotted: boolean, left: number, titled = false): boolean {
  if (LATER_TITLES.has(key)) return titled
  if (NAME_LIKE_TITLES.has(key)) return dotted
  if (GIVEN_TITLES.has(key)) return left > 1
  return TITLES_BEFORE.has(key) || MORE_TITLES.has(key) || /^(?:dipl|dr|prof|mag)-/.test(key)
}

/** The words of a part of a name, without titles before and degrees and generations after it. */
function splitTokens(text: string, shouting: boolean, isPart: boolean): { words: string[]; titled: boolean } {
  const words = text.split(' ').filter(Boolean)
  let titled = false
  while (
    words.length > 1 &&
    isTitle(makeKey(words[0] ?? ''), /[.ªº]$/.test(words[0] ?? ''), words.length - 1, titled)
  ) {
    words.shift()
    titled = true
  }
  // Of a whole name, a given and a family name stay.
  while (words.length > (isPart ? 1 : titled ? 1 : 2) && isTrailing(words, shouting, isPart)) words.pop()
  if (words.length === 2 && !isPart && isGeneration(makeKey(words[1] ?? ''))) words.pop()
  return { words, titled }
}

/** Whether the last word is a degree or a generation. */
function isTrailing(words: readonly string[], shouting: boolean, isPart: boolean): boolean {
  const token = words.at(-1) ?? ''
  const key = makeKey(token)
  if (isGeneration(key) || (token === 'V' && words.length > 2 && !isPart)) return true
  const dots = token.split('.').length - 1
  if (isDegree(key))
    return NAME_LIKE_DEGREES.has(key)
      ? dots > 1 || (!shouting && isShouting(token))
      : token !== key || key.length > 2
  if (TITLES_BEFORE.has(key) && isPart) return token.endsWith('.')
  return !isPart && dots > 1 && words.length > 2 && /^(?:\p{Lu}\p{L}{0,3}\.){2,}$/u.test(token)
}

function split(tokens: string[]): ParsedName {
  const [only = ''] = tokens
  if (tokens.length <= 1) return parseUnspaced(only)
  if (isVietnameseOrder(tokens))
    return { first: tokens.at(-1) ?? '', middle: tokens.slice(1, -1), last: only }
  // "Иванов Иван Петрович": the father's name is no family name.
  if (tokens.length === 3 && PATRONYMIC.test(tokens[2] ?? '') && !PATRONYMIC.test(tokens[1] ?? ''))
    return { first: tokens[1] ?? '', middle: tokens.slice(2), last: only }
  if (PARTICLES.has(only) && isParticle(only)) return { first: '', middle: [], last: tokens.join(' ') }
  const capitals = tokens.map((token) => CAPITALS.test(token))
  if (!isShouting(tokens.join(' '))) {
    // "DUPONT Jean" and "Juan GARCIA LOPEZ": the family name is in capitals.
    const leading = capitals.indexOf(false)
    if (leading > 0 && !capitals.slice(leading).includes(true))
      return {
        first: tokens[leading] ?? '',
        middle: tokens.slice(leading + 1),
        last: tokens.slice(0, leading).join(' '),
      }
    const from = capitals.indexOf(true)
    if (from > 0 && !capitals.slice(from).includes(false))
      return makeParts(tokens, Math.min(from, lastFrom(tokens)))
  }
  return makeParts(tokens, lastFrom(tokens))
}

const makeParts = (tokens: string[], from: number): ParsedName => ({
  first: tokens[0] ?? '',
  middle: tokens.slice(1, from),
  last: tokens.slice(from).join(' '),
})

/** Where the family name begins: at its first particle, or before the "y" of "Ortega y Gasset". */
function lastFrom(tokens: string[]): number {
  const last = tokens.length - 1
  const y = tokens.findIndex((token, index) => index > 1 && index < last && /^(?:y|i)$/.test(token))
  if (y > 0) return y - 1
  const particle = tokens.findIndex((token, index) => index > 0 && index < last && isParticle(token))
  return particle > 0 ? particle : last
}

const isParticle = (token: string): boolean =>
  (token === token.toLowerCase() && PARTICLES.has(token)) || CAPITAL_PARTICLES.has(makeKey(token))

function isVietnameseOrder(tokens: string[]): boolean {
  const bare = tokens.map(foldText)
  return (
    bare.length >= 3 &&
    VIETNAMESE_FAMILIES.has(bare[0] ?? '') &&
    !VIETNAMESE_FAMILIES.has(bare.at(-1) ?? '') &&
    bare.every((token) => token.length <= 6)
  )
}

/** Chinese and Korean names of one piece: the family name is the first sign. */
function parseUnspaced(token: string): ParsedName {
  const joined = HAN.test(token) || HANGUL.test(token)
  return joined
    ? { first: token.slice(1), middle: [], last: token.slice(0, 1) }
    : { first: token, middle: [], last: '' }
}
