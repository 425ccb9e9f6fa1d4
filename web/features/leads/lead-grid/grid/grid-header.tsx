import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import type { KeyboardEvent } from 'react'
import checkbox from '#web/ui/plain-checkbox.module.css'
import { clampWidth } from '../../lead-data/grid-columns.ts'
import classes from './lead-grid.module.css'
import type { GridColumn, useGridTable } from './use-grid-table.ts'

interface GridHeaderProps {
  table: ReturnType<typeof useGridTable>['table']
  columns: GridColumn[]
  /** `name`, `-name` or null. */
  sort: string | null
  onSort: (sort: string | null) => void
  pageState: 'none' | 'some' | 'all'
  onTogglePage: () => void
}

/** Ascending, descending, then the default order again. */
const nextSort = (current: string | null, name: string): string | null => {
  if (current === name) return `-${name}`
  return current === `-${name}` ? null : name
}

const ariaSort = (sort: string | null, name: string) => {
  if (sort === name) return 'ascending' as const
  return sort === `-${name}` ? ('descending' as const) : undefined
}

function SortButton({
  column,
  sort,
  onSort,
}: { column: GridColumn } & Pick<GridHeaderProps, 'sort' | 'onSort'>) {
  const { name, label, sortable } = column.field
  if (!sortable) return <span className={classes.headLabel}>{label}</span>
  const direction = ariaSort(sort, name)
  const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className="sort" onClick={() => onSort(nextSort(sort, name))}>
      <span className={classes.headLabel}>{label}</span>
      <Icon size={13} stroke={2} aria-hidden data-shown={direction ? true : undefined} />
    </button>
  )
}

type Table = GridHeaderProps['table']

/** Edge of a column: resized with the pointer or the arrow keys. */
function ResizeHandle({ table, name, label }: { table: Table; name: string; label: string }) {
  const header = table.getFlatHeaders().find((candidate) => candidate.column.id === name)
  if (!header) return null
  const start = header.getResizeHandler()
  const width = header.column.getSize()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    table.setColumnSizing((sizes) => ({ ...sizes, [name]: clampWidth(width + step) }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a control, not a line of text
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      tabIndex={0}
      className={classes.handle}
      data-active={header.column.getIsResizing() || undefined}
      onMouseDown={start}
      onTouchStart={start}
      onKeyDown={onKeyDown}
    />
  )
}

/** Header of the grid: column names, sorting, widths, and the checkbox of the page. */
export function GridHeader(props: GridHeaderProps) {
  const { table, columns, sort, onSort, pageState, onTogglePage } = props
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={classes.headCheck} scope="col">
          <input
            type="checkbox"
            className={checkbox.box}
            aria-label="Select this page"
            checked={pageState === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = pageState === 'some'
            }}
            onChange={onTogglePage}
          />
        </th>
        {columns.map((column) => (
          <th
            key={column.field.name}
            scope="col"
            className={classes.head}
            data-sticky={column.sticky || undefined}
            style={column.sticky ? { insetInlineStart: `var(--at-${column.field.name})` } : undefined}
            aria-sort={ariaSort(sort, column.field.name)}
          >
            <SortButton column={column} sort={sort} onSort={onSort} />
            <ResizeHandle table={table} name={column.field.name} label={column.field.label} />
          </th>
        ))}
      </tr>
    </thead>
  )
}
