import { useMediaQuery } from '@mantine/hooks'
import classes from './data-table.module.css'
import { DataHead } from './data-table-head.tsx'
import type { DataTableProps } from './data-table-parts.ts'
import { findTitle } from './data-table-parts.ts'
import { DataRow, isForRow, Tick, Title, useFold } from './data-table-row.tsx'
import { DataSkeleton } from './data-table-skeleton.tsx'
import { LoadError } from './load-error.tsx'
import { type Ticks, useTicks } from './use-ticks.ts'

interface CardProps<Row> {
  row: Row
  at: number
  props: DataTableProps<Row>
  ticks: Ticks | undefined
}

function Card<Row>({ row, at, props, ticks }: CardProps<Row>) {
  const { columns, rowKey, actions, opening, isOff } = props
  const fold = useFold(row, props.inside)
  const key = rowKey(row)
  const title = findTitle(columns)
  const facts = columns
    .filter((column) => column !== title && column.card !== 'hide')
    .map(({ id, label, cell, full }) => ({ id, label, value: cell(row), whole: full?.(row) }))
    .filter(({ value }) => value !== '' && value !== null)
  const onOpen = opening && (() => opening.onOpen(row))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the title's button does the same by keyboard
    <li
      className={classes.card}
      data-open={(opening && opening.open === key) || undefined}
      data-selected={ticks?.has(key) || undefined}
      data-off={isOff?.(row) || undefined}
      data-opens={opening ? true : undefined}
      onClick={onOpen && ((event) => isForRow(event) && onOpen())}
    >
      <div className={classes.cardHead}>
        {ticks && <Tick row={row} at={at} props={props} ticks={ticks} />}
        <div className={classes.cardTitle}>
          <Title onOpen={onOpen} fold={fold}>
            {title?.cell(row)}
          </Title>
        </div>
        {actions && <div>{actions(row)}</div>}
      </div>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ id, label, value, whole }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd data-long={whole ? true : undefined} title={whole ?? undefined}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {fold?.open && <div id={fold.id}>{fold.content}</div>}
    </li>
  )
}

/** Rows as cards with labeled values, for narrow screens. */
function DataCards<Row>({ rows, ...props }: DataTableProps<Row> & { rows: readonly Row[] }) {
  const ticks = useTicks(rows, props.rowKey, props.selecting)
  return (
    <ul
      className={classes.cards}
      data-fill={props.fill}
      data-framed={props.framed}
      data-stale={props.found.isStale || undefined}
      aria-label={props.label}
    >
      {rows.map((row, at) => (
        <Card key={props.rowKey(row)} row={row} at={at} props={props} ticks={ticks} />
      ))}
    </ul>
  )
}

export type { Column, DataTableProps, Found } from './data-table-parts.ts'

function Table<Row>({ rows, ...props }: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rowKey, fill, framed, found } = props
  const ticks = useTicks(rows, rowKey, props.selecting)
  return (
    <section
      className={classes.frame}
      data-fill={fill}
      data-framed={framed}
      data-stale={found.isStale || undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      <table className={classes.table}>
        <DataHead columns={columns} sort={props.sort} ticks={ticks} actions={props.actions !== undefined} />
        <tbody>
          {rows.map((row, at) => (
            <DataRow key={rowKey(row)} row={row} at={at} props={props} ticks={ticks} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A table of server rows, or cards on narrow screens. Also handles loading, errors and empty results. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const cards = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { found, label, things = label.toLowerCase(), empty = null } = props
  const { rows } = found
  if (!rows && found.isError) {
    return <LoadError what={`The ${things}`} query={found} />
  }
  if (!rows) return <DataSkeleton {...props} label={`Loading the ${things}`} cards={cards} />
  if (rows.length === 0) return empty
  return cards ? <DataCards {...props} rows={rows} /> : <Table {...props} rows={rows} />
}
