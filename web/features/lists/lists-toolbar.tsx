import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#contract/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
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
  const [text, setText] = useState(query.search)
  const latest = useRef({ query, onChange, sent: query.search })
  useEffect(() => {
    if (query.search !== latest.current.sent) setText(query.search)
    latest.current = { query, onChange, sent: query.search }
  }, [query, onChange])
  const send = useDebouncedCallback((search: string) => {
    latest.current.sent = search
    latest.current.onChange({ ...latest.current.query, search, page: 1 })
  }, FILTER_DEBOUNCE_MS)
  return (
    <search className={classes.toolbar}>
      <TextInput
        size="xs"
        className={classes.search}
        aria-label="Search lists"
        placeholder="Search lists"
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={text}
        maxLength={200}
        data-search-focus
        onChange={(event) => {
          setText(event.currentTarget.value)
          send(event.currentTarget.value)
        }}
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
