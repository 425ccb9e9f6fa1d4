import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './list-page.module.css'
import { SearchField } from './search-field.tsx'

/** Query parameters that all lists share. */
export interface ListQuery {
  search?: string
  page: number
  limit: number
}

/** A filter or sort choice of a list. */
export interface ListFilter<Query> {
  /** Name of its parameter. */
  name: keyof Query & string
  label: string
  options: readonly { value: string; label: string }[]
  /** Options under headings, after the others; only in a `select`. */
  groups?: readonly { label: string; options: readonly { value: string; label: string }[] }[]
  /** Label of the option that filters nothing. Without it, one option always applies. */
  all?: string
  /** `select` by default. */
  look?: 'select' | 'segmented'
  /** Converts an option to its parameter, if that is not a string. */
  read?: (value: string) => unknown
  /** Only for card view, where there are no sortable headings. */
  onCards?: true
}

interface ToolbarProps<Query> {
  query: Query
  change: (part: Partial<Query>) => void
  heading?: string
  /** Label of the search field; without it there is no search. */
  searchLabel?: string
  searchMax?: number
  filters?: readonly ListFilter<Query>[]
  children?: ReactNode
}

function Filter<Query>({ filter, query, change }: { filter: ListFilter<Query> } & ToolbarProps<Query>) {
  const { name, label, options, groups = [], all, look, read = (text) => text } = filter
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
      data={[...data, ...groups.map(({ label: group, options: items }) => ({ group, items: [...items] }))]}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

/** Whether search or filters are active. */
export const isNarrowed = <Query extends ListQuery>(
  query: Query,
  filters: readonly ListFilter<Query>[] = [],
): boolean =>
  (query.search ?? '').trim() !== '' || filters.some(({ name, all }) => all && (query[name] ?? null) !== null)

/** The change that clears search and filters. */
export const widened = <Query extends ListQuery>(
  filters: readonly ListFilter<Query>[] = [],
): Partial<Query> =>
  ({
    search: '',
    ...Object.fromEntries(filters.flatMap(({ name, all }) => (all ? [[name, null]] : []))),
  }) as unknown as Partial<Query>

/** Search field, filters and sorting of a list. */
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
