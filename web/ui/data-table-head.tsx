import { Checkbox, VisuallyHidden } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import classes from './data-table.module.css'
import { type Column, type DataTableProps, nextSort } from './data-table-parts.ts'
import type { Ticks } from './use-ticks.ts'

type Sort = DataTableProps<never>['sort']

/** Alignment and width of a column, for its head and cells. */
export const makeLook = ({ align, width, wrap }: Pick<Column<never>, 'align' | 'width' | 'wrap'>) => ({
  'data-align': align,
  'data-cut': width ? true : undefined,
  'data-wrap': wrap ? true : undefined,
  style: { width, maxWidth: wrap },
})

function HeadCell<Row>({ column, sort }: { column: Column<Row>; sort: Sort }) {
  const { label, title } = column
  if (!column.sort || !sort) {
    return (
      <th scope="col" title={title} {...makeLook(column)}>
        {label}
      </th>
    )
  }
  const active = sort.by.replace(/^-/, '') === column.sort
  const down = active ? sort.by.startsWith('-') : column.descendingFirst
  const Icon = down ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      title={title}
      aria-sort={active ? (down ? 'descending' : 'ascending') : undefined}
      {...makeLook(column)}
    >
      <button type="button" className="sort" onClick={() => sort.onChange(nextSort(sort.by, column))}>
        {label}
        <Icon size={13} stroke={2} aria-hidden data-shown={active || undefined} />
      </button>
    </th>
  )
}

interface DataHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort?: Sort
  ticks?: Ticks
  /** Whether rows have a column of actions. */
  actions: boolean
}

/** The table head: a checkbox for the page, and buttons for sortable columns. */
export function DataHead<Row>({ columns, sort, ticks, actions }: DataHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {ticks && (
          <th scope="col" className={classes.check}>
            <Checkbox
              size="xs"
              aria-label="Select this page"
              checked={ticks.here > 0 && ticks.here === ticks.rows}
              indeterminate={ticks.here > 0 && ticks.here < ticks.rows}
              onChange={ticks.togglePage}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} />
        ))}
        {actions && (
          <th scope="col" className={classes.actions}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}
