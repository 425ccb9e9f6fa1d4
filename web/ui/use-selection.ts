import { useState } from 'react'
import { hasDialog, isTyping, useDocumentKey } from '../lib/keys.ts'
import type { RowKey, Selecting } from './data-table-parts.ts'

/** Rows that are selected over several pages; another question (`about`) empties the selection, Esc too. */
export function useSelection<Row>(about: string): Selecting<Row> & { rows: Row[]; clear: () => void } {
  const [state, setState] = useState<{ about: string; chosen: ReadonlyMap<RowKey, Row> }>({
    about,
    chosen: new Map(),
  })
  const chosen: ReadonlyMap<RowKey, Row> = state.about === about ? state.chosen : new Map()
  const onChange = (next: ReadonlyMap<RowKey, Row>) => setState({ about, chosen: next })
  const clear = () => onChange(new Map())
  useDocumentKey((event) => {
    if (chosen.size === 0 || event.key !== 'Escape' || event.defaultPrevented) return
    if (!isTyping(event.target) && !hasDialog()) clear()
  })
  return { chosen, onChange, rows: [...chosen.values()], clear }
}
