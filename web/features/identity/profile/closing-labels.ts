import { wordFor } from '#contract/core/plural.ts'
import type { AccountClosing } from '#contract/privacy/account-closing.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'

/** What closing removes, one line each, without zeros. */
export function lossLines({ loses }: Pick<AccountClosing, 'loses'>): string[] {
  const lines: [number, string][] = [
    [
      loses.lists + loses.leads,
      `${formatCount(loses.lists, 'list')} with ${formatCount(loses.leads, 'lead')}, their history, notes and labels`,
    ],
    [loses.members, `Access of ${formatCount(loses.members, 'other person', 'other people')}`],
    [
      loses.runs,
      `${formatCount(loses.runs, 'run')} in progress, which ${wordFor(loses.runs, ['stops', 'stop'])}`,
    ],
    [
      loses.webhooks,
      `${formatCount(loses.webhooks, 'webhook')}, which ${wordFor(loses.webhooks, ['stops', 'stop'])} sending`,
    ],
    [loses.api_keys, `${formatCount(loses.api_keys, 'API key')}`],
    [
      loses.credits,
      `${formatCredits(loses.credits)} that ${wordFor(loses.credits, ['is', 'are'])} left and won’t be paid out`,
    ],
  ]
  return lines.filter(([count]) => count > 0).map(([, text]) => text)
}
