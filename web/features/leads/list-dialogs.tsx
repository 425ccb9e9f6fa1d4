import { DataSourcesPanel } from './data-sources-panel.tsx'
import { FilterBuilder } from './filters/filter-builder.tsx'
import { type GridQuery, refine } from './grid/grid-query.ts'
import { HistoryPanel } from './history-panel.tsx'
import type { ListTarget } from './use-leads.ts'

/** The dialog of a list's page that is open. */
export type ListDialog = 'history' | 'sources' | 'builder' | null

interface ListDialogsProps {
  dialog: ListDialog
  onClose: () => void
  target: ListTarget
  query: GridQuery
  onChange: (next: GridQuery) => void
}

/** History, data sources and the filter builder, each shown over the page. */
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
      />
    </>
  )
}
