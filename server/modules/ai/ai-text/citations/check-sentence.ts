import type { AiLanguage } from '#contract/ai/ai-prompt-types.ts'
import type { SentenceState } from '#contract/ai/ai-text.ts'
import type { CitableSource } from '#server/providers/models/index.ts'
import { findClauses, plain } from './find-span.ts'
import { isOwn, type Owners, repeatsClause, type Span } from './repeats-clause.ts'
import { splitWords, type Word } from './words.ts'

export interface CitedSentence {
  text: string
  citations: readonly { source: string; quote: string }[]
}

/** Why a sentence was rejected. */
type DropReason = 'no_source' | 'unknown_source' | 'not_in_source' | 'number' | 'negation' | 'name'

export type SentenceVerdict =
  | { ok: true; state: SentenceState | null; spans: Span[] }
  | { ok: false; reason: DropReason }

/** Negations, by language of the text. */
const NEGATIONS: Record<AiLanguage, string> = {
  en: 'not no never none neither nor nobody nothing without cannot',
  de: 'nicht kein keine keinen keinem keiner nie niemals ohne weder nichts niemand',
  fr: 'pas jamais aucun aucune sans ni rien personne',
  es: 'no nunca sin ningún ninguna ningun tampoco nada nadie',
  it: 'non mai senza nessun nessuno nessuna né niente',
  nl: 'niet geen nooit zonder niets niemand',
  pt: 'não nunca sem nenhum nenhuma nem nada ninguém',
}
/** Our closing lines, which need no quote. */
export const CLOSINGS: Record<AiLanguage, string> = {
  en: 'Would you be open to a short call?',
  de: 'Hätten Sie Zeit für ein kurzes Gespräch?',
  fr: 'Auriez-vous le temps pour un court appel ?',
  es: '¿Tendría tiempo para una breve llamada?',
  it: 'Avrebbe tempo per una breve chiamata?',
  nl: 'Heeft u tijd voor een kort gesprek?',
  pt: 'Teria tempo para uma breve chamada?',
}

function isNegated(text: string, language: AiLanguage): boolean {
  const negations = NEGATIONS[language].split(' ')
  return splitWords(text.replace(/\bnot (?:only|just)\b|\bnon-/gi, ' ')).some(
    ({ word }) => word.endsWith("n't") || negations.includes(word),
  )
}

const drop = (reason: DropReason): SentenceVerdict => ({ ok: false, reason })

/** Without a quote nothing can be verified: only a question is allowed, for review by a person. */
function judgeUncited(text: string, words: readonly Word[], { language }: Owners): SentenceVerdict {
  if (text === CLOSINGS[language]) return { ok: true, state: null, spans: [] }
  const claims = words.some(({ isNumber, isName }) => isNumber || isName)
  return text.endsWith('?') && !claims ? { ok: true, state: 'not_verified', spans: [] } : drop('no_source')
}

function findSpans(
  { citations }: CitedSentence,
  sources: readonly CitableSource[],
): Span[] | 'unknown_source' | 'not_in_source' {
  const spans: Span[] = []
  for (const { source: id, quote } of citations) {
    const source = sources.find((source) => source.id === id)
    if (!source) return 'unknown_source'
    const clauses = findClauses(source.text, quote)
    if (!clauses) return 'not_in_source'
    spans.push({ source, clauses })
  }
  return spans
}

/** The words of a text for comparison, without possessives. */
const bare = (word: string) => word.replace(/'s?$/, '')
const bareWords = (text: string) => splitWords(plain(text)).map(({ word }) => bare(word))

/**
 * The verdict on a sentence. Its quotes must be in their sources word for word, and its numbers, names, currency
 * signs and negations in the clauses around them, or it is rejected. It is quoted when it repeats such a clause
 * apart from the subject; everything else is unverified.
 */
export function checkSentence(
  sentence: CitedSentence,
  sources: readonly CitableSource[],
  owners: Owners,
): SentenceVerdict {
  const text = plain(sentence.text)
  const words = splitWords(text, owners.language === 'de')
  if (sentence.citations.length === 0) return judgeUncited(text, words, owners)
  const spans = findSpans(sentence, sources)
  if (typeof spans === 'string') return drop(spans)
  const sourceText = spans.flatMap(({ clauses }) => clauses).join('. ')
  const names = spans.flatMap(({ source }) => (isOwn(source) ? owners.business : owners.lead))
  const sourceWords = new Set(bareWords(sourceText))
  const named = new Set(bareWords(names.join(' ')))
  const missing = words.filter(({ word }) => !sourceWords.has(bare(word)))
  if (missing.some(({ isNumber, word }) => isNumber && !named.has(word))) return drop('number')
  if (missing.some(({ isName, word }) => isName && !named.has(bare(word)))) return drop('name')
  if (isNegated(text, owners.language) !== isNegated(sourceText, owners.language)) return drop('negation')
  const isQuoted = spans.some((span) => repeatsClause(text, span, owners))
  return { ok: true, state: isQuoted ? 'quoted' : 'not_verified', spans }
}
