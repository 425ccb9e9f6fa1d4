import { foldText } from '#server/platform/text/fold-text.ts'

/** A name as it is compared. */
export interface NameKey {
  /** Folded words in the order of the name, the familiar form apart. */
  words: string[]
  familiar: string | null
  /** Names of two parts with a hyphen between them. */
  doubles: [string, string][]
}

const FAMILIAR = /[("“„«‘'](\p{L}[\p{L}\p{M}.' -]{0,24})[)"”“»’']/u

/** Two ways to write one letter become one: `Müller`, `Mueller` and `Muller` are alike. */
const normaliseSpelling = (word: string): string => word.replace(/([aou])e/g, '$1').replace(/aa/g, 'a')

/** The key of a name as written. */
export function createNameKey(name: string): NameKey {
  const familiar = FAMILIAR.exec(name)
  const plain = familiar ? name.replace(familiar[0], ' ') : name
  const words = foldText(plain).split(' ').filter(Boolean).map(normaliseSpelling)
  const doubles = [...plain.matchAll(/(\p{L}{2,})-(\p{L}{2,})/gu)].map(
    ([, one = '', other = '']): [string, string] => [
      normaliseSpelling(foldText(one)),
      normaliseSpelling(foldText(other)),
    ],
  )
  return { words, doubles, familiar: familiar ? normaliseSpelling(foldText(familiar[1] ?? '')) : null }
}

/**
 * Keys under which the same person is found: all words in any order, the first with the last, the familiar form with
 * the last.
 */
export function listLookupKeys({ words, familiar }: NameKey): string[] {
  const ends = joinKeyPair(words[0], words.at(-1))
  const keys = [[...words].sort().join(' '), ends]
  if (familiar && words.length > 1) keys.push(joinKeyPair(familiar, words.at(-1)))
  if (familiar && words.length === 1) keys.push(words[0] as string)
  return [...new Set(keys)].filter(Boolean)
}

const joinKeyPair = (one = '', other = ''): string => [...new Set([one, other])].sort().join(' ')

/** Whether two names that share a key can be one person's: middle names may be missing or short, not different. */
export function areAlike(a: NameKey, b: NameKey): boolean {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a]
  // "Carl" and "Carl-Maria" are brothers rather than one.
  const half = ({ doubles }: NameKey, { words }: NameKey): boolean =>
    doubles.some(
      ([one, other]) => words.includes(one) !== words.includes(other) && !words.includes(one + other),
    )
  if (half(a, b) || half(b, a)) return false
  const rest = [...long.words]
  let missing = 0
  for (const word of short.words) {
    const at = rest.findIndex(
      (other) => other === word || isInitialOf(word, other) || isInitialOf(other, word),
    )
    if (at >= 0) rest.splice(at, 1)
    else if (word !== long.familiar) missing += 1
  }
  if (missing === 0) return true
  // The familiar form stands for the first name.
  return missing === 1 && short.familiar !== null && long.words.includes(short.familiar)
}

const isInitialOf = (short: string, long: string): boolean => short.length === 1 && long.startsWith(short)

/** The word of a name that is only a letter, with the family name beside it: `J. Sample`. Null for others. */
export function readInitial({ words }: NameKey): { letter: string; last: string } | null {
  const [first = '', ...others] = words
  const last = others.at(-1)
  return first.length === 1 && last !== undefined && last.length > 1 ? { letter: first, last } : null
}
