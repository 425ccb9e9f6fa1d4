import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { hasDialog, useDocumentKey } from '#web/lib/keys.ts'
import {
  isEmptySelection,
  NO_SELECTION,
  type Selection,
  selectSpan,
  toggleRow,
} from '../../lead-data/selection.ts'
import { focusCell, focusedCell, isForCells, runInRow } from './cell-focus.ts'
import { gridCommand, moveRow } from './grid-keys.ts'

/** Elements that need single keys themselves. */
const BUSY = 'input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"], [data-lead-panel]'

/**
 * Buttons and links need Enter, arrows and Esc; letters still go to the grid, also after a dialog returned the
 * focus.
 */
const isBusy = (target: Element | null, key: string): boolean =>
  target?.closest(BUSY) != null || (key.length > 1 && target?.closest('button, a') != null)

/** Opens the previous or next lead; undefined at the ends of the result. */
export interface Beyond {
  back?: () => void
  on?: () => void
}

interface GridKeysInput {
  /** Ids of the page, in order. */
  ids: number[]
  selection: Selection
  onSelect: (next: Selection) => void
  /** The lead whose drawer is open. */
  openId: number | null
  onOpen: (id: number | null) => void
  beyond: Beyond
  /** Renders a (virtual) row, so that it can be focused. */
  reveal: (index: number) => void
  /** The scrolling element with the rows. */
  root: () => HTMLElement | null
  /** The row selected last: a range starts there. */
  anchor: RefObject<number>
  /** Edits a cell; false if its value can't be changed. */
  onEdit: (index: number, field: string) => boolean
}

type Key = KeyboardEvent | ReactKeyboardEvent

/** Enter on a control in a row belongs to that control. */
const isOwnKey = (event: Key): boolean =>
  !(event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button'))

/** The same keys while the focus does not need them. */
function useKeysElsewhere(run: (event: KeyboardEvent) => unknown): void {
  useDocumentKey((event) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.defaultPrevented || target?.closest('[data-lead-grid]') || isBusy(target, event.key)) return
    run(event)
  })
}

/**
 * Focuses rows. A row may exist only after the virtualizer has rendered it; until then it counts as focused, because
 * keys come faster than frames.
 */
function useRowFocus({ root, reveal }: Pick<GridKeysInput, 'root' | 'reveal'>) {
  const frame = useRef(0)
  const give = (index: number, field: string | undefined): boolean => {
    const row = root()?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
    const cell = field === undefined ? null : row?.querySelector<HTMLElement>(`td[data-field="${field}"]`)
    if (cell) focusCell(cell)
    else row?.focus({ preventScroll: true })
    return row != null
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return {
    /** The row, or its cell of this field. */
    to(index: number, field?: string) {
      cancelAnimationFrame(frame.current)
      frame.current = 0
      reveal(index)
      if (give(index, field)) return
      frame.current = requestAnimationFrame(() => {
        frame.current = 0
        give(index, field)
      })
    },
    isInside: () => frame.current !== 0 || root()?.contains(document.activeElement) === true,
  }
}

/**
 * Moving, selecting and opening by key (see grid-keys.ts). The keys also work before the grid has the focus, as long
 * as nothing else needs them. An open drawer follows.
 */
export function useGridKeys(input: GridKeysInput) {
  const { ids, selection, onSelect, openId, onOpen, beyond, reveal, root, anchor, onEdit } = input
  const [active, setActive] = useState(0)

  const focus = useRowFocus({ root, reveal })
  const clear = (): boolean => {
    if (openId !== null) onOpen(null)
    else if (!isEmptySelection(selection)) onSelect(NO_SELECTION)
    else return false
    return true
  }
  const row = {
    isInside: focus.isInside,
    leaveCell: () => focus.to(active),
    onEdit: (field: string) => onEdit(active, field),
  }
  const run = (event: Key) => {
    // A dialog may be open while a row still has the focus, or has just regained it.
    if (hasDialog()) return
    const command = gridCommand(event)
    if (!command || ids.length === 0 || !isOwnKey(event)) return
    if (runInRow(command, event.target, row)) return event.preventDefault()
    if (isForCells(command)) return
    if (command === 'clear') return clear() && event.preventDefault()
    event.preventDefault()
    const id = ids[active]
    if (command === 'open') return id !== undefined && onOpen(id)
    if (command === 'span-here')
      return onSelect(selectSpan(selection, { visibleIds: ids, from: anchor.current, to: active }))
    if (command === 'toggle') {
      anchor.current = active
      return id !== undefined && onSelect(toggleRow(selection, id, ids))
    }
    // The row of an open lead is the active one, wherever the focus went when its page loaded.
    const onRow = openId !== null || focus.isInside()
    if (openId !== null && active === ids.length - 1 && command === 'down') return beyond.on?.()
    if (openId !== null && active === 0 && command === 'up') return beyond.back?.()
    const next = onRow ? moveRow(active, command, ids.length) : Math.min(ids.length - 1, Math.max(0, active))
    if (command === 'span-down' || command === 'span-up')
      onSelect(selectSpan(selection, { visibleIds: ids, from: active, to: next }))
    const neighbour = ids[next]
    if (openId !== null && neighbour !== undefined) onOpen(neighbour)
    setActive(next)
    focus.to(next, focusedCell(event.target)?.dataset.field)
  }
  useKeysElsewhere(run)
  // The row of the open lead is active and scrolled into view.
  const openAt = openId === null ? -1 : ids.indexOf(openId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another lead moves the grid
  useEffect(() => {
    if (openAt < 0) return
    setActive(openAt)
    reveal(openAt)
  }, [openAt])
  return { active, setActive, onKeyDown: run }
}
