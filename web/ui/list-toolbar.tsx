import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './list-page.module.css'
import { SearchField } from './search-field.tsx'

/** What every list can be asked. */
export interface ListQuery {
  search?: string
  page: number
  limit: number
}

/** A choice that narrows or orders a list. */
export interface ListFilter<Query> {
  /** Its parameter. */
  name: keyof Query & string
  label: string
  options: readonly { value: string; label: string }[]
  /** Word for no choice; without it one of the options always holds, and nothing is narrowed. */
  all?: string
  /** `select` by default. */
  look?: 'select' | 'segmented'
  /** The parameter that an option means, where that is no text. */
  read?: (value: string) => unknown
  /** Shown only where rows are cards, for an order that a table's head offers. */
  onCards?: true
}

interface ToolbarProps<Query> {
  query: Query
  change: (part: Partial<Query>) => void
  heading?: string | undefined
  /** Label of the search field; without it there is none. */
  searchLabel?: string | undefined
  searchMax?: number | undefined
  filters?: readonly ListFilter<Query>[] | undefined
  children?: ReactNode
}

function Filter<Query>({ filter, query, change }: { filter: ListFilter<Query> } & ToolbarProps<Query>) {
  const { name, label, options, all, look, read = (text) => text } = filter
  const data = [...(all ? [{ value: '', label: all }] : []), ...options]
  const value = String(query[name] ?? '')
  const choose = (chosen: string) => change({ [name]: chosen ? read(chosen) : null } as Partial<Query>)
  if (look === 'segmented') {
    return <SegmentedControl size="xs" aria-label={label} data={data} value={value} onChange={choose} />
  }
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      className={`${classes.filter} ${filter.onCards ? classes.onCards : ''}`}
      data={data}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

/** Whether a list shows less than everything. */
export const isNarrowed = <Query extends ListQuery>(
  query: Query,
  filters: readonly ListFilter<Query>[] = [],
): boolean =>
  (query.search ?? '').trim() !== '' || filters.some(({ name, all }) => all && (query[name] ?? null) !== null)

/** The change that shows everything again. */
export const widened = <Query extends ListQuery>(
  filters: readonly ListFilter<Query>[] = [],
): Partial<Query> =>
  ({
    search: '',
    ...Object.fromEntries(filters.flatMap(({ name, all }) => (all ? [[name, null]] : []))),
  }) as unknown as Partial<Query>

/** What a list is searched, narrowed and ordered with. */
export function ListToolbar<Query extends ListQuery>(props: ToolbarProps<Query>) {
  const { query, change, heading, searchLabel, searchMax, filters = [], children } = props
  if (!searchLabel && filters.length === 0 && !heading) return null
  return (
    <search className={classes.toolbar}>
      {heading && <h2>{heading}</h2>}
      {searchLabel && (
        <SearchField
          className={classes.search}
          label={searchLabel}
          value={query.search ?? ''}
          {...(searchMax ? { maxLength: searchMax } : {})}
          onChange={(search) => change({ search } as Partial<Query>)}
        />
      )}
      {filters.map((filter) => (
        <Filter key={filter.name} {...props} filter={filter} />
      ))}
      {children}
    </search>
  )
}
