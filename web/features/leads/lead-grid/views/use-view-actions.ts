import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  changeLeadView,
  chooseLeadView,
  deleteLeadView,
  type LeadView,
  restoreLeadView,
} from '#contract/leads/views.ts'
import { call } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { findLayout } from '../../lead-data/use-grid-columns.ts'
import { noteView, noteViews } from './use-views.ts'
import { allLeadsQuery, savedPart, type ViewsReply, viewQuery } from './view-query.ts'

interface Screen {
  type: ListTypeId
  query: GridQuery
  onChange: (next: GridQuery) => void
  stored: ViewsReply | undefined
}

const done = (message: string) => showToast({ kind: 'success', message })

/** Deletes a view, with an undo that also works after leaving the list. */
function useDeletion({ type, query, onChange, stored: saved }: Screen) {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const restore = useMutation({
    // Shown instead: a toast that names the view, with Undo for a deletion
    mutationFn: (view: LeadView) => call(restoreLeadView, { params: { id: view.id }, quiet: 'message' }),
    onSuccess: ({ data }) => {
      noteView(type, data)
      done(`“${data.name}” restored`)
      if (mounted.current) onChange(viewQuery(type, data, query))
    },
  })
  const remove = useMutation({
    mutationFn: (view: LeadView) => call(deleteLeadView, { params: { id: view.id }, quiet: 'message' }),
    onSuccess: (_reply, view) => {
      onChange(allLeadsQuery(type, saved, query))
      showUndoToast(`“${view.name}” deleted`, () => restore.mutate(view))
    },
  })
  return (view: LeadView) => remove.mutate(view)
}

type Change = Partial<Pick<LeadView, 'visibility' | 'filters' | 'sort' | 'columns'>>

/** Actions of the current view. Failures are shown as toasts. */
export function useViewActions(screen: Screen) {
  const { type, query, onChange, stored: saved } = screen
  const change = useMutation({
    mutationFn: ({ view, body }: { view: LeadView; body: Change; toast: string }) =>
      call(changeLeadView, { params: { id: view.id }, body, quiet: 'message' }),
    onSuccess: ({ data }, { toast }) => {
      noteView(type, data)
      done(toast)
    },
  })
  const choose = useMutation({
    mutationFn: (view: LeadView | undefined) =>
      call(chooseLeadView, { body: { type, default_view_id: view?.id ?? null } }),
    onSuccess: (_reply, view) => {
      noteViews(type, (now) => ({ ...now, default_view_id: view?.id ?? null }))
      done(`Your lists now open with “${view?.name ?? 'All leads'}”`)
    },
  })
  return {
    /** Saves the current query to the view. */
    save: (view: LeadView) => {
      const body = savedPart(query, findLayout(type).get().columns)
      change.mutate({ view, body, toast: `“${view.name}” saved` })
    },
    saving: change.isPending,
    share: (view: LeadView, visibility: LeadView['visibility']) => {
      const audience = visibility === 'everyone' ? 'Everyone on the team' : 'Only you'
      change.mutate({ view, body: { visibility }, toast: `${audience} can use “${view.name}” now` })
    },
    remove: useDeletion(screen),
    setDefault: (view: LeadView | undefined) => choose.mutate(view),
    /** Opens a view as saved; without one all leads. */
    open: (view: LeadView | undefined) =>
      onChange(view ? viewQuery(type, view, query) : allLeadsQuery(type, saved, query)),
  }
}

export type ViewActions = ReturnType<typeof useViewActions>
