import { PROMPT_TYPE_LABELS } from '#contract/ai-prompt-types.ts'
import type { AiText, AiTextQuote, Citation } from '#contract/ai-text.ts'
import { formatCredits, formatDay, formatNumber } from '#web/lib/format.ts'

const REASONS: Record<string, string> = {
  bad_format: 'the model did not keep to the form of the answer',
  bad_response: 'the answer of the model could not be read',
  wrong_language: 'the text was in another language',
  rate_limited: 'the model’s vendor asked to slow down',
  unavailable: 'the model could not be reached',
  credits: 'the credits were spent',
  cancelled: 'the run was stopped',
  run_failed: 'the run failed before',
  deleted: 'the lead was deleted',
}

/** Why a text was not written, in words. */
export const reasonWords = (reason: string | null): string =>
  reason === null ? 'nothing to say' : (REASONS[reason] ?? reason.replaceAll('_', ' '))

const DROPPED: Record<string, string> = {
  no_source: 'named no source',
  unknown_source: 'named a source that is not there',
  not_in_source: 'quoted words that its source does not have',
  number: 'had a number that its source does not have',
  negation: 'turned a yes into a no',
  name: 'named somebody else',
  opposite: 'said the opposite',
  comparison: 'compared more than its source does',
  role: 'gave somebody another role',
  plan: 'took a plan for a fact',
  past: 'took something past for present',
  subject: 'said it of somebody else',
  words: 'said more than its source',
  link: 'had a link in it',
  instruction: 'told the reader what to do',
  banned_phrase: 'had a phrase that you have banned',
  too_long: 'was one too many for the length',
}

/** Why a sentence was left out, in words. */
export const droppedWords = (reason: string): string => DROPPED[reason] ?? reason.replaceAll('_', ' ')

/** How a text is called: "First line", or the name of one's own prompt. */
export const textName = ({ prompt_type, prompt_name }: AiText): string =>
  prompt_name && prompt_name !== PROMPT_TYPE_LABELS[prompt_type]
    ? `${PROMPT_TYPE_LABELS[prompt_type]} · ${prompt_name}`
    : PROMPT_TYPE_LABELS[prompt_type]

const KINDS: Record<Citation['kind'], string> = {
  field: 'This lead',
  page: 'Its website',
  training: 'Your training',
  business: 'Your business profile',
}

/** Where a sentence comes from: "Its website, Jan 2, 2026". */
export const citationWords = ({ kind, title, date }: Citation): string =>
  [kind === 'training' ? title : KINDS[kind], date ? formatDay(date) : ''].filter(Boolean).join(', ')

/** The most that a run may cost when the wallet has less; null when the wallet covers it. */
export const stopAt = ({ credits, available }: Pick<AiTextQuote, 'credits' | 'available'>): number | null =>
  credits.max > available ? Math.max(0, available) : null

/** Words of the button, with the price as soon as it is known. */
export function startWords(quote: AiTextQuote | undefined): string {
  if (!quote) return 'Write texts'
  if (quote.texts === 0) return 'Nothing to do'
  const stop = stopAt(quote)
  if (stop === 0) return 'No credits left'
  const what = `Write ${formatNumber(quote.texts)} ${quote.texts === 1 ? 'text' : 'texts'}`
  if (stop !== null) return `${what} · stop at ${formatCredits(stop)}`
  return quote.credits.max === 0 ? `${what} · free` : `${what} · up to ${formatCredits(quote.credits.max)}`
}

/** Who writes, in a sentence. */
export function writerWords({
  provider,
  model,
  level,
}: Pick<AiTextQuote, 'provider' | 'model' | 'level'>): string {
  if (provider === 'template') return 'Templates, without a model'
  const whose = level === 'account' ? 'your own key' : 'the key of your provider'
  return `${model ?? 'A model'}, with ${whose}`
}
