import type { Words } from '#contract/core/plural.ts'
import {
  MISS_REASONS,
  type MissReason,
  type StepFigures,
  type WaterfallQuote,
} from '#contract/prospecting/waterfalls.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import { countsByReason, priceLabel, stopAt } from '#web/lib/quoted-start.ts'

export const WANT_LABELS: Record<Want, { title: string; one: string; start: string }> = {
  email: { title: 'Emails', one: 'email', start: 'Look up emails' },
  phone: { title: 'Phone numbers', one: 'phone number', start: 'Look up phone numbers' },
  profile: { title: 'Profiles', one: 'profile', start: 'Look up profiles' },
  details: { title: 'Influencer details', one: 'record', start: 'Enrich' },
}

const SKIPPED: Record<string, Words> = {
  has_value: ['already has one', 'already have one'],
  no_identity: ['doesn’t have enough data', 'don’t have enough data'],
  sample: ['is sample data', 'are sample data'],
}

/** Skipped leads, one line per reason. */
export const skippedLabels = (skipped: Record<string, number>): string[] => countsByReason(skipped, SKIPPED)

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`

/** A source's results for the account, as label and value. */
export const listFigures = (source: StepFigures): { label: string; value: string }[] => [
  { label: 'Price', value: source.price === 0 ? 'Free' : formatCredits(source.price) },
  { label: 'Hit rate', value: share(source.hits, source.requests) },
  { label: 'Bounced', value: share(source.bounced, source.delivered) },
  { label: 'Spent', value: formatCredits(source.credits) },
  { label: 'Response time', value: source.seconds === null ? '–' : `${source.seconds.toFixed(1)} s` },
]

type Start = Pick<WaterfallQuote, 'eligible' | 'credits' | 'available' | 'steps'>

/** Whether there are eligible leads, a connected source, and enough credits. */
export const mayStart = (quote: Start): boolean =>
  quote.eligible > 0 && quote.steps.some(({ is_ready }) => is_ready) && stopAt(quote) !== 0

/** Label of the start button, with the price once it is known. */
export function startLabel(want: Want, quote: Start | undefined): string {
  const { start } = WANT_LABELS[want]
  if (!quote) return start
  if (quote.eligible === 0) return 'Nothing to do'
  if (!quote.steps.some(({ is_ready }) => is_ready)) return 'No source connected'
  return priceLabel(start, quote)
}

const MISSED: Record<MissReason, (noun: string) => string> = {
  not_found: (noun) => `no source had ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
  rejected: (noun) => `the ${noun} that was found doesn’t meet your conditions`,
  failed: () => 'every source failed. Try again later',
  no_source: () => 'no source could search: no website, over your price limit, or paused',
  credits: () => 'credits ran out',
  stopped: () => 'stopped before its turn',
}

/** Leads without a result, one line per reason. */
export const missedLabels = (want: Want, missed: Partial<Record<MissReason, number>>): string[] =>
  MISS_REASONS.flatMap((reason) => {
    const count = missed[reason]
    return count ? [`${formatCount(count, 'lead')}: ${MISSED[reason](WANT_LABELS[want].one)}`] : []
  })

/** Results of a source: `Hunter: 1 of 4 found, 2 failed`. */
export const stepLabel = (step: { label: string; tried: number; found: number; failed: number }): string =>
  `${step.label}: ${formatNumber(step.found)} of ${formatNumber(step.tried)} found${step.failed > 0 ? `, ${formatNumber(step.failed)} failed` : ''}`

/** `3 of 10 leads`. */
export const ofLeads = (found: number, tried: number): string =>
  `${formatNumber(found)} of ${formatCount(tried, 'lead')}`
