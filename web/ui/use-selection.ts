import { useEffect, useState } from 'react'
import { hasDialog, isTyping } from '../lib/keys.ts'
import type { RowKey, Selecting } from './data-table-parts.ts'

/** A selection over several pages; another query (`about`) or Esc clears it. */
export function useSelection<Row>(about: string): Selecting<Row> & { rows: Row[]; clear: () => void } {
  const [state, setState] = useState<{ about: string; chosen: ReadonlyMap<RowKey, Row> }>({
    about,
    chosen: new Map(),
  })
  const chosen: ReadonlyMap<RowKey, Row> = state.about === about ? state.chosen : new Map()
  const onChange = (next: ReadonlyMap<RowKey, Row>) => setState({ about, chosen: next })
  const any = chosen.size > 0
  useEffect(() => {
    if (!any) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target) || hasDialog()) return
      setState({ about, chosen: new Map() })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [any, about])
  return { chosen, onChange, rows: [...chosen.values()], clear: () => onChange(new Map()) }
}
