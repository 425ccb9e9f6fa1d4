import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'
import { FILTER_DEBOUNCE_MS, type SearchMode } from '#contract/core/constants.ts'
import classes from '../grid/grid-toolbar.module.css'

const MODES: { value: SearchMode; label: string }[] = [
  { value: 'contain', label: 'Contains' },
  { value: 'start', label: 'Starts with' },
  { value: 'exact', label: 'Is exactly' },
]

interface SearchBoxProps {
  search: string
  mode: SearchMode
  onChange: (change: { search: string; search_type: SearchMode }) => void
}

/** Text search of the list; the address follows 300 ms after the last key. */
export function SearchBox({ search, mode, onChange }: SearchBoxProps) {
  const [text, setText] = useState(search)
  const sent = useRef(search)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next
    onChange({ search: next, search_type: mode })
  }, FILTER_DEBOUNCE_MS)
  // Show changes from elsewhere (a chip, the back button); our own echo must not overwrite newer keys.
  useEffect(() => {
    if (search !== sent.current) setText(search)
    sent.current = search
  }, [search])
  return (
    <search className={classes.search}>
      <TextInput
        size="xs"
        className={classes.searchInput}
        aria-label="Search this list"
        placeholder="Search this list"
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={text}
        maxLength={300}
        data-search-focus
        onChange={(event) => {
          setText(event.currentTarget.value)
          send(event.currentTarget.value)
        }}
      />
      <NativeSelect
        size="xs"
        aria-label="Text match"
        value={mode}
        data={MODES}
        onChange={(event) => onChange({ search: text, search_type: event.currentTarget.value as SearchMode })}
      />
    </search>
  )
}
