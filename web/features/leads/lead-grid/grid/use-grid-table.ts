import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, useMemo } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, type ViewColumns } from '#contract/leads/views.ts'
import { listFields } from '#web/lib/list-fields.ts'
import { clampWidth, defaultWidth, isShown, listWidths, withWidths } from '../../lead-data/grid-columns.ts'
import { leadValue } from '../../lead-data/lead-value.ts'
import { editColumns } from '../../lead-data/use-grid-columns.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
})

type GridColumnDef = ColumnDef<typeof features, Lead>

const makeColumns = (type: ListTypeId): GridColumnDef[] =>
  listFields(type).map((field) => ({
    id: field.name,
    accessorFn: (lead) => leadValue(lead, field.name),
    size: defaultWidth(field),
    minSize: MIN_COLUMN_WIDTH,
    maxSize: MAX_COLUMN_WIDTH,
  }))

/** A shown column. Its width and pin offset are CSS variables, so that resizing re-renders no row. */
export interface GridColumn {
  field: FieldDefinition
  sticky: boolean
}

/** Width in pixels of the column of check boxes. */
export const CHECK_WIDTH = 44

/** Width of the first column when it has the main values of a lead: a part of the next one stays visible. */
const stackedWidth = (screen: number): number => clampWidth(Math.min(screen, 480) - CHECK_WIDTH - 36)

interface GridTableInput {
  type: ListTypeId
  rows: Lead[]
  columns: ViewColumns
  /** Width of a narrow screen in pixels: the first column has the main values, and none is pinned. Null: a wide one. */
  narrow: number | null
}

/** Also shown in the first column of a narrow screen. */
const UNDER_TITLE = ['email', 'phone']

function layoutState(type: ListTypeId, columns: ViewColumns, narrow: number | null) {
  const order = columns.shown.map(({ field }) => field)
  const hidden = listFields(type)
    .map(({ name }) => name)
    .filter((name) => !isShown(columns, name))
  const first = order.slice(0, 1)
  const pinned = columns.shown.filter((column, at) => at === 0 || column.pinned).map(({ field }) => field)
  const widths = listWidths(columns)
  const narrowed = Object.fromEntries(first.map((name) => [name, stackedWidth(narrow ?? 0)]))
  return {
    columnOrder: order,
    columnVisibility: Object.fromEntries(
      [...hidden, ...(narrow === null ? [] : UNDER_TITLE)].map((name) => [name, first.includes(name)]),
    ),
    columnPinning: { start: narrow === null ? pinned : [], end: [] as string[] },
    columnSizing: narrow === null ? widths : { ...widths, ...narrowed },
  }
}

/** The table model of the grid: columns, order, widths and pins. */
export function useGridTable({ type, rows, columns, narrow }: GridTableInput) {
  const all = useMemo(() => makeColumns(type), [type])
  const state = useMemo(() => layoutState(type, columns, narrow), [type, columns, narrow])
  const table = useTable({
    features,
    columns: all,
    data: rows,
    getRowId: (lead: Lead) => String(lead.id),
    columnResizeMode: 'onChange',
    state,
    onColumnSizingChange: (change) =>
      editColumns(type, (now) =>
        withWidths(now, typeof change === 'function' ? change(listWidths(now)) : change),
      ),
  })
  const names = table
    .getVisibleLeafColumns()
    .map((column) => `${column.id}${column.getIsPinned() ? ' sticky' : ''}`)
    .join()
  const shown = useMemo(() => {
    const byName = new Map(listFields(type).map((field) => [field.name, field]))
    return names.split(',').flatMap((entry): GridColumn[] => {
      const [name = '', sticky] = entry.split(' ')
      const field = byName.get(name)
      return field ? [{ field, sticky: sticky !== undefined }] : []
    })
  }, [type, names])
  const variables: Record<string, string> = { '--grid-width': `${table.getTotalSize() + CHECK_WIDTH}px` }
  let pinnedWidth = CHECK_WIDTH
  for (const column of table.getVisibleLeafColumns()) {
    variables[`--w-${column.id}`] = `${column.getSize()}px`
    if (!column.getIsPinned()) continue
    pinnedWidth += column.getSize()
    variables[`--at-${column.id}`] = `${column.getStart('start') + CHECK_WIDTH}px`
  }
  return { table, shown, variables: variables as CSSProperties, pinnedWidth }
}
