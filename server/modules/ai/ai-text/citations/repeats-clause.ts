import type { AiLanguage } from '#contract/ai/ai-prompt-types.ts'
import type { CitableSource } from '#server/providers/models/index.ts'
import { plain } from './find-span.ts'
import { splitWords } from './words.ts'

/** Clauses of a source that contain a quote. */
export interface Span {
  source: CitableSource
  clauses: string[]
}

/** The names behind a text's facts, and the language of the text. */
export interface Owners {
  lead: readonly string[]
  /** Names of its company: "we" on its website. */
  company: readonly string[]
  /** Names of the sender. */
  business: readonly string[]
  language: AiLanguage
}

/** Whether a source is the sender's own. */
export const isOwn = ({ kind }: CitableSource): boolean => kind === 'business' || kind === 'training'

/** A word for comparison; `subject` and `possessive` mark words that refer to the owner of the text. */
interface Compared {
  word: string
  mark: 'subject' | 'possessive' | null
}
type Marks = Record<string, Compared['mark']>

/** The text addresses the lead on behalf of the sender; a page speaks for its owner. */
const OF_LEAD: Marks = { you: 'subject', your: 'possessive', its: 'possessive', their: 'possessive' }
const SPEAKER: Marks = { we: 'subject', our: 'possessive' }
/** Words that refer to someone else on a page than in a sentence about it. */
const PERSONS = new Set('i me my mine myself we us our ours ourselves you your yours yourself'.split(' '))
const THIRD: Record<string, string> = { are: 'is', have: 'has', do: 'does', were: 'was' }
/** Words allowed between a subject and its verb. */
const WITHIN = 2
const INTRODUCTION = /^i (?:read|saw|noticed)(?: on your (?:website|site))? that /i
const REPORT = /^(?:the website says|i read on your website): "(.+)"[.!?]?$/i

/** Replaces names of the business, and pronouns for it, by its mark. */
function compared(text: string, names: readonly string[], marks: Marks): Compared[] {
  const words = splitWords(text).map(({ word }) => word)
  const runs = names
    .map((name) => splitWords(plain(name)).map(({ word }) => word))
    .filter((run) => run.length > 0)
    .toSorted((a, b) => b.length - a.length)
  const found: Compared[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const run = runs.find((run) => run.every((part, n) => words[at + n]?.replace(/'s?$/, '') === part))
    const last = words[at + (run?.length ?? 1) - 1] ?? ''
    if (run) found.push({ word: run.join(' '), mark: last.endsWith("'s") ? 'possessive' : 'subject' })
    else found.push({ word, mark: marks[word] ?? null })
    at += (run?.length ?? 1) - 1
  }
  return found
}

/** Whether one is the third person of the other: "bake" and "bakes". */
const agrees = (a: string, b: string): boolean =>
  [THIRD[a], `${a}s`, `${a}es`, a.replace(/y$/, 'ies')].includes(b)

/** Identical, except for the subject and one verb that agrees with it. */
function isSame(sentence: readonly Compared[], clause: readonly Compared[]): boolean {
  if (sentence.length !== clause.length) return false
  let verbUntil = -1
  return sentence.every((compared, at) => {
    const other = clause[at] as Compared
    if (compared.mark !== null && compared.mark === other.mark) {
      if (compared.mark === 'subject' && compared.word !== other.word) verbUntil = at + WITHIN
      return true
    }
    if (compared.word === other.word) return !PERSONS.has(compared.word)
    if (at > verbUntil) return false
    verbUntil = -1
    return agrees(compared.word, other.word) || agrees(other.word, compared.word)
  })
}

const sameWords = (a: string, b: string): boolean =>
  splitWords(a)
    .map(({ word }) => word)
    .join(' ') ===
  splitWords(b)
    .map(({ word }) => word)
    .join(' ')

/**
 * Whether a sentence repeats a whole clause of its source, apart from the subject and its verb: "Acorn bakes
 * bread" for "We bake bread". Text in quotation marks may be by someone else, so "we" is not replaced there.
 */
export function repeatsClause(sentence: string, { source, clauses }: Span, owners: Owners): boolean {
  const candidates = [...clauses, clauses.join(' ')]
  const report = REPORT.exec(sentence)?.[1]
  if (report !== undefined) return candidates.some((clause) => sameWords(report, clause))
  const own = isOwn(source)
  const names = own ? owners.business : owners.company
  const text = compared(sentence.replace(INTRODUCTION, ''), names, own ? SPEAKER : OF_LEAD)
  const lines = source.text.split('\n').map(plain)
  return candidates.some((clause) => {
    const isSpeech = lines.some((line) => line.includes('"') && line.includes(clauses[0] ?? ''))
    return isSame(text, compared(clause, names, isSpeech ? {} : SPEAKER))
  })
}
