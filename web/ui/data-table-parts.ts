import type { ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  id: string
  /** Heading of the column, and label of the value on a card. */
  label: string
  cell: (row: Row) => ReactNode
  /** Name of the sort order on the server; a leading `-` reverses it. */
  sort?: string
  /** The first click sorts by largest or newest first. */
  descendingFirst?: true
  align?: 'end'
  /** Such as `34%`; longer text is cut off. */
  width?: string
  /** Maximum width of a cell that may wrap. */
  wrap?: string
  /** Tooltip of the heading. */
  title?: string
  /** Full text of a cell that may be cut off. */
  full?: (row: Row) => string | null | undefined
  /** Place on a card: its title, a line (default), or none. */
  card?: 'title' | 'fact' | 'hide'
}

/** The result of a query of rows. */
export interface Found<Row> {
  rows: readonly Row[] | undefined
  isError: boolean
  error: unknown
  refetch: () => unknown
  /** The rows of the previous query, shown until the new ones arrive. */
  isStale?: boolean
}

export type RowKey = string | number

/** Selected rows by key; they may be on several pages. */
export interface Selecting<Row> {
  chosen: ReadonlyMap<RowKey, Row>
  onChange: (next: ReadonlyMap<RowKey, Row>) => void
}

export interface DataTableProps<Row> {
  /** Accessible name of the table, such as "Sent emails". */
  label: string
  /** Plural used in sentences; the lowercase label by default. */
  things?: string
  found: Found<Row>
  /** The first one names the row, unless another has `card: 'title'`. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => RowKey
  /** Name of a row for its checkbox. */
  rowName?: (row: Row) => string
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode
  /** The current sort order, and a callback to change it. */
  sort?: { by: string; onChange: (by: string) => void }
  selecting?: Selecting<Row>
  /** Menu or buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** The open row, and a callback that opens one. */
  opening?: { open: RowKey | null; onOpen: (row: Row) => void }
  /** Expandable content of a row; null for rows without. */
  inside?: (row: Row) => ReactNode
  /** Rows to gray out, such as suspended members. */
  isOff?: (row: Row) => boolean
  /** Fills the remaining height and scrolls, with a sticky head. */
  fill?: boolean
  /** Draws a frame around the table, for tables within text. */
  framed?: boolean
}

export const findTitle = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ card }) => card === 'title') ?? columns[0]

/** The sort order after a click on a heading: its default direction first, then the other. */
export function nextSort(
  by: string,
  { sort = '', descendingFirst }: Pick<Column<never>, 'sort' | 'descendingFirst'>,
) {
  const [usual, other] = descendingFirst ? [`-${sort}`, sort] : [sort, `-${sort}`]
  return by === usual ? other : usual
}

/** The selection after a row was ticked; with `from`, the whole range gets its state. */
export function toggled<Row>(
  chosen: ReadonlyMap<RowKey, Row>,
  {
    rows,
    getKey,
    at,
    from = null,
  }: { rows: readonly Row[]; getKey: (row: Row) => RowKey; at: number; from?: number | null },
): ReadonlyMap<RowKey, Row> {
  const target = rows[at]
  if (target === undefined) return chosen
  const next = new Map(chosen)
  const on = !chosen.has(getKey(target))
  const [first, last] = from === null ? [at, at] : [Math.min(at, from), Math.max(at, from)]
  for (const row of rows.slice(first, last + 1)) {
    if (on) next.set(getKey(row), row)
    else next.delete(getKey(row))
  }
  return next
}
