import type { SubscriptionReport } from '#contract/admin/statistics/subscription-report.ts'
import { moneyText } from '#contract/core/money.ts'

/** The report in a few lines of an email: this month, with the last one in brackets. */
export function reportLines({ now, months }: SubscriptionReport): string[] {
  const [before, current] = [months.at(-2), months.at(-1)]
  if (!current) return []
  const beside = (value: number | undefined) => (value === undefined ? '' : ` (last month: ${value})`)
  const currencies = [...new Set([...Object.keys(current.mrr), ...Object.keys(before?.mrr ?? {})])].sort()
  return [
    ...currencies.map((currency) => {
      const last = before ? ` (last month: ${moneyText(before.mrr[currency] ?? 0, currency)})` : ''
      return `MRR: ${moneyText(current.mrr[currency] ?? 0, currency)}${last}`
    }),
    `New subscriptions: ${current.new}${beside(before?.new)}`,
    `Churned: ${current.churned}${beside(before?.churned)}`,
    `Trials started: ${current.trials}${beside(before?.trials)}`,
    `Now: ${now.active} active, ${now.trialing} on trial, ${now.past_due} past due, ${now.paused} paused`,
  ]
}
