import { FilterBuilder } from '../lead-data/filters/filter-builder.tsx'
import { type GridQuery, refine } from '../lead-data/grid-query.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { DataSourcesPanel } from '../lead-details/data-sources-panel.tsx'
import { HistoryPanel } from '../lead-details/history-panel.tsx'
import { MatchCount } from './filters/match-count.tsx'

/** The dialog of a list's page that is open. */
export type ListDialog = 'history' | 'sources' | 'builder' | null

interface ListDialogsProps {
  dialog: ListDialog
  onClose: () => void
  target: ListTarget
  query: GridQuery
  onChange: (next: GridQuery) => void
}

/** History, data sources and the filter builder, each over the page. */
export function ListDialogs(props: ListDialogsProps) {
  const { dialog, onClose, target, query, onChange } = props
  return (
    <>
      <HistoryPanel target={target} opened={dialog === 'history'} onClose={onClose} />
      <DataSourcesPanel id={target.id} opened={dialog === 'sources'} onClose={onClose} />
      <FilterBuilder
        opened={dialog === 'builder'}
        type={target.type}
        filter={query.filter}
        onApply={(filter) => onChange(refine(query, { filter }))}
        onClose={onClose}
        count={(filter) => <MatchCount target={target} query={query} filter={filter} />}
      />
    </>
  )
}
