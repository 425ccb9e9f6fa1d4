import { defaultStringifySearch } from '@tanstack/react-router'
import { listRef } from '#web/lib/list-ref.ts'
import { type GridQuery, gridSearch } from './grid-query.ts'
import type { ListTarget } from './use-leads.ts'

/** An address in the router's words. */
export interface Destination {
  to: string
  /** Typed as never because the router's pages are data: it knows no page's own parameters. */
  search: () => never
}

/** A list's page, with the query it shows. */
export const listLink = (target: ListTarget, query: GridQuery): Destination => ({
  to: `/saved-lists/${listRef(target.type, target.id)}`,
  search: () => gridSearch(target.type).write({ ...query, lead: null }) as never,
})

/** A lead's own page; it carries the list's query, so that the page knows its neighbours. */
export function leadLink(target: ListTarget, query: GridQuery, leadId: number): Destination {
  const { to, search } = listLink(target, query)
  return { to: `${to}/${leadId}`, search }
}

/** The same as text, for links that open in a new tab. */
export function leadHref(target: ListTarget, query: GridQuery, leadId: number): string {
  const { to, search } = leadLink(target, query, leadId)
  return to + defaultStringifySearch(search())
}
