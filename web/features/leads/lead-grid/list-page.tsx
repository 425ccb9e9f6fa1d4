import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import { showList } from '#contract/leads/lists.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { listRef, useListRef } from '#web/lib/list-ref.ts'
import { useRecent } from '#web/lib/recent.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { type ListParts, ListPartsContext } from '../lead-data/list-parts.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { ListScreen } from './list-screen.tsx'

function MissingList() {
  return (
    <EmptyState
      title="This list does not exist"
      level={1}
      icon={IconListSearch}
      action={
        <ButtonLink to="/lead-search/saved-lists" variant="default">
          Go to Saved Lists
        </ButtonLink>
      }
    >
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  )
}

function LoadedList({ target }: { target: ListTarget }) {
  const list = useEndpoint(showList, { params: { id: target.id } })
  const missing = list.error instanceof ApiError && list.error.code === 'not_found'
  const otherType = list.data !== undefined && list.data.data.type !== target.type
  const current = list.data?.data
  useRecent(
    `/saved-lists/${listRef(target.type, target.id)}`,
    missing || otherType
      ? null
      : current && { kind: 'list', label: current.name, detail: formatCount(current.total, 'lead') },
  )
  if (missing || otherType) {
    return <MissingList />
  }
  if (list.isError && !list.data) {
    return <LoadError what="The list" query={list} />
  }
  return <ListScreen target={target} list={list.data?.data} />
}

/** The page of a saved list: leads, filters, actions, and parts of other features. */
export function ListPage({ parts }: { parts: ListParts }) {
  const ref = useListRef()
  if (!ref) return <MissingList />
  // Another list starts with its own selection and scroll position.
  return (
    <ListPartsContext value={parts}>
      <LoadedList key={`${ref.type}-${ref.id}`} target={ref} />
    </ListPartsContext>
  )
}
