import { Skeleton } from '@mantine/core'
import classes from './record-list.module.css'

const WIDTHS = [168, 132, 196, 148]

/** Records in the shape of those that are coming. */
export function RecordSkeleton({ rows = 3, label }: { rows?: number; label: string }) {
  return (
    <div className={classes.list} role="status" aria-label={label}>
      {WIDTHS.slice(0, rows).map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton height={18} width={18} radius="sm" />
          <div className={classes.words}>
            <Skeleton height={11} width={width} mt={4} />
            <Skeleton height={10} width="60%" mt={11} mb={4} />
          </div>
        </div>
      ))}
    </div>
  )
}
