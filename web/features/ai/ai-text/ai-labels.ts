import { PROMPT_TYPE_LABELS } from '#contract/ai/ai-prompt-types.ts'
import type { AiText, AiTextQuote, Citation, ModelOpinion, SentenceState } from '#contract/ai/ai-text.ts'
import { formatCount, formatCredits, formatDay, formatNumber } from '#web/lib/format.ts'
import { stopAt } from '#web/lib/quoted-start.ts'

const REASONS: Record<string, string> = {
  bad_format: 'the model’s response had the wrong format',
  bad_response: 'we couldn’t read the model’s response',
  wrong_language: 'the text was in another language',
  rate_limited: 'the AI provider limited our requests',
  unavailable: 'we couldn’t reach the model',
  credits: 'you ran out of credits',
  cancelled: 'the run was stopped',
  run_failed: 'the run failed earlier',
  deleted: 'the lead was deleted',
}

/** Why a text was not written. */
export const reasonLabel = (reason: string | null): string =>
  reason === null ? 'nothing relevant was found' : (REASONS[reason] ?? reason.replaceAll('_', ' '))

/** Why there was nothing to write. Templates need a whole sentence, which a model can make of less. */
export const noTextLabel = ({ provider }: Pick<AiText, 'provider'>): string =>
  provider === 'template'
    ? 'No text: this needs a model. The lead’s fields and website give no sentence'
    : 'No text: the sources say nothing relevant'

const DROPPED: Record<string, string> = {
  no_source: 'named no source',
  unknown_source: 'named a source that doesn’t exist',
  not_in_source: 'quoted something that isn’t in its source',
  number: 'had a number that isn’t in its source',
  negation: 'said the opposite of its source',
  name: 'named someone else',
  link: 'had a link in it',
  instruction: 'instructed the reader',
  banned_phrase: 'had a banned phrase',
  too_long: 'exceeded the length limit',
}

/** Why a sentence was left out; earlier versions had more reasons. */
export const droppedLabel = (reason: string): string => DROPPED[reason] ?? 'went beyond its source'

/** Verdict on a sentence; none for a person's own words. */
export const SENTENCE_LOOKS: Record<SentenceState, { state: string; label: string }> = {
  quoted: { state: 'found', label: 'Quoted' },
  not_verified: { state: 'potential', label: 'Not verified' },
}

/** The model's second opinion on a sentence, labelled as such. */
export const OPINION_LOOKS: Record<ModelOpinion, { state: string; label: string }> = {
  supported: { state: 'unchecked', label: 'Model says: supported' },
  not_supported: { state: 'not_found', label: 'Model says: not supported' },
}

/** Number of sentences to compare with their quotes: "2 not verified", or nothing. */
export const unverifiedLabel = ({ sentences }: Pick<AiText, 'sentences'>): string => {
  const count = sentences.filter(({ state }) => state === 'not_verified').length
  return count === 0 ? '' : `${formatNumber(count)} not verified`
}

/** Name of a text: "First line", or the name of a custom prompt. */
export const textName = ({ prompt_type, prompt_name }: AiText): string =>
  prompt_name && prompt_name !== PROMPT_TYPE_LABELS[prompt_type]
    ? `${PROMPT_TYPE_LABELS[prompt_type]} · ${prompt_name}`
    : PROMPT_TYPE_LABELS[prompt_type]

const KINDS: Record<Citation['kind'], string> = {
  field: 'This lead',
  page: 'Its website',
  signal: 'A check of its website',
  training: 'Your training',
  business: 'Your business profile',
}

/** Source of a sentence: "Its website, Jan 2, 2026". */
export const citationLabel = ({ kind, title, date }: Citation): string =>
  [kind === 'training' ? title : KINDS[kind], date ? formatDay(date) : ''].filter(Boolean).join(', ')

/** Label of the start button, with the price once it is known. */
export function startLabel(quote: AiTextQuote | undefined): string {
  if (!quote) return 'Write texts'
  if (quote.texts === 0) return 'Nothing to do'
  const stop = stopAt(quote)
  if (stop === 0) return 'No credits left'
  // Templates write only where there is a sentence to write.
  const most = quote.provider === 'template' ? 'up to ' : ''
  const summary = `Write ${most}${formatCount(quote.texts, 'text')}`
  if (stop !== null) return `${summary} · stop at ${formatCredits(stop)}`
  return quote.credits.max === 0
    ? `${summary} · free`
    : `${summary} · up to ${formatCredits(quote.credits.max)}`
}

/** The writer, in one sentence. */
export function writerLabel({
  provider,
  model,
  level,
}: Pick<AiTextQuote, 'provider' | 'model' | 'level'>): string {
  if (provider === 'template') return 'Built-in templates (no AI)'
  const keyLabel = level === 'account' ? 'your own key' : 'your provider’s key'
  return `${model ?? 'A model'}, with ${keyLabel}`
}
