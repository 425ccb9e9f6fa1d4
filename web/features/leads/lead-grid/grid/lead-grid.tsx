import { useMediaQuery, useViewportSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ValueLabel } from '../../lead-data/filters/filter-edits.ts'
import { ROW_PIXELS, withoutDistance } from '../../lead-data/grid-columns.ts'
import { isEmptySelection, pageState, type Selection, togglePage } from '../../lead-data/selection.ts'
import { useGridColumns } from '../../lead-data/use-grid-columns.ts'
import { GridBody } from './grid-body.tsx'
import { GridHeader } from './grid-header.tsx'
import classes from './lead-grid.module.css'
import { useEditedCell } from './use-edited-cell.ts'
import { type Beyond, useGridKeys } from './use-grid-keys.ts'
import { CHECK_WIDTH, useGridTable } from './use-grid-table.ts'

/** Height of a row in pixels whose first cell has three lines. */
const STACKED_HEIGHT = 84
/** Height of the header in pixels; the first row starts below it. */
const HEAD_HEIGHT = 36

interface LeadGridProps {
  type: ListTypeId
  /** Screen reader label of the list. */
  name: string
  rows: Lead[]
  total: number
  /** Position of the first row in the whole result, from 0. */
  offset: number
  sort: string | null
  onSort: (sort: string | null) => void
  selection: Selection
  onSelect: (next: Selection) => void
  /** The lead whose drawer is open. */
  openId: number | null
  onOpen: (id: number | null) => void
  /** Opens neighbors of the open lead across pages. */
  beyond: Beyond
  makeHref: (id: number) => string
  label: ValueLabel
  /** Older rows are shown while newer ones load. */
  stale: boolean
}

function useRowVirtualizer(ids: number[], rowHeight: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 5,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height needs other places
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  return { scroller, virtualizer }
}

/** The grid of leads: columns by list type, virtual rows, full keyboard support. */
export function LeadGrid(props: LeadGridProps) {
  const { type, rows, offset, selection, onSelect, openId, onOpen, beyond } = props
  const chosen = useGridColumns(type)
  const columns = useMemo(() => withoutDistance(type, chosen, rows), [type, chosen, rows])
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { width } = useViewportSize()
  const { table, shown, variables, pinnedWidth } = useGridTable({
    type,
    rows,
    columns,
    narrow: narrow ? width || window.innerWidth : null,
  })
  const ids = useMemo(() => rows.map((lead) => lead.id), [rows])
  const rowHeight = narrow ? STACKED_HEIGHT : ROW_PIXELS[columns.row_height]
  const { scroller, virtualizer } = useRowVirtualizer(ids, rowHeight)
  const reveal = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer])
  const anchor = useRef(0)
  const root = () => scroller.current
  const cells = useEditedCell({ rows, columns: shown, onOpen, openId })
  const onEdit = narrow ? () => false : cells.editAt
  const keys = useGridKeys({ ids, selection, onSelect, openId, onOpen, beyond, reveal, root, anchor, onEdit })
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ scrollPaddingInlineStart: pinnedWidth }}
      data-lead-grid
      data-stale={props.stale || undefined}
      data-selecting={!isEmptySelection(selection) || undefined}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys
        role="grid"
        className={classes.table}
        style={variables}
        aria-label={props.name}
        aria-rowcount={props.total + 1}
        aria-colcount={shown.length + 1}
        aria-multiselectable
        aria-busy={props.stale}
        onKeyDown={keys.onKeyDown}
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
          sort={props.sort}
          onSort={props.onSort}
          pageState={pageState(selection, ids, offset)}
          onTogglePage={() => onSelect(togglePage(selection, ids))}
        />
        <GridBody
          rows={rows}
          ids={ids}
          columns={shown}
          stacked={narrow}
          virtualizer={virtualizer}
          headHeight={HEAD_HEIGHT}
          rowHeight={rowHeight}
          offset={offset}
          active={keys.active}
          onActivate={keys.setActive}
          selection={selection}
          onSelect={onSelect}
          openId={openId}
          onOpen={onOpen}
          makeHref={props.makeHref}
          label={props.label}
          anchor={anchor}
          editing={cells.editing}
          onEdit={cells.edit}
        />
      </table>
    </div>
  )
}
