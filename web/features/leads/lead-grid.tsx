import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { ROW_HEIGHT } from './column-prefs.ts'
import type { ValueLabel } from './filter-edits.ts'
import { GridHeader } from './grid-header.tsx'
import { gridCommand, moveRow } from './grid-keys.ts'
import classes from './lead-grid.module.css'
import { LeadRow, type RowEvents } from './lead-row.tsx'
import { isSelected, pageState, type Selection, selectSpan, togglePage, toggleRow } from './selection.ts'
import { useColumnPrefs } from './use-column-prefs.ts'
import { CHECK_WIDTH, useGridTable } from './use-grid-table.ts'

/** Height of the head in pixels; the first row begins below it. */
const HEAD_HEIGHT = 36

interface LeadGridProps {
  type: ListTypeId
  /** Words for screen readers: which list this is. */
  name: string
  rows: Lead[]
  total: number
  /** Place of the first row in the whole result, from 0. */
  offset: number
  sort: string | null
  onSort: (sort: string | null) => void
  selection: Selection
  onSelect: (next: Selection) => void
  /** The lead whose drawer is open. */
  openId: number | null
  onOpen: (id: number) => void
  hrefOf: (id: number) => string
  label: ValueLabel
  /** Older rows are shown while newer ones are on their way. */
  stale: boolean
}

const NO_FOCUS_THEFT = 'input, textarea, select, button, a, [role="dialog"], [role="menu"], [role="listbox"]'

/** The grid of leads: drawn from the list type's declaration, virtual rows, all of it by keyboard too. */
export function LeadGrid(props: LeadGridProps) {
  const { type, name, rows, total, offset, sort, onSort, selection, onSelect, openId, onOpen, hrefOf } = props
  const [prefs, setPrefs] = useColumnPrefs(type)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { table, shown, variables } = useGridTable({ type, rows, prefs, setPrefs, narrow })
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const ids = useMemo(() => rows.map((lead) => lead.id), [rows])
  const rowHeight = ROW_HEIGHT[prefs.density]
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 5,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height needs other places
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const focusRow = (index: number) => {
    setActive(index)
    virtualizer.scrollToIndex(index)
    // The row may only exist after the virtualizer has drawn it.
    requestAnimationFrame(() => {
      scroller.current
        ?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
        ?.focus({ preventScroll: true })
    })
  }
  const run = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    const command = gridCommand(event)
    const id = ids[active]
    if (!command || rows.length === 0) return
    if (command === 'clear') {
      if (openId === null && selectionExists(selection)) {
        event.preventDefault()
        onSelect({ kind: 'ids', ids: new Set() })
      }
      return
    }
    event.preventDefault()
    if (command === 'open') return id === undefined ? undefined : onOpen(id)
    if (command === 'toggle') return id === undefined ? undefined : onSelect(toggleRow(selection, id, ids))
    const onRow = scroller.current?.contains(document.activeElement)
    const next = onRow ? moveRow(active, command, rows.length) : Math.max(0, active)
    if (command === 'span-down' || command === 'span-up') onSelect(selectSpan(selection, ids, active, next))
    focusRow(next)
  }
  const latest = useRef({ run, selection, ids })
  useEffect(() => {
    latest.current = { run, selection, ids }
  })
  // Keys also work before anything in the grid has the focus, as long as nothing else needs them.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || target?.closest('[data-lead-grid]') || target?.closest(NO_FOCUS_THEFT))
        return
      if (target?.closest('[data-lead-panel]')) return
      latest.current.run(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const lastToggled = useRef(0)
  const events: RowEvents = useMemo(
    () => ({
      onOpen,
      onActivate: setActive,
      onToggle: (index, span) => {
        const now = latest.current
        const id = now.ids[index]
        if (id === undefined) return
        onSelect(
          span
            ? selectSpan(now.selection, now.ids, lastToggled.current, index)
            : toggleRow(now.selection, id, now.ids),
        )
        lastToggled.current = index
      },
    }),
    [onOpen, onSelect],
  )

  const items = virtualizer.getVirtualItems()
  const before = items[0] ? items[0].start - HEAD_HEIGHT : 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? HEAD_HEIGHT) + HEAD_HEIGHT
  return (
    <div ref={scroller} className={classes.scroller} data-lead-grid data-stale={props.stale || undefined}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys
        role="grid"
        className={classes.table}
        style={variables}
        aria-label={name}
        aria-rowcount={total + 1}
        aria-colcount={shown.length + 1}
        aria-multiselectable
        aria-busy={props.stale}
        onKeyDown={(event) => {
          if (isOwnKey(event)) run(event)
        }}
      >
        <colgroup>
          <col style={{ width: CHECK_WIDTH }} />
          {shown.map(({ field }) => (
            <col key={field.name} style={{ width: `var(--w-${field.name})` }} />
          ))}
        </colgroup>
        <GridHeader
          table={table}
          columns={shown}
          sort={sort}
          onSort={onSort}
          pageState={pageState(selection, ids, offset)}
          onTogglePage={() => onSelect(togglePage(selection, ids))}
        />
        <tbody style={{ '--row-height': `${rowHeight}px` } as React.CSSProperties}>
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
                columns={shown}
                selected={isSelected(selection, lead.id, offset + index)}
                active={index === active}
                open={lead.id === openId}
                href={hrefOf(lead.id)}
                label={props.label}
                events={events}
              />
            )
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}

const selectionExists = (selection: Selection): boolean =>
  selection.kind === 'query' || selection.ids.size > 0

/** Enter on a button or link of a row is that control's own. */
const isOwnKey = (event: KeyboardEvent): boolean =>
  !(event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button'))
