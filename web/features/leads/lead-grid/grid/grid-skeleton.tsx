import { Skeleton } from '@mantine/core'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { fieldOf } from '#web/lib/list-fields.ts'
import { defaultWidth, ROW_PIXELS } from '../../lead-data/grid-columns.ts'
import { useGridColumns } from '../../lead-data/use-grid-columns.ts'
import classes from './lead-grid.module.css'

const ROWS = 14
const SHARES = [0.7, 0.5, 0.6, 0.4, 0.8]

/** The grid's columns and row height before its rows load. */
export function GridSkeleton({ type }: { type: ListTypeId }) {
  const { shown, row_height } = useGridColumns(type)
  const columns = shown.flatMap(({ field: name, width }) => {
    const field = fieldOf(type, name)
    return field ? [{ name, label: field.label, width: width ?? defaultWidth(field) }] : []
  })
  const rowStyle = { height: ROW_PIXELS[row_height] }
  return (
    <div className={classes.scroller} data-waiting role="status" aria-label="Loading the leads">
      <div className={classes.skeletonRow} style={{ height: 36 }}>
        {columns.map(({ name, label, width }) => (
          <span key={name} className={classes.skeletonHead} style={{ width }}>
            {label}
          </span>
        ))}
      </div>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alike and fixed
        <div key={row} className={classes.skeletonRow} style={rowStyle}>
          {columns.map(({ name, width }, at) => (
            <span key={name} className={classes.skeletonHead} style={{ width }}>
              <Skeleton height={10} width={`${(SHARES[(row + at) % SHARES.length] ?? 0.5) * 100}%`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
