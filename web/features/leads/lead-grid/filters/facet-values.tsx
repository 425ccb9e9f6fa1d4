import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import { useState } from 'react'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import { type FacetMode, facetMode, setFacet } from '../../lead-data/filters/filter-edits.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { type FacetValue, mergeFacetValues } from './facet-list.ts'
import classes from './filter-sidebar.module.css'

/** Values shown before "Show all". */
const SHORT = 8

interface FacetRowProps {
  item: FacetValue
  text: string
  mode: FacetMode
  onMode: (mode: FacetMode) => void
}

function FacetRow({ item, text, mode, onMode }: FacetRowProps) {
  const excluded = mode === 'exclude'
  return (
    <li className={classes.value} data-excluded={excluded || undefined}>
      <Checkbox
        size="xs"
        className={classes.valueBox}
        label={text}
        checked={mode === 'include'}
        onChange={() => onMode(mode === 'include' ? 'off' : 'include')}
      />
      <Hint component="span" className="numeric">
        {item.count === null ? '' : formatNumber(item.count)}
      </Hint>
      <ActionIcon
        size={24}
        variant={excluded ? 'light' : 'subtle'}
        color={excluded ? 'red' : 'gray'}
        aria-label={`Exclude ${text}`}
        aria-pressed={excluded}
        className="reveal"
        onClick={() => onMode(excluded ? 'off' : 'exclude')}
      >
        <IconBan size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}

interface FacetValuesProps {
  field: FieldDefinition
  /** Counts from the server; undefined while they load. */
  counted: { value: string | null; label: string; count: number }[] | undefined
  query: GridQuery
  onChange: (next: GridQuery) => void
  formatLabel: (value: string | null, label: string) => string
  /** A run is adding leads, so more values may appear. */
  running: boolean
}

/** The values of one field with their counts, each to include or exclude. */
export function FacetValues({ field, counted, query, onChange, formatLabel, running }: FacetValuesProps) {
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const values = mergeFacetValues(query, field.name, counted)
  const texts = values.map((item) => ({ item, text: formatLabel(item.value, item.label) }))
  const needle = search.trim().toLowerCase()
  const matching = needle ? texts.filter(({ text }) => text.toLowerCase().includes(needle)) : texts
  // An active value stays visible, however rare it is.
  const isOn = ({ item }: { item: FacetValue }) => facetMode(query, field.name, item.value) !== 'off'
  const shown = all || needle ? matching : matching.filter((entry, at) => at < SHORT || isOn(entry))
  if (values.length === 0) return <Hint>{running ? 'Values appear as leads are added' : 'No values'}</Hint>
  return (
    <>
      {values.length > SHORT && (
        <TextInput
          size="xs"
          mb={4}
          aria-label={`Find a value of ${field.label}`}
          placeholder="Find a value"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul>
        {shown.map(({ item, text }) => (
          <FacetRow
            key={item.value ?? ''}
            item={item}
            text={text}
            mode={facetMode(query, field.name, item.value)}
            onMode={(mode) => onChange(setFacet(query, field.name, item.value, mode))}
          />
        ))}
      </ul>
      {shown.length === 0 && <Hint>No results</Hint>}
      {matching.length > shown.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(true)}>
          {`Show all ${formatNumber(matching.length)}`}
        </Button>
      )}
    </>
  )
}
