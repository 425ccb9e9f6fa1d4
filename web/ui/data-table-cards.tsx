import classes from './data-table.module.css'
import { type DataTableProps, titleOf } from './data-table-parts.ts'
import { Tick, Title, useFold } from './data-table-row.tsx'
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
  const title = titleOf(columns)
  const facts = columns.filter((column) => column !== title && column.card !== 'hide')
  return (
    <li
      className={classes.card}
      data-open={(opening && opening.open === key) || undefined}
      data-selected={ticks?.has(key) || undefined}
      data-off={isOff?.(row) || undefined}
    >
      <div className={classes.cardHead}>
        {ticks && <Tick row={row} at={at} props={props} ticks={ticks} />}
        <div className={classes.cardTitle}>
          <Title onOpen={opening && (() => opening.onOpen(row))} fold={fold}>
            {title?.cell(row)}
          </Title>
        </div>
        {actions && <div>{actions(row)}</div>}
      </div>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ id, label, cell, full }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd data-long={full ? true : undefined} title={full?.(row) ?? undefined}>
                {cell(row)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {fold?.open && <div id={fold.id}>{fold.content}</div>}
    </li>
  )
}

/** The rows below one another, each with its values by name: for a narrow screen. */
export function DataCards<Row>({ rows, ...props }: DataTableProps<Row> & { rows: readonly Row[] }) {
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
