import classes from './data-table.module.css'
import { type DataTableProps, titleOf } from './data-table-parts.ts'
import { isForRow, Tick, Title, useFold } from './data-table-row.tsx'
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
