import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { chooseLeadView, type LeadView, leadViews, type ViewColumns } from '#contract/leads/views.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/freshness.ts'
import { makeKey } from '#web/lib/query-client.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { isChanged, type ViewsReply } from './view-query.ts'

/** The saved views of a list type. */
export const useViews = (type: ListTypeId) => useEndpoint(leadViews, { query: { type } })

/** Updates the cached views before the next request. */
export const noteViews = (type: ListTypeId, edit: (saved: ViewsReply) => ViewsReply): void => {
  queryClient.setQueryData<ViewsReply>(
    makeKey(leadViews, { query: { type } }),
    (saved) => saved && edit(saved),
  )
}

/** Adds a view from a server response to the cache. */
export const noteView = (type: ListTypeId, view: LeadView): void =>
  noteViews(type, (saved) => ({
    ...saved,
    data: [...saved.data.filter(({ id }) => id !== view.id), view],
  }))

/** Remembers the columns of "All leads". Failures are not reported: the screen shows the columns. */
export function keepColumns(type: ListTypeId, columns: ViewColumns): void {
  noteViews(type, (saved) => ({ ...saved, columns }))
  // Shown instead: nothing: columns are remembered in the background
  call(chooseLeadView, { body: { type, columns }, quiet: true }).catch(() => {})
}

/** How the current query relates to the saved views. */
export interface CurrentView {
  /** The view it started from, if visible to this person. */
  view: LeadView | undefined
  name: string
  /** No view at all, also none of someone else. */
  isAll: boolean
  /** The query differs from the view. */
  changed: boolean
}

/** The current view. */
export function currentView(type: ListTypeId, query: GridQuery, saved: ViewsReply | undefined): CurrentView {
  const view = saved?.data.find(({ id }) => id === query.viewId)
  if (view) return { view, name: view.name, isAll: false, changed: isChanged(type, query, view) }
  // From a colleague's link to a view that is not shared.
  if (query.viewId !== null && saved) return { view, name: 'Unsaved view', isAll: false, changed: true }
  return { view, name: 'All leads', isAll: true, changed: isChanged(type, query, undefined) }
}
