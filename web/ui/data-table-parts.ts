import type { ReactNode } from 'react'

/** One column of a table, as data. */
export interface Column<Row> {
  id: string
  /** Head of the column, and the word before the value on a card. */
  label: string
  cell: (row: Row) => ReactNode
  /** Name of the order that the server knows; `-` in front stands for the other way round. */
  sort?: string
  /** The first click asks for the largest or newest first. */
  descendingFirst?: true
  align?: 'end'
  /** Share or width of the table, e.g. `34%`; a text that is longer is cut off. */
  width?: string
  /** May take several lines, up to this width. */
  wrap?: string
  /** What the column means, shown on its head. */
  title?: string
  /** The whole text of a cell that may be cut off. */
  full?: (row: Row) => string | null | undefined
  /** Its place on a card: the heading, a line of its own (usual), or none. */
  card?: 'title' | 'fact' | 'hide'
}

/** What a table asks of a query of rows: where its answer stands. */
export interface Found<Row> {
  rows: readonly Row[] | undefined
  isError: boolean
  error: unknown
  refetch: () => unknown
  /** Rows of the question before, shown until the answer is there. */
  isStale?: boolean | undefined
}

export type RowKey = string | number

/** Rows that are selected, by their key; they may be on several pages. */
export interface Selecting<Row> {
  chosen: ReadonlyMap<RowKey, Row>
  onChange: (next: ReadonlyMap<RowKey, Row>) => void
}

export interface DataTableProps<Row> {
  /** Name of the table: "Mails". */
  label: string
  /** How the rows are called in a sentence; the label in small letters by default. */
  things?: string
  found: Found<Row>
  /** The first one names the row, unless another is the title of its card. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => RowKey
  /** The row in words, for its checkbox. */
  rowName?: (row: Row) => string
  /** What is there without rows. */
  empty: ReactNode
  /** The order that the rows have, and the way to another. */
  sort?: { by: string; onChange: (by: string) => void } | undefined
  selecting?: Selecting<Row> | undefined
  /** Menu or buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** Opens a row, and which one is open. */
  opening?: { open: RowKey | null; onOpen: (row: Row) => void } | undefined
  /** What unfolds below a row; null for a row that holds no more. */
  inside?: ((row: Row) => ReactNode) | undefined
  /** A row that is off, e.g. a member who is suspended. */
  isOff?: ((row: Row) => boolean) | undefined
  /** Takes the height that is left and scrolls in it; the head stays. */
  fill?: boolean
  /** A frame of its own, for a table within a text. */
  framed?: boolean
}

/** The column that names a row. */
export const titleOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ card }) => card === 'title') ?? columns[0]

/** The order that a click on a head asks for: its usual direction first, then the other one. */
export function nextSort(
  by: string,
  { sort = '', descendingFirst }: Pick<Column<never>, 'sort' | 'descendingFirst'>,
) {
  const [usual, other] = descendingFirst ? [`-${sort}`, sort] : [sort, `-${sort}`]
  return by === usual ? other : usual
}

/** Rows of a selection after one was ticked; with `from`, everything between the two gets its state. */
export function toggled<Row>(
  chosen: ReadonlyMap<RowKey, Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  at: number,
  from: number | null = null,
): ReadonlyMap<RowKey, Row> {
  const target = rows[at]
  if (target === undefined) return chosen
  const next = new Map(chosen)
  const on = !chosen.has(keyOf(target))
  const [first, last] = from === null ? [at, at] : [Math.min(at, from), Math.max(at, from)]
  for (const row of rows.slice(first, last + 1)) {
    if (on) next.set(keyOf(row), row)
    else next.delete(keyOf(row))
  }
  return next
}
