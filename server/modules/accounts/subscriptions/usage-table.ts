import type { UsageMetric } from '#contract/accounts/subscriptions.ts'
import type { UsageCell } from './usage-history-reads.ts'

type Numbers = Record<UsageMetric, number>
export type UsageDay = Numbers & { day: string }
export type UsageOfCustomer = Numbers & { id: number }

const none = (): Numbers => ({ credits: 0, searches: 0, members: 0, storage_bytes: 0 })

const add = (sum: Numbers, cell: Numbers): Numbers => ({
  credits: sum.credits + cell.credits,
  searches: sum.searches + cell.searches,
  members: sum.members + cell.members,
  storage_bytes: sum.storage_bytes + cell.storage_bytes,
})

/** Usage per day; members and storage at its end. */
export function usageByDay(cells: readonly UsageCell[], days: readonly string[]): UsageDay[] {
  const byDay = Map.groupBy(cells, ({ day }) => day)
  let level = cells.filter(({ day }) => day < (days[0] ?? '')).reduce(add, none())
  return days.map((day) => {
    const sum = (byDay.get(day) ?? []).reduce<Numbers>(add, none())
    level = add(level, sum)
    const { members, storage_bytes } = level
    return { day, credits: sum.credits, searches: sum.searches, members, storage_bytes }
  })
}

/** Total usage per customer, highest spender first. */
export const usageByCustomer = (cells: readonly UsageCell[]): UsageOfCustomer[] =>
  [...Map.groupBy(cells, ({ account_id }) => account_id)]
    .map(([id, own]) => ({ id, ...own.reduce<Numbers>(add, none()) }))
    .toSorted((a, b) => b.credits - a.credits || b.searches - a.searches || a.id - b.id)
