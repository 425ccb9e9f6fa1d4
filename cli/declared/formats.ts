import type { Package } from '#contract/accounts/plans.ts'
import type { Run } from '#contract/activity/runs.ts'
import type { AdminUser } from '#contract/admin/users.ts'
import type { Generation } from '#contract/ai/platform-prompts.ts'
import { CURRENCIES, type Currency, moneyText } from '#contract/core/money.ts'
import type { SourceStats } from '#contract/sources/source-stats.ts'
import { progressText } from '../runs/run-report.ts'
import { formatPercent, groupedNumber } from '../terminal/progress-bar.ts'

const amount = ([currency, minor]: [string, number]): string =>
  Object.hasOwn(CURRENCIES, currency) ? moneyText(minor, currency as Currency) : `${minor} ${currency}`

/** Formats of a value in the texts of declared commands; those of a whole record have no name before them: `{|price}`. */
export const FORMATS = {
  number: groupedNumber,
  /** A rate from 0 to 1. */
  percent: (rate: number) => formatPercent(rate, 1),
  decimal: (value: number) => value.toFixed(1),
  day: (moment: string) => moment.slice(0, 10),
  minute: (moment: string) => moment.slice(0, 16).replace('T', ' '),
  words: (words: readonly string[]) => words.join(' '),
  /** Minor units by currency. */
  money: (sums: Record<string, number>) => Object.entries(sums).map(amount).join(', '),
  person: ({ first_name, last_name, email }: AdminUser) => `${first_name} ${last_name}`.trim() || email,
  price: ({ price_minor, currency, period }: Package) =>
    price_minor > 0 && currency ? `${moneyText(price_minor, currency)} a ${period}` : 'free',
  saleState: ({ problem, state }: Package) => (problem ? `not for sale: ${problem}` : state),
  progress: (run: Run) => progressText(run),
  runState: (run: Run) => (run.cancel_requested && run.state === 'running' ? 'stopping' : run.state),
  tokens: (text: Generation) => text.prompt_tokens + text.completion_tokens,
  bounceRate: ({ addresses, bounced }: SourceStats) =>
    addresses === 0 ? '' : formatPercent(bounced / addresses, 1),
} as const satisfies Record<string, (value: never) => string | number>
