import { formatNumber } from '../../lib/format.ts'
import classes from './bar-list.module.css'

interface BarListProps {
  /** What is shown, e.g. "Hit rate per source". */
  title: string
  /** What a line is: "Source". */
  column: string
  /** `words` stand beside the bar in place of the formatted value. */
  items: readonly { id: string; label: string; value: number; words?: string }[]
  format?: (value: number) => string
  /** The value of a full bar; without it the highest one. */
  full?: number
  /** What stands here as long as there is no line. */
  empty?: string
}

/** One value per name as bars beside their numbers: a table, so nobody needs to see the bars. */
export function BarList({
  title,
  column,
  items,
  format = formatNumber,
  full,
  empty = 'Nothing to show yet',
}: BarListProps) {
  if (items.length === 0) return <p className={classes.empty}>{empty}</p>
  const whole = full ?? Math.max(...items.map(({ value }) => value), Number.EPSILON)
  return (
    <table className={classes.root} aria-label={title}>
      <colgroup>
        <col className={classes.names} />
        <col />
      </colgroup>
      <thead className={classes.head}>
        <tr>
          <th scope="col">{column}</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, label, value, words = format(value) }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            <td>
              <span className={classes.line}>
                <span className={classes.room} aria-hidden>
                  <span
                    className={classes.bar}
                    style={{ width: `${Math.min(100, (Math.max(0, value) / whole) * 100)}%` }}
                  />
                </span>
                {words}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
