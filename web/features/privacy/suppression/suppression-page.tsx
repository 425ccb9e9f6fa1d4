import { Button } from '@mantine/core'
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import {
  removeSuppression,
  SUPPRESSION_KINDS,
  type Suppression,
  suppressions,
} from '#contract/privacy/suppression.ts'
import { call } from '#web/lib/api.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { AddDialog } from './add-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { KIND_LABELS } from './suppression-labels.ts'

const suppressionSearch = pageSearch({
  search: freeText(320),
  kind: oneOf(SUPPRESSION_KINDS, null),
  ...paging,
})
type Query = ReturnType<typeof suppressionSearch.read>

const formatName = ({ value }: Suppression): string => value ?? 'Erased person'

const COLUMNS: readonly Column<Suppression>[] = [
  { id: 'value', label: 'Value', card: 'title', cell: formatName },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => KIND_LABELS[kind] },
  {
    id: 'by',
    label: 'Added by',
    cell: ({ added_by, is_inherited }) => (is_inherited ? 'Parent account' : (added_by ?? '–')),
  },
  { id: 'when', label: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
]

const FILTERS: readonly ListFilter<Query>[] = [
  {
    name: 'kind',
    label: 'Kind',
    all: 'All kinds',
    options: SUPPRESSION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
  },
]

/** The suppression list, with erasing a person. */
export function SuppressionPage() {
  const [query, change] = usePageSearch(suppressionSearch)
  const { show, confirm, dialog } = useDialog()
  const erases = useCan('erase_people')
  const { page, limit, kind } = query
  const search = query.search.trim()
  const params = { page, limit, ...(search && { search }), ...(kind && { kind }) }
  const found = usePagedQuery(suppressions, { query: params })
  const remove = (entry: Suppression) =>
    confirm({
      title: `Remove ${formatName(entry)}?`,
      confirmLabel: 'Remove',
      danger: true,
      onConfirm: () => call(removeSuppression, { params: { id: entry.id }, quiet: 'errors' }),
      children:
        'Leads hidden only by this entry in the last 30 days come back. They can be stored and exported again.',
    })
  const addButton = <Button onClick={() => show((state) => <AddDialog {...state} />)}>Add</Button>
  return (
    <ListPage
      title="Suppression list"
      subtitle="Never stored, shown, enriched or exported"
      action={
        <>
          {erases && (
            <>
              <ButtonLink to="/suppression/erasures" variant="default">
                Erasure reports
              </ButtonLink>
              <Button variant="default" onClick={() => show((state) => <EraseDialog {...state} />)}>
                Erase a person
              </Button>
            </>
          )}
          {addButton}
        </>
      }
      label="Suppression list"
      list={{ found, query, change }}
      searchLabel="Search by value"
      searchMax={320}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      actions={(entry) => (
        <RowMenu
          name={formatName(entry)}
          items={[
            {
              label: 'Remove',
              icon: IconTrash,
              danger: true,
              refusal: entry.is_inherited ? 'Only the parent account can remove it' : undefined,
              run: () => remove(entry),
            },
          ]}
        />
      )}
      noMatches={{ title: 'No matching entries', reset: 'Show all entries' }}
      empty={
        <EmptyState icon={IconBan} title="Nothing suppressed yet">
          Add people who opted out, competitors or customers. They’re hidden in every list and never added
          again, in this account and those below it.
        </EmptyState>
      }
    >
      {dialog}
    </ListPage>
  )
}
