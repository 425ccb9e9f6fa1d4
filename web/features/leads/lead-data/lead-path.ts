import { defaultStringifySearch } from '@tanstack/react-router'
import { listRef } from '#web/lib/list-ref.ts'
import { type GridQuery, gridSearch } from './grid-query.ts'
import type { ListTarget } from './use-leads.ts'

/** An address in the router's form. */
export interface Destination {
  to: string
  search: () => Record<string, unknown>
}

/** A list's page, with the query it shows. */
export const listLink = (target: ListTarget, query: GridQuery): Destination => ({
  to: `/saved-lists/${listRef(target.type, target.id)}`,
  search: () => gridSearch(target.type).write({ ...query, lead: null }),
})

/** A lead's page, with the list's query for its neighbors. */
export function leadLink(target: ListTarget, query: GridQuery, leadId: number): Destination {
  const { to, search } = listLink(target, query)
  return { to: `${to}/${leadId}`, search }
}

/** The address as text, for links that open in a new tab. */
export function leadHref(target: ListTarget, query: GridQuery, leadId: number): string {
  const { to, search } = leadLink(target, query, leadId)
  return to + defaultStringifySearch(search())
}
