import type { Words } from '#contract/core/plural.ts'
import type { EnrichAction, EnrichQuote } from '#contract/prospecting/enrichment.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import { countsByReason, priceLabel, stopAt } from '#web/lib/quoted-start.ts'

interface ActionLabel {
  title: string
  /** What it does and costs, in a sentence or two. */
  about: string
  /** Singular and plural of what is found. */
  unit: readonly [string, string]
}

export const ACTION_LABELS: Record<EnrichAction, ActionLabel> = {
  'find-emails': {
    title: 'Find emails',
    about:
      'Reads these leads’ websites and verifies the emails it finds. 1 credit per found or potential email. Emails whose check couldn’t tell, guessed emails, phones, profiles and misses are free.',
    unit: ['address', 'addresses'],
  },
  'get-employees': {
    title: 'Get employees',
    about:
      'Reads these companies’ websites, then asks the people sources you’ve connected, and adds the people to a people list. People on websites are free.',
    unit: ['person', 'people'],
  },
  'check-websites': {
    title: 'Check websites',
    about:
      'Reads these leads’ websites and notes what they lack: a contact form, online booking, HTTPS, a page for phones and more, each with its evidence.',
    unit: ['lead', 'leads'],
  },
  verify: {
    title: 'Verify emails',
    about: 'Verifies these leads’ addresses again and updates their state. Free.',
    unit: ['check', 'checks'],
  },
}

const SKIPPED: Record<string, Words> = {
  has_email: ['already has an email', 'already have an email'],
  no_website: ['has no website', 'have no website'],
  no_name: ['has no name', 'have no name'],
  no_email: ['has no email', 'have no email'],
  sample: ['is sample data', 'are sample data'],
}

/** Skipped leads, one line per reason, the most frequent first. */
export const skippedLabels = (skipped: EnrichQuote['skipped']): string[] => countsByReason(skipped, SKIPPED)

/** `About 12 (at most 45)`; a single number for an exact quote. */
export function spanLabel({ min, expected, max }: EnrichQuote['credits']): string {
  if (min === max) return formatNumber(max)
  return `About ${formatNumber(expected)} (at most ${formatNumber(max)})`
}

const SMTP: Partial<Record<EnrichQuote['smtp'], string>> = {
  closed:
    'Mailboxes can’t be checked because port 25 is closed. We check spelling, domain and mail servers, and addresses count as potential at best.',
  off: 'Mailbox checks are turned off on this installation. We check spelling, domain and mail servers, and addresses count as potential at best.',
}

/** Consequence of unavailable mailbox checks; null if they are available. */
export const smtpNotice = (smtp: EnrichQuote['smtp']): string | null => SMTP[smtp] ?? null

/** Maximum results and cost of a people source: `up to 40 people, 120 credits`. */
export const sourceLabel = ({ people, credits }: EnrichQuote['sources'][number]): string =>
  people.max === 0
    ? 'nobody'
    : `up to ${formatCount(people.max, 'person', 'people')}, ${credits.max === 0 ? 'free' : formatCredits(credits.max)}`

export type QuoteFigures = Pick<EnrichQuote, 'eligible' | 'credits' | 'available'> & {
  sources?: EnrichQuote['sources']
}

/** Whether there are eligible leads, and credits to pay for them. */
export const mayStart = (quote: QuoteFigures): boolean => quote.eligible > 0 && stopAt(quote) !== 0

/** Label of the start button, with the price once it is known. */
export function startLabel(action: EnrichAction, quote: QuoteFigures | undefined): string {
  const { title, unit } = ACTION_LABELS[action]
  if (!quote) return title
  if (quote.eligible === 0) return 'Nothing to do'
  if (action === 'check-websites' && quote.credits.max === 0)
    return `Check ${formatCount(quote.eligible, 'lead')} · free`
  if (action === 'verify') return `Verify ${formatCount(quote.eligible, 'email')} · free`
  const isForAddresses = unit[0] === 'person' && !quote.sources?.some(({ credits }) => credits.max > 0)
  return priceLabel(title, quote, isForAddresses ? ' for addresses' : '')
}
