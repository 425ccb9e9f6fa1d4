import { NativeSelect } from '@mantine/core'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { LIST_SORTS, type ListSort, type ListsQuery } from './lists-query.ts'
import classes from './saved-lists-page.module.css'

interface ListsToolbarProps {
  query: ListsQuery
  onChange: (next: ListsQuery) => void
}

const TYPE_OPTIONS = [
  { value: '', label: 'All types' },
  ...Object.values(LIST_TYPES).map(({ id, name }) => ({ value: id, label: name })),
]
const SORT_OPTIONS = Object.entries(LIST_SORTS).map(([value, label]) => ({ value, label }))

/** Search, type and order of the lists. */
export function ListsToolbar({ query, onChange }: ListsToolbarProps) {
  return (
    <search className={classes.toolbar}>
      <SearchField
        className={classes.search}
        label="Search lists"
        value={query.search}
        onChange={(search) => onChange({ ...query, search, page: 1 })}
      />
      <NativeSelect
        size="xs"
        aria-label="Type of list"
        value={query.type ?? ''}
        data={TYPE_OPTIONS}
        onChange={(event) =>
          onChange({ ...query, page: 1, type: (event.currentTarget.value || null) as ListTypeId | null })
        }
      />
      <NativeSelect
        size="xs"
        aria-label="Order"
        value={query.sort}
        data={SORT_OPTIONS}
        onChange={(event) => onChange({ ...query, page: 1, sort: event.currentTarget.value as ListSort })}
      />
    </search>
  )
}
