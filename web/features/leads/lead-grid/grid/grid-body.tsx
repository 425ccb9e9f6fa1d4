import type { Virtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { ValueLabel } from '../../lead-data/filters/filter-edits.ts'
import { isSelected, type Selection, selectSpan, toggleRow } from '../../lead-data/selection.ts'
import { LeadRow, type RowEvents } from './lead-row.tsx'
import type { EditedCell } from './use-edited-cell.ts'
import type { GridColumn } from './use-grid-table.ts'

/** How long a click waits for the second one of a double click, in milliseconds. */
const DOUBLE_CLICK_MS = 220

interface GridBodyProps {
  rows: Lead[]
  ids: number[]
  columns: GridColumn[]
  /** A narrow screen: the first cell also shows email and phone. */
  stacked: boolean
  virtualizer: Virtualizer<HTMLDivElement, Element>
  /** Pixels above the first row. */
  headHeight: number
  rowHeight: number
  /** Position of the first row in the whole result, from 0. */
  offset: number
  active: number
  onActivate: (index: number) => void
  selection: Selection
  onSelect: (next: Selection) => void
  openId: number | null
  onOpen: (id: number | null) => void
  makeHref: (id: number) => string
  label: ValueLabel
  /** The row selected last: a range starts there. */
  anchor: RefObject<number>
  editing: EditedCell | null
  onEdit: (id: number, field: string | null) => void
}

type EventProps = Pick<
  GridBodyProps,
  'ids' | 'selection' | 'onSelect' | 'onOpen' | 'onActivate' | 'anchor' | 'onEdit'
>

/** Opens a lead by a click, unless it is the first of a double click, which edits the cell. */
function usePresses({ onOpen, onEdit }: Pick<GridBodyProps, 'onOpen' | 'onEdit'>) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  return useMemo(
    (): Pick<RowEvents, 'onPress' | 'onEdit'> => ({
      onPress: (id, mayEdit) => {
        clearTimeout(waiting.current)
        if (mayEdit) waiting.current = setTimeout(() => onOpen(id), DOUBLE_CLICK_MS)
        else onOpen(id)
      },
      onEdit: (id, field) => {
        clearTimeout(waiting.current)
        onEdit(id, field)
      },
    }),
    [onOpen, onEdit],
  )
}

/** Callbacks of rows, stable across selections, so that a check re-renders one row. */
function useRowEvents(props: EventProps): RowEvents {
  const { ids, selection, onSelect, onOpen, onActivate, anchor } = props
  const presses = usePresses(props)
  const latest = useRef({ ids, selection })
  useEffect(() => {
    latest.current = { ids, selection }
  })
  return useMemo(
    () => ({
      ...presses,
      onOpen,
      onActivate,
      onToggle: (index, span) => {
        const now = latest.current
        const id = now.ids[index]
        if (id === undefined) return
        const spanned = () =>
          selectSpan(now.selection, { visibleIds: now.ids, from: anchor.current, to: index })
        onSelect(span ? spanned() : toggleRow(now.selection, id, now.ids))
        anchor.current = index
      },
    }),
    [presses, onOpen, onActivate, onSelect, anchor],
  )
}

/** The visible rows, between two spacers for the others. */
export function GridBody(props: GridBodyProps) {
  const { rows, columns, virtualizer, headHeight, rowHeight, offset, active, selection, openId } = props
  const events = useRowEvents(props)
  const items = virtualizer.getVirtualItems()
  const before = items[0] ? items[0].start - headHeight : 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? headHeight) + headHeight
  return (
    <tbody style={{ '--row-height': `${rowHeight}px` } as CSSProperties}>
      {before > 0 && <tr aria-hidden style={{ height: before }} />}
      {items.map(({ index }) => {
        const lead = rows[index]
        if (!lead) return null
        return (
          <LeadRow
            key={lead.id}
            lead={lead}
            index={index}
            position={offset + index + 1}
            columns={columns}
            stacked={props.stacked}
            selected={isSelected(selection, lead.id, offset + index)}
            active={index === active}
            open={lead.id === openId}
            href={props.makeHref(lead.id)}
            label={props.label}
            editing={props.editing?.id === lead.id ? props.editing.field : null}
            events={events}
          />
        )
      })}
      {after > 0 && <tr aria-hidden style={{ height: after }} />}
    </tbody>
  )
}
