import type { Reply } from '#contract/core/endpoint.ts'
import type { previewRetention, Searcher } from '#contract/sources/searchers.ts'
import { formatCount } from '#web/lib/format.ts'

type Retention = NonNullable<Searcher['retention']>
type Loss = Reply<typeof previewRetention>['data']

/** Why a number of days can't be saved; null if it can. */
export function daysError(days: number | string, most: number): string | null {
  if (days === '') return 'Field is required'
  if (Number(days) < 1) return 'Enter 1 or more'
  return Number(days) > most ? `The terms allow at most ${formatCount(most, 'day')}` : null
}

/** What the terms allow, and what is kept permanently. */
export function retentionHint(label: string, { max: most, keeps }: Retention): string {
  const permanent = keeps.length > 0 ? ` Kept permanently: ${keeps.join(', ')}.` : ''
  return `The terms of ${label} allow up to ${formatCount(most, 'day')}.${permanent} Values that another source confirms stay.`
}

/** What a change deletes. */
export function lossLabel(label: string, before: number, { days, leads, lists }: Loss): string {
  if (days > before)
    return `New values are kept for ${formatCount(days, 'day')}. Values that were already deleted don’t come back.`
  if (leads === 0)
    return `No values are older than ${formatCount(days, 'day')} yet. From now on, older values are deleted.`
  return `${formatCount(leads, 'lead')} in ${formatCount(lists, 'list')} lose values from ${label} within an hour, and saved exports of ${lists === 1 ? 'this list' : 'these lists'} are deleted. This can’t be undone.`
}
