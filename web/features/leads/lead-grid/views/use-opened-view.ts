import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { showToast } from '#web/lib/toast.ts'
import { readColumns, writeColumns } from '../../lead-data/grid-columns.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { findLayout, showColumns } from '../../lead-data/use-grid-columns.ts'
import type { SetGridQuery } from '../../lead-data/use-grid-query.ts'
import { useListTab } from '../../lead-data/use-list-tab.ts'
import { keepColumns, useViews } from './use-views.ts'
import { openedQuery } from './view-query.ts'

/** Debounce before columns are written to the address: not for every pixel of a resize. */
const SETTLE_MS = 400

/** A manual change that is not in the address yet, and its view. */
interface Pending {
  timer: ReturnType<typeof setTimeout>
  viewId: number | null
}

/** Shows the columns of the address, and writes manual changes there. */
function useColumnsInAddress(type: ListTypeId, query: GridQuery, setQuery: SetGridQuery): void {
  const latest = useRef(query)
  const written = useRef('')
  const pending = useRef<Pending>(undefined)
  /** The address has changed in the meantime; columns outside a view are remembered anyway. */
  const letGo = useCallback(() => {
    if (!pending.current) return
    clearTimeout(pending.current.timer)
    if (pending.current.viewId === null) keepColumns(type, findLayout(type).get().columns)
    pending.current = undefined
  }, [type])
  useLayoutEffect(() => {
    latest.current = query
  })
  useLayoutEffect(() => {
    const columns = readColumns(type, query.cols)
    if (!columns || query.cols === written.current) return
    letGo()
    written.current = query.cols
    if (writeColumns(type, findLayout(type).get().columns) !== query.cols) showColumns(type, columns)
  }, [type, query.cols, letGo])
  useEffect(() => {
    const store = findLayout(type)
    let { edits } = store.get()
    const settle = () => {
      pending.current = undefined
      const { columns } = store.get()
      written.current = writeColumns(type, columns)
      if (latest.current.viewId === null) keepColumns(type, columns)
      setQuery({ ...latest.current, cols: written.current }, { replace: true })
    }
    const stop = store.subscribe(() => {
      if (store.get().edits === edits) return
      edits = store.get().edits
      clearTimeout(pending.current?.timer)
      pending.current = { timer: setTimeout(settle, SETTLE_MS), viewId: latest.current.viewId }
    })
    return () => {
      stop()
      letGo()
    }
  }, [type, setQuery, letGo])
}

/**
 * Completes an address without columns: from the view it names, the person's default view, or all leads. From then
 * on the address alone decides what is shown, so that everyone who opens it sees the same.
 * @returns whether the query says which leads are meant.
 */
export function useOpenedView(type: ListTypeId, query: GridQuery, setQuery: SetGridQuery): boolean {
  const views = useViews(type)
  const tab = useListTab(type)
  const complete = query.cols !== ''
  const elsewhere = tab !== 'leads'
  const waits = complete || views.isPending || elsewhere
  useEffect(() => {
    if (waits) return
    const opened = openedQuery(type, query, views.data)
    if (query.viewId !== opened.viewId && query.viewId !== null)
      showToast({ kind: 'info', message: 'That view was deleted or isn’t shared with you' })
    setQuery(opened, { replace: true })
  }, [waits, type, query, views.data, setQuery])
  useColumnsInAddress(type, query, setQuery)
  return complete || elsewhere
}
