import { useRef } from 'react'
import { type RowKey, type Selecting, toggled } from './data-table-parts.ts'

/** The checkboxes of one page. */
export interface Ticks {
  has: (key: RowKey) => boolean
  /** Ticks a row; with shift, the range from the row ticked last. */
  toggle: (at: number, shift: boolean) => void
  /** Counts of selected and all rows of this page. */
  here: number
  rows: number
  /** Selects or deselects this page. */
  togglePage: () => void
}

/** Checkbox state and handlers; undefined without selection. */
export function useTicks<Row>(
  rows: readonly Row[],
  getKey: (row: Row) => RowKey,
  selecting: Selecting<Row> | undefined,
): Ticks | undefined {
  const last = useRef<number | null>(null)
  if (!selecting) return undefined
  const { chosen, onChange } = selecting
  const here = rows.filter((row) => chosen.has(getKey(row))).length
  return {
    has: (key) => chosen.has(key),
    toggle: (at, shift) => {
      onChange(toggled(chosen, { rows, getKey, at, from: shift ? last.current : null }))
      last.current = at
    },
    here,
    rows: rows.length,
    togglePage: () => {
      const next = new Map(chosen)
      for (const row of rows) {
        if (here === rows.length) next.delete(getKey(row))
        else next.set(getKey(row), row)
      }
      onChange(next)
    },
  }
}
