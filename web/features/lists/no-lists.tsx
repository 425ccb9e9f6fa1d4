import { Button } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { BIN_DAYS } from '#contract/constants.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isNarrowed, type ListsQuery } from './lists-query.ts'

interface NoListsProps {
  query: ListsQuery
  onChange: (next: ListsQuery) => void
  onSample: () => void
  sampleBusy: boolean
}

/** Why there is no list to show, and the next step. */
export function NoLists({ query, onChange, onSample, sampleBusy }: NoListsProps) {
  if (isNarrowed(query)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No list matches"
        action={
          <Button variant="default" onClick={() => onChange({ ...query, search: '', type: null, page: 1 })}>
            Show all lists
          </Button>
        }
      />
    )
  }
  if (query.view === 'archived') {
    return (
      <EmptyState icon={IconArchive} title="Nothing is archived">
        Archive a list to keep it out of the way without losing anything.
      </EmptyState>
    )
  }
  if (query.view === 'bin') {
    return (
      <EmptyState icon={IconTrash} title="The bin is empty">
        {`Deleted lists stay here for ${BIN_DAYS} days and can be brought back with all their leads.`}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconList}
      title="Your first list is one search away"
      action={
        <>
          <Button component={Link} to="/lead-search/new-search">
            Start a search
          </Button>
          <Button variant="default" loading={sampleBusy} onClick={onSample}>
            Try with sample data (0 credits)
          </Button>
        </>
      }
    >
      A search delivers leads into a list, where you filter, export and work with them.
    </EmptyState>
  )
}
