import { useQuery } from '@tanstack/react-query'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { chooseLeadView, type LeadView, leadViews, type ViewColumns } from '#contract/leads/views.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/freshness.ts'
import { endpointQuery, keyOf } from '#web/lib/query-client.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { isChanged, type ViewsReply } from './view-query.ts'

/** The saved views of a list type. */
export const useViews = (type: ListTypeId) => useQuery(endpointQuery(leadViews, { query: { type } }))

/** Changes what is known of the views before the server is asked again. */
export const noteViews = (type: ListTypeId, edit: (saved: ViewsReply) => ViewsReply): void => {
  queryClient.setQueryData<ViewsReply>(keyOf(leadViews, { query: { type } }), (saved) => saved && edit(saved))
}

/** Takes a view that the server has just answered into what is known. */
export const noteView = (type: ListTypeId, view: LeadView): void =>
  noteViews(type, (saved) => ({
    ...saved,
    data: [...saved.data.filter(({ id }) => id !== view.id), view],
  }))

/** Keeps the columns of "All leads" for the next time. Nothing is said when that fails: the screen shows them. */
export function keepColumns(type: ListTypeId, columns: ViewColumns): void {
  noteViews(type, (saved) => ({ ...saved, columns }))
  call(chooseLeadView, { body: { type, columns }, quiet: true }).catch(() => {})
}

/** How the query on screen stands to the saved views. */
export interface CurrentView {
  /** The view it started with, as far as this person sees it. */
  view: LeadView | undefined
  name: string
  /** No view, and none that someone else has. */
  isAll: boolean
  /** It shows something else than the view. */
  changed: boolean
}

/** The view that is on screen. */
export function currentView(type: ListTypeId, query: GridQuery, saved: ViewsReply | undefined): CurrentView {
  const view = saved?.data.find(({ id }) => id === query.viewId)
  if (view) return { view, name: view.name, isAll: false, changed: isChanged(type, query, view) }
  // From the link of a colleague whose view is not shared.
  if (query.viewId !== null && saved) return { view, name: 'Unsaved view', isAll: false, changed: true }
  return { view, name: 'All leads', isAll: true, changed: isChanged(type, query, undefined) }
}
