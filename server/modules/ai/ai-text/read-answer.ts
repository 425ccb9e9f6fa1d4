import * as z from 'zod/mini'
import type { RunPrompt } from '#contract/activity/run-kinds/ai-text.ts'
import type { AiSentence } from '#contract/ai/ai-text.ts'
import { guessLanguage } from '#server/platform/text/guess-language.ts'
import type { CitableSource } from '#server/providers/models/index.ts'
import { checkSentence } from './citations/check-sentence.ts'
import type { Owners } from './citations/repeats-clause.ts'
import { addressesModel, plainText } from './quarantine.ts'

const Cited = z.object({ source: z.string(), quote: z.string() })
const Sentence = z.object({
  text: z.string().check(z.maxLength(2000)),
  citations: z.optional(z.array(Cited).check(z.maxLength(6))),
  source: z.optional(z.string()),
  quote: z.optional(z.string()),
})
const Answer = z.union([
  z.object({ sentences: z.array(Sentence).check(z.maxLength(40)) }),
  z.object({ no_signal: z.literal(true) }),
])

export interface AnswerContext {
  prompt: RunPrompt
  sources: readonly CitableSource[]
  owners: Omit<Owners, 'language'>
  bannedPhrases: readonly string[]
  /** Written by our templates, whose words around quoted values are ours. */
  isTemplate?: boolean
}

export type ReadAnswer =
  | { state: 'written'; text: string; sentences: AiSentence[]; dropped: Dropped[] }
  | { state: 'no_signal'; dropped: Dropped[] }
  | { state: 'failed'; reason: 'bad_format' | 'wrong_language'; dropped: Dropped[] }
interface Dropped {
  text: string
  reason: string
}

const LINK =
  /https?:\/\/|www\.|\b[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:com|net|org|io|co|de|fr|es|it|nl|uk|eu|app|dev|ai|xyz|info|biz|example|test|ru|cn)\b|[\w.+-]+@[\w-]+\.\w+|\b(?:javascript|data|mailto|tel):/iu
const MARKDOWN_LINK = /!?\[([^\]]*)\]\([^)]*\)/g
const IMPERATIVE =
  /^(?:please\s+)?(?:visit|click|call|send|transfer|pay|wire|download|go|buy|install|run|contact|email|subscribe|follow|enter|type|open|ignore|tell|forward)\b/i
const LONGEST_SHOWN = 300

/** A sentence without tags, markdown and invisible characters. */
const clean = (text: string) =>
  plainText(text.replace(MARKDOWN_LINK, '$1'))
    .replace(/[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The JSON object of an answer, also inside a code fence. */
function parse(text: string): z.output<typeof Answer> | null {
  const body = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '')
  if (body === 'NO_SIGNAL') return { no_signal: true }
  try {
    const read = Answer.safeParse(JSON.parse(body))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Why a sentence is rejected whatever it cites; null when it is not. */
function findRejection(text: string, { bannedPhrases }: AnswerContext): string | null {
  const folded = text.toLowerCase()
  if (LINK.test(text)) return 'link'
  if (IMPERATIVE.test(text) || addressesModel(text)) return 'instruction'
  if (bannedPhrases.some((phrase) => phrase && folded.includes(phrase.toLowerCase()))) return 'banned_phrase'
  return null
}

function judge(raw: z.output<typeof Sentence>, context: AnswerContext): AiSentence | Dropped {
  const text = clean(raw.text)
  const listed = raw.citations ?? (raw.source ? [{ source: raw.source, quote: raw.quote ?? '' }] : [])
  const shown = text.slice(0, LONGEST_SHOWN)
  const fault = findRejection(text, context)
  if (fault) return { text: shown, reason: fault }
  const owners = { ...context.owners, language: context.prompt.language }
  const verdict = checkSentence({ text, citations: listed }, context.sources, owners)
  if (!verdict.ok) return { text: shown, reason: verdict.reason }
  const citations = verdict.spans.map(({ source, clauses }) => {
    const { kind, title, url, date } = source
    return { kind, title, url, date, quote: plainText(clauses.join(' ')).slice(0, 500) }
  })
  const isOurs = context.isTemplate === true && citations.length > 0
  return { text, state: isOurs ? 'quoted' : verdict.state, citations }
}

/** The first sentences that fit the length. */
function withinLength(sentences: AiSentence[], max: number): { kept: AiSentence[]; dropped: Dropped[] } {
  let length = 0
  const cut = sentences.findIndex(({ text }) => {
    length += text.length + 1
    return length - 1 > max
  })
  const at = cut < 0 ? sentences.length : cut
  const dropped = sentences
    .slice(at)
    .map(({ text }) => ({ text: text.slice(0, LONGEST_SHOWN), reason: 'too_long' }))
  return { kept: sentences.slice(0, at), dropped }
}

/**
 * Builds a text from a model's answer: only sentences with quotes that are in their sources, without links and
 * tags, within the length, in the requested language. Without any fact left there is no text.
 */
export function readAnswer(answer: string, context: AnswerContext): ReadAnswer {
  const read = parse(answer)
  if (!read) return { state: 'failed', reason: 'bad_format', dropped: [] }
  if ('no_signal' in read) return { state: 'no_signal', dropped: [] }
  const judged = read.sentences
    .filter(({ text }) => text.trim() !== '')
    .map((sentence) => judge(sentence, context))
  const good = judged.filter((item): item is AiSentence => 'citations' in item)
  const bad = judged.filter((item): item is Dropped => 'reason' in item)
  const { kept, dropped: tooLong } = withinLength(good, context.prompt.max_characters)
  const dropped = [...bad, ...tooLong]
  // Greetings and closings alone are not a text.
  if (!kept.some(({ citations }) => citations.length > 0)) return { state: 'no_signal', dropped }
  const text = kept.map((item) => item.text).join(' ')
  // A quotation stays in the language of its page.
  const language = guessLanguage(text.replace(/“[^”]*”/gu, ''))
  if (language !== null && language !== context.prompt.language)
    return { state: 'failed', reason: 'wrong_language', dropped }
  return { state: 'written', text, sentences: kept, dropped }
}
