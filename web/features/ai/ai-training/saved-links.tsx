import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { type WebsiteLink, websiteLinks } from '#contract/ai/ai-training.ts'
import { formatNumber } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { InstructionsFlag } from './instructions-flag.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { removeTraining } from './remove-training.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { MAX_SEARCH, makeQuery, type TabProps } from './training-search.ts'

const COLUMNS: readonly Column<WebsiteLink>[] = [
  {
    id: 'title',
    label: 'Page',
    card: 'title',
    width: '34%',
    full: ({ title }) => title,
    cell: ({ title }) => title,
  },
  {
    id: 'url',
    label: 'Address',
    width: '34%',
    full: ({ url }) => url,
    cell: ({ url }) => url.replace(/^https?:\/\//, ''),
  },
  { id: 'tokens', label: 'Tokens', align: 'end', cell: ({ tokens }) => formatNumber(tokens) },
  {
    id: 'state',
    label: 'State',
    cell: ({ is_gone, instructions }) =>
      is_gone ? (
        <StateBadge state="failed" label="Gone" />
      ) : instructions.length > 0 ? (
        <InstructionsFlag found={instructions.length} />
      ) : (
        <StateBadge state="succeeded" label="In use" />
      ),
  },
  { id: 'read', label: 'Read', cell: ({ read_at }) => <When at={read_at} /> },
]

/** Pages that the AI may read. */
export function SavedLinks({ query, change }: TabProps) {
  const found = usePagedQuery(websiteLinks, { query: makeQuery(query) })
  const { show, dialog } = useDialog()
  const rows = found.data?.data ?? []
  return (
    <>
      <ListSection
        label="Pages"
        heading="Pages in your training"
        list={{ found, query, change }}
        searchLabel="Search pages"
        searchMax={MAX_SEARCH}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        opening={{ open: query.open, onOpen: ({ id }) => change({ open: id }) }}
        actions={(link) => (
          <RowMenu
            name={link.title}
            items={[
              {
                label: 'Edit',
                icon: IconPencil,
                run: () => show((state) => <RenameDialog {...state} kind="page" item={link} />),
              },
              {
                label: 'Delete',
                icon: IconTrash,
                danger: true,
                run: () => void removeTraining('page', link),
              },
            ]}
          />
        )}
        empty={
          <EmptyState icon={IconWorld} title="No pages yet">
            Add pages from your website. Pages about what you offer, who it’s for and what it costs help most.
          </EmptyState>
        }
      />
      <ItemDrawer id={query.open} ids={rows.map(({ id }) => id)} onOpen={(open) => change({ open })} />
      {dialog}
    </>
  )
}
