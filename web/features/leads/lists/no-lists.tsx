import { Button } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { BIN_DAYS } from '#contract/core/constants.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ListView } from './lists-search.ts'

interface NoListsProps {
  view: ListView
  onSample: () => void
  sampleBusy: boolean
}

/** Empty state of a view, and the next step. */
export function NoLists({ view, onSample, sampleBusy }: NoListsProps) {
  if (view === 'archived') {
    return (
      <EmptyState icon={IconArchive} title="No archived lists">
        Archive a list to keep it out of the way without losing anything.
      </EmptyState>
    )
  }
  if (view === 'bin') {
    return (
      <EmptyState icon={IconTrash} title="Trash is empty">
        {`Deleted lists stay here for ${BIN_DAYS} days and can be restored with all their leads.`}
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
      Searches save leads to a list, where you can filter, enrich and export them.
    </EmptyState>
  )
}
