import { defaultStringifySearch } from '@tanstack/react-router'
import { listRef } from '#web/lib/list-ref.ts'
import { encodeGridQuery, type GridQuery } from './grid-query.ts'
import type { ListTarget } from './use-leads.ts'

/** Address of a list's page, with the query it shows. */
export const listPath = (target: ListTarget, query: GridQuery): string =>
  `/saved-lists/${listRef(target.type, target.id)}${defaultStringifySearch(encodeGridQuery(query))}`

/** Address of a lead's own page; it carries the list's query, so that the page knows its neighbours. */
export const leadPath = (target: ListTarget, query: GridQuery, leadId: number): string => {
  const search = defaultStringifySearch(encodeGridQuery({ ...query, lead: null }))
  return `/saved-lists/${listRef(target.type, target.id)}/${leadId}${search}`
}
