import { Badge, Button } from '@mantine/core'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs'
import { formatCount } from '#web/lib/format.ts'
import { EMPTY_QUERY, type GridQuery, isFiltered, refine } from '../../lead-data/grid-query.ts'
import type { ListTarget } from '../../lead-data/use-leads.ts'
import { SearchBox } from '../filters/search-box.tsx'
import { ViewSwitcher } from '../views/view-switcher.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import classes from './grid-toolbar.module.css'

interface GridToolbarProps {
  target: ListTarget
  query: GridQuery
  onChange: (next: GridQuery) => void
  /** Undefined while unknown. */
  total: number | undefined
  filtersOpen: boolean
  onFilters: () => void
  activeFilters: number
  /** Toggles the map; undefined for leads without coordinates. */
  map: { open: boolean; toggle: () => void } | undefined
}

/** Above the grid: view, filter toggle, search, number of matches, and columns. */
export function GridToolbar(props: GridToolbarProps) {
  const { target, query, onChange, total, filtersOpen, onFilters, activeFilters, map } = props
  const binned = query.view === 'bin'
  const noun = binned ? 'deleted lead' : isFiltered(query) ? 'match' : 'lead'
  const many = isFiltered(query) && !binned ? 'matches' : `${noun}s`
  return (
    <div className={classes.toolbar}>
      <ViewSwitcher type={target.type} query={query} onChange={onChange} />
      <Button
        variant={filtersOpen ? 'light' : 'default'}
        leftSection={<IconFilter aria-hidden />}
        rightSection={activeFilters > 0 ? <Badge size="sm">{activeFilters}</Badge> : undefined}
        aria-expanded={filtersOpen}
        onClick={onFilters}
      >
        Filters
      </Button>
      <SearchBox
        search={query.search}
        mode={query.search_type}
        onChange={(change) => onChange(refine(query, change))}
      />
      <span className={classes.total} aria-live="polite">
        {total === undefined ? '' : formatCount(total, noun, many)}
      </span>
      {query.view !== EMPTY_QUERY.view && (
        <Button variant="subtle" onClick={() => onChange(refine(query, { view: 'active' }))}>
          Back to leads
        </Button>
      )}
      {map && (
        <Button
          variant={map.open ? 'light' : 'default'}
          leftSection={<IconMap2 aria-hidden />}
          aria-pressed={map.open}
          onClick={map.toggle}
        >
          Map
        </Button>
      )}
      <ColumnChooser type={target.type} />
    </div>
  )
}
