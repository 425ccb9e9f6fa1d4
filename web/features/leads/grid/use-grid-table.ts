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
import type { Lead } from '#contract/leads.ts'
import type { FieldDefinition } from '#contract/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { leadValue } from '../lead/lead-values.ts'
import {
  type ColumnPrefs,
  clampWidth,
  defaultWidth,
  MAX_WIDTH,
  MIN_WIDTH,
  visibleColumns,
} from './column-prefs.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
})

type GridColumnDef = ColumnDef<typeof features, Lead>

const columnsOf = (type: ListTypeId): GridColumnDef[] =>
  LIST_TYPES[type].fields.map((field) => ({
    id: field.name,
    accessorFn: (lead) => leadValue(lead, field.name),
    size: defaultWidth(field),
    minSize: MIN_WIDTH,
    maxSize: MAX_WIDTH,
  }))

/** One shown column. Its width and edge are CSS variables, so that dragging them draws no row anew. */
export interface GridColumn {
  field: FieldDefinition
  sticky: boolean
}

/** Width in pixels of the column of check boxes. */
export const CHECK_WIDTH = 44

/** Width of the first column where it holds the most important values of a lead: a little of the next one is seen. */
const stackedWidth = (screen: number): number => clampWidth(Math.min(screen, 480) - CHECK_WIDTH - 36)

interface GridTableInput {
  type: ListTypeId
  rows: Lead[]
  prefs: ColumnPrefs
  setPrefs: (next: ColumnPrefs) => void
  /** Width of a narrow screen in pixels: the first column tells the most, and none stays at the edge. Null: a wide one. */
  narrow: number | null
}

/** What the first column of a narrow screen says too. */
const UNDER_TITLE = ['email', 'phone']

function layoutState(prefs: ColumnPrefs, narrow: number | null) {
  const shown = visibleColumns(prefs)
  const first = shown.slice(0, 1)
  const pinned = shown.filter((name, at) => at === 0 || prefs.pinned.includes(name))
  const narrowed = Object.fromEntries(first.map((name) => [name, stackedWidth(narrow ?? 0)]))
  return {
    columnOrder: prefs.order,
    columnVisibility: Object.fromEntries(
      [...prefs.hidden, ...(narrow === null ? [] : UNDER_TITLE)].map((name) => [name, first.includes(name)]),
    ),
    columnPinning: { start: narrow === null ? pinned : [], end: [] as string[] },
    columnSizing: narrow === null ? prefs.widths : { ...prefs.widths, ...narrowed },
  }
}

/** The table model of the grid: which columns, in which order, how wide, and which of them stay at the edge. */
export function useGridTable({ type, rows, prefs, setPrefs, narrow }: GridTableInput) {
  const columns = useMemo(() => columnsOf(type), [type])
  const state = useMemo(() => layoutState(prefs, narrow), [prefs, narrow])
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (lead: Lead) => String(lead.id),
    columnResizeMode: 'onChange',
    state,
    onColumnSizingChange: (change) => {
      const next = typeof change === 'function' ? change(prefs.widths) : change
      const widths = Object.entries(next).map(([name, width]) => [name, clampWidth(width)])
      setPrefs({ ...prefs, widths: Object.fromEntries(widths) })
    },
  })
  const names = table
    .getVisibleLeafColumns()
    .map((column) => `${column.id}${column.getIsPinned() ? ' sticky' : ''}`)
    .join()
  const shown = useMemo(() => {
    const byName = new Map(LIST_TYPES[type].fields.map((field) => [field.name, field]))
    return names.split(',').flatMap((entry): GridColumn[] => {
      const [name = '', sticky] = entry.split(' ')
      const field = byName.get(name)
      return field ? [{ field, sticky: sticky !== undefined }] : []
    })
  }, [type, names])
  const variables: Record<string, string> = { '--grid-width': `${table.getTotalSize() + CHECK_WIDTH}px` }
  for (const column of table.getVisibleLeafColumns()) {
    variables[`--w-${column.id}`] = `${column.getSize()}px`
    if (column.getIsPinned()) variables[`--at-${column.id}`] = `${column.getStart('start') + CHECK_WIDTH}px`
  }
  return { table, shown, variables: variables as CSSProperties }
}
