import { useMediaQuery } from '@mantine/hooks'
import classes from './data-table.module.css'
import { DataCards } from './data-table-cards.tsx'
import { DataHead } from './data-table-head.tsx'
import type { DataTableProps } from './data-table-parts.ts'
import { DataRow } from './data-table-row.tsx'
import { DataSkeleton } from './data-table-skeleton.tsx'
import { LoadError } from './load-error.tsx'
import { useTicks } from './use-ticks.ts'

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
  const { found, label, things = label.toLowerCase(), empty } = props
  const { rows } = found
  if (!rows && found.isError) {
    return <LoadError what={`The ${things}`} of={found} />
  }
  if (!rows) return <DataSkeleton {...props} label={`Loading the ${things}`} cards={cards} />
  if (rows.length === 0) return empty
  return cards ? <DataCards {...props} rows={rows} /> : <Table {...props} rows={rows} />
}
