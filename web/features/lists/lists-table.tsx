import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { Link } from '@tanstack/react-router'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import type { List } from '#contract/lists.ts'
import { formatNumber } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { ListRowMenu } from './list-row-menu.tsx'
import { type ListSort, type ListsQuery, nextSort } from './lists-query.ts'
import classes from './lists-table.module.css'
import type { ListActions } from './use-list-actions.ts'

interface ListsTableProps {
  rows: readonly List[]
  query: ListsQuery
  onSort: (sort: ListSort) => void
  chosen: ReadonlyMap<number, List>
  onChoose: (next: ReadonlyMap<number, List>) => void
  actions: ListActions
  onRename: (list: List) => void
  onDelete: (list: List) => void
}

type SortColumn = Parameters<typeof nextSort>[1]

const COLUMNS: { id: string; label: string; sort?: SortColumn; className?: string | undefined }[] = [
  { id: 'name', label: 'Name', sort: 'name', className: classes.nameCell },
  { id: 'type', label: 'Type' },
  { id: 'total', label: 'Leads', sort: 'total', className: classes.numeric },
  { id: 'run', label: 'Last run' },
  { id: 'created', label: 'Created', sort: 'created_at' },
]

const typeName = (type: string): string => LIST_TYPES[type as ListTypeId]?.name ?? type

function SortHead({
  column,
  query,
  onSort,
}: { column: (typeof COLUMNS)[number] } & Pick<ListsTableProps, 'query' | 'onSort'>) {
  const { sort, label, className } = column
  if (!sort) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  }
  const active = query.sort.replace(/^-/, '') === sort
  const down = query.sort.startsWith('-')
  const Icon = down ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={className}
      aria-sort={active ? (down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(query.sort, sort))}>
        {label}
        <Icon size={13} stroke={2} aria-hidden data-shown={active || undefined} />
      </button>
    </th>
  )
}

function ListRow({ list, props }: { list: List; props: ListsTableProps }) {
  const { chosen, onChoose, query, actions, onRename, onDelete } = props
  const toggle = () => {
    const next = new Map(chosen)
    if (!next.delete(list.id)) next.set(list.id, list)
    onChoose(next)
  }
  return (
    <tr data-selected={chosen.has(list.id) || undefined}>
      <td className={classes.check}>
        <Checkbox
          size="xs"
          checked={chosen.has(list.id)}
          aria-label={`Select ${list.name}`}
          onChange={toggle}
        />
      </td>
      <td className={classes.nameCell}>
        {query.view === 'bin' ? (
          list.name
        ) : (
          <Link to={`/saved-lists/${listRef(list.type, list.id)}`} className={classes.link}>
            {list.name}
          </Link>
        )}
      </td>
      <td>{typeName(list.type)}</td>
      <td className={classes.numeric}>{formatNumber(list.total)}</td>
      <td>
        {list.last_run ? <StateBadge state={list.last_run.state} /> : <span className={classes.none}>–</span>}
      </td>
      <td>
        <When at={list.created_at} />
      </td>
      <td className={classes.menu}>
        <ListRowMenu
          list={list}
          view={query.view}
          actions={actions}
          onRename={() => onRename(list)}
          onDelete={() => onDelete(list)}
        />
      </td>
    </tr>
  )
}

/** The saved lists of a page. */
export function ListsTable(props: ListsTableProps) {
  const { rows, query, onSort, chosen, onChoose } = props
  const here = rows.filter((list) => chosen.has(list.id)).length
  const togglePage = () => {
    const next = new Map(chosen)
    for (const list of rows) {
      if (here === rows.length) next.delete(list.id)
      else next.set(list.id, list)
    }
    onChoose(next)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it
    <section className={classes.frame} aria-label="Saved lists" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <Checkbox
                size="xs"
                aria-label="Select this page"
                checked={here > 0 && here === rows.length}
                indeterminate={here > 0 && here < rows.length}
                onChange={togglePage}
              />
            </th>
            {COLUMNS.map((column) => (
              <SortHead key={column.id} column={column} query={query} onSort={onSort} />
            ))}
            <th scope="col" className={classes.menu}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((list) => (
            <ListRow key={list.id} list={list} props={props} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const WIDTHS = [180, 240, 150, 210, 170, 220, 190, 160]

/** The table's own shape while it loads. */
export function ListsSkeleton() {
  return (
    <div className={classes.frame} role="status" aria-label="Loading the lists">
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.check} />
            {COLUMNS.map((column) => (
              <th key={column.id} className={column.className}>
                {column.label}
              </th>
            ))}
            <th className={classes.menu} />
          </tr>
        </thead>
        <tbody>
          {WIDTHS.map((width) => (
            <tr key={width}>
              <td className={classes.check}>
                <Skeleton height={14} width={14} />
              </td>
              {COLUMNS.map((column, at) => (
                <td key={column.id} className={column.className}>
                  <Skeleton height={10} width={at === 0 ? width : 64} />
                </td>
              ))}
              <td className={classes.menu} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
