import { SENIORITIES, type Seniority } from '#contract/leads/seniorities.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { ASSISTANTS, FIELDS, LEVELS, ROLES } from './title-list.ts'

/** Words one of which a title must contain, except within phrases of another meaning. All are folded. */
export interface TitleTest {
  phrases: string[]
  unless: string[]
  /** Excludes titles with one of these. */
  never: string[]
}

/** The meaning of a position: all tests of one of the alternatives must pass. */
export interface TitleMeaning {
  alternatives: TitleTest[][]
  /** Other searched words, as written; at most five. */
  also: string[]
  /** Words without synonyms. */
  words: string[]
}

type Kind = 'role' | 'level' | 'field' | 'compound'
interface Concept {
  kind: Kind
  id: string
  level: Seniority | null
  terms: string[]
  test: TitleTest
}
/** A word combining level and field of work, such as "Marketingleiter". */
interface Compound {
  level: Concept
  field: Concept
}

const MOST_ALSO = 5
const SMALL_WORDS = new Set(
  'of the for and at in to der die das des fur und von am im de du la le les et en el los las y del di della e da do dos das van voor a an'.split(
    ' ',
  ),
)
/** Levels whose holders have assistants. */
const LED: readonly (Seniority | null)[] = ['owner', 'c_level', 'vp', 'head']

const listed = (text: string | undefined): string[] => (text ? text.split(', ') : [])

/** The folded forms of a phrase: umlauts also as two letters, abbreviations also spelled out. */
function listForms(phrase: string): string[] {
  const spelled = phrase.replace(/[äöüÄÖÜ]/g, (letter) => `${foldText(letter)}e`)
  const letters = /^[A-Z]{2,4}$/.test(phrase) ? [[...phrase].join(' ')] : []
  return [...new Set([phrase, spelled, ...letters].map(foldText))].filter(Boolean)
}
const folded = (text: string | undefined): string[] => [...new Set(listed(text).flatMap(listForms))]

const ASSISTING = folded(ASSISTANTS)

function makeConcept(
  kind: Kind,
  id: string,
  { terms, unless, level = null }: { terms: string; unless?: string; level?: Seniority | null },
): Concept {
  const never = LED.includes(level) ? ASSISTING : []
  return {
    kind,
    id,
    level,
    terms: listed(terms),
    test: { phrases: folded(terms), unless: folded(unless), never },
  }
}

interface Vocabulary {
  /** By a folded phrase. */
  concepts: Map<string, Concept>
  compounds: Map<string, Compound>
  all: Concept[]
  longest: number
}

let vocabulary: Vocabulary | null = null

function load(): Vocabulary {
  const all = [
    ...Object.entries(ROLES).map(([id, role]) => makeConcept('role', id, role)),
    ...Object.entries(FIELDS).flatMap(([id, field]) => [
      ...(field.chief && !isRole(field.chief)
        ? [makeConcept('role', `chief_${id}`, { terms: field.chief, level: 'c_level' })]
        : []),
      makeConcept('field', id, field),
    ]),
    ...Object.entries(LEVELS).map(([id, level]) => makeConcept('level', id, level)),
  ]
  const concepts = new Map<string, Concept>()
  for (const concept of all)
    for (const phrase of concept.test.phrases) if (!concepts.has(phrase)) concepts.set(phrase, concept)
  const compounds = new Map<string, Compound>()
  for (const level of all.filter(({ kind }) => kind === 'level'))
    for (const field of all.filter(({ kind }) => kind === 'field'))
      for (const word of listCompounds(level.id, field.id)) compounds.set(word, { level, field })
  const longest = Math.max(...[...concepts.keys()].map((phrase) => phrase.split(' ').length))
  return { concepts, compounds, all, longest }
}

/** Whether the first word for a chief is already a role, such as CFO. */
const isRole = (chief: string): boolean =>
  Object.values(ROLES).some(({ terms }) => listed(terms).includes(listed(chief)[0] as string))

function listCompounds(level: string, field: string): string[] {
  const endings = listed(LEVELS[level]?.endings)
  return listed(FIELDS[field]?.stems).flatMap((stem) => endings.flatMap((ending) => listForms(stem + ending)))
}

const words = (): Vocabulary => {
  vocabulary ??= load()
  return vocabulary
}

const singular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)

/** The longest phrase of the vocabulary starting at a word, also in the singular. */
function phraseAt(all: string[], at: number): { concept: Concept | Compound; length: number } | null {
  const { concepts, compounds, longest } = words()
  for (let length = Math.min(longest, all.length - at); length > 0; length--) {
    const part = all.slice(at, at + length)
    const text = part.join(' ')
    const last = singular(part.at(-1) as string)
    const concept = concepts.get(text) ?? concepts.get([...part.slice(0, -1), last].join(' '))
    if (concept) return { concept, length }
    const compound = length === 1 ? compounds.get(text) : undefined
    if (compound) return { concept: compound, length }
  }
  return null
}

function splitTitle(text: string): { concepts: Concept[]; words: string[] } {
  const all = foldText(text).split(' ').filter(Boolean).slice(0, 20)
  const found: Concept[] = []
  const free: string[] = []
  for (let at = 0; at < all.length; ) {
    const hit = phraseAt(all, at)
    if (!hit) {
      const word = all[at] as string
      if (!SMALL_WORDS.has(word)) free.push(word)
      at += 1
      continue
    }
    found.push(...('kind' in hit.concept ? [hit.concept] : [hit.concept.level, hit.concept.field]))
    at += hit.length
  }
  // A level only used with a field of work ("marketing lead").
  const head = words().all.find(({ id }) => id === 'head')
  const besides = folded(LEVELS.head?.beside)
  const lead = free.findIndex((word) => besides.includes(word))
  if (head && lead >= 0 && found.some(({ kind }) => kind === 'field')) {
    free.splice(lead, 1)
    found.push(head)
  }
  return { concepts: [...new Set(found)], words: [...new Set(free)] }
}

/** A required word, matched by its singular. */
const wordTest = (word: string): TitleTest => ({
  phrases: [...new Set([word, singular(word)])],
  unless: [],
  never: [],
})

/** Phrases for leading a field of work are more varied than for leading alone. */
const besideTest = (concept: Concept): TitleTest => ({
  ...concept.test,
  phrases: [...concept.test.phrases, ...folded(LEVELS[concept.id]?.beside)],
})

/** One word, or one chief, for a level of a field: "Marketingleiter", "CMO". */
function jointTest(level: Concept, field: Concept): TitleTest {
  const chief = level.id === 'head' ? folded(FIELDS[field.id]?.chief) : []
  return { phrases: [...listCompounds(level.id, field.id), ...chief], unless: [], never: level.test.never }
}

function listAlso(concepts: Concept[], text: string): string[] {
  const [level, field] = findPair(concepts)
  const name = field?.terms[0] ?? ''
  const joint =
    level?.id === 'head' && field
      ? [
          `head of ${name}`,
          `${name} director`,
          `${name} lead`,
          ...listed(FIELDS[field.id]?.chief).slice(0, 2),
        ]
      : []
  const others = concepts.filter((concept) => joint.length === 0 || (concept !== level && concept !== field))
  const folded = foldText(text)
  const all = [...joint, ...others.flatMap(({ terms }) => terms.slice(0, MOST_ALSO + 1))]
  const fresh = all.filter((phrase) => !` ${folded} `.includes(` ${foldText(phrase)} `))
  return fresh
    .filter((phrase, at) => fresh.findIndex((other) => foldText(phrase).startsWith(foldText(other))) === at)
    .slice(0, MOST_ALSO)
}

const findPair = (concepts: Concept[]): [Concept | undefined, Concept | undefined] => [
  concepts.find(({ kind }) => kind === 'level'),
  concepts.find(({ kind }) => kind === 'field'),
]

/** The meaning of a position, with synonyms in seven languages; null for a text without words. */
export function readTitle(text: string): TitleMeaning | null {
  const parts = splitTitle(text)
  const free =
    parts.words.length > 0 || parts.concepts.length > 0
      ? parts.words
      : foldText(text).split(' ').filter(Boolean)
  if (free.length === 0 && parts.concepts.length === 0) return null
  const isAssistant = parts.concepts.some(({ id }) => id === 'assistant')
  const open = (test: TitleTest): TitleTest => (isAssistant ? { ...test, never: [] } : test)
  const [level, field] = findPair(parts.concepts)
  const rest = [
    ...parts.concepts.filter((concept) => concept !== level && concept !== field).map(({ test }) => test),
    ...free.map(wordTest),
  ]
  const pair =
    level && field ? [besideTest(level), field.test] : [level, field].flatMap((item) => item?.test ?? [])
  const joint = level && field ? jointTest(level, field) : null
  const alternatives = [[...pair, ...rest], ...(joint && joint.phrases.length > 0 ? [[joint, ...rest]] : [])]
  return {
    alternatives: alternatives.map((tests) => tests.map(open)),
    also: listAlso(parts.concepts, text),
    words: free,
  }
}

/** A title normalized for comparison: folded, with a space at both ends. Empty for none. */
export function titleKey(text: string | null): string {
  const key = text === null ? '' : foldText(text)
  return key === '' ? '' : ` ${key} `
}

const without = (key: string, phrases: readonly string[]): string =>
  phrases.reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, '  '), key)

/** Whether a title's key passes a test. Must agree with the same test in the database. */
export function passesTitle(key: string, { phrases, unless, never }: TitleTest): boolean {
  if (never.some((phrase) => key.includes(` ${phrase} `))) return false
  const rest = without(key, unless)
  return phrases.some((phrase) => rest.includes(` ${phrase} `))
}

const CHIEF = / chief (?:[\p{L}\d]+ ){1,4}officer /u

/**
 * Levels stated in a position: owner or partner, and the highest of the others ("Founder & CEO" is both). Empty
 * for none.
 */
export const findSeniorities: (position: string) => Seniority[] = memoize((position: string) => {
  const key = titleKey(position)
  const levels = new Set<Seniority>()
  for (const { level, test } of words().all) if (level && passesTitle(key, test)) levels.add(level)
  if (CHIEF.test(key) && !ASSISTING.some((phrase) => key.includes(` ${phrase} `))) levels.add('c_level')
  // "Responsable marketing", but not "responsable" alone.
  if (splitTitle(position).concepts.some(({ id }) => id === 'head')) levels.add('head')
  for (const word of key.split(' ')) {
    const level = words().compounds.get(word)?.level.level
    if (level) levels.add(level)
  }
  const owns = SENIORITIES.filter((level) => (level === 'owner' || level === 'partner') && levels.has(level))
  const other = SENIORITIES.find((level) => level !== 'owner' && level !== 'partner' && levels.has(level))
  return [...owns, ...(other ? [other] : [])]
})

/** The id of the field of work in a compound such as "marketingleiter", folded. */
export const compoundField = (word: string): string | undefined => words().compounds.get(word)?.field.id

const OWN_WORDS: Record<string, Seniority> = {
  'c suite': 'c_level',
  'c level': 'c_level',
  clevel: 'c_level',
  cxo: 'c_level',
  executive: 'c_level',
  executives: 'c_level',
  'founder owner': 'owner',
  vp: 'vp',
  head: 'head',
  director: 'head',
  'middle management': 'manager',
  'mid senior level': 'senior',
  lead: 'senior',
  entry: 'entry',
  training: 'entry',
  student: 'entry',
}

/** Levels stated in a seniority column; empty for none. */
export function readSeniority(text: string): Seniority[] {
  const known = SENIORITIES.find((level) => level === text.trim().toLowerCase())
  const own = known ?? OWN_WORDS[foldText(text)]
  return own ? [own] : findSeniorities(text)
}
