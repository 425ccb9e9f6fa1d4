import { Skeleton } from '@mantine/core'
import classes from './data-table.module.css'
import { DataHead, makeLook } from './data-table-head.tsx'
import { type DataTableProps, findTitle } from './data-table-parts.ts'

const ROWS = [180, 150, 210, 170, 190, 160]

type SkeletonProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'actions' | 'selecting' | 'fill' | 'framed'
> & {
  label: string
  cards: boolean
}

/** A placeholder in the shape of the table. */
export function DataSkeleton<Row>(props: SkeletonProps<Row>) {
  const { columns, actions, selecting, label, cards, fill, framed } = props
  const title = findTitle(columns)
  if (cards) {
    return (
      <div className={classes.cards} data-framed={framed} role="status" aria-label={label}>
        {ROWS.map((width) => (
          <div key={width} className={classes.card}>
            <Skeleton height={10} width={width} my={4} />
            <Skeleton height={10} mt={12} mb={6} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div className={classes.frame} data-fill={fill} data-framed={framed} role="status" aria-label={label}>
      <table className={classes.table}>
        <DataHead columns={columns} actions={false} />
        <tbody>
          {ROWS.map((width) => (
            <tr key={width}>
              {selecting && <td className={classes.check} />}
              {columns.map((column) => (
                <td key={column.id} {...makeLook(column)}>
                  <Skeleton height={10} width={column === title ? width : 64} display="inline-block" />
                </td>
              ))}
              {actions && <td className={classes.actions} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
