import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconRollOut from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs'
import IconKit from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import { useNavigate } from '@tanstack/react-router'
import { kits, type StoredKit } from '#contract/admin/stored-kits.ts'
import { formatNumber } from '#web/lib/format.ts'
import { freeText, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { kitActions } from './kit-actions.tsx'
import { versionLabel } from './kit-labels.ts'
import { NewKitDialog } from './kit-source-form.tsx'

const MAX_SEARCH = 100
const kitsSearch = pageSearch({ search: freeText(MAX_SEARCH), ...paging })

const COLUMNS: readonly Column<StoredKit>[] = [
  {
    id: 'name',
    label: 'Name',
    card: 'title',
    wrap: '320px',
    cell: ({ id, name, description }) => (
      <>
        <AnchorLink to="/whitelabel/kits/$id" params={{ id: String(id) }} inherit>
          {name}
        </AnchorLink>
        {description && (
          <Hint fw={400} lineClamp={2}>
            {description}
          </Hint>
        )}
      </>
    ),
  },
  { id: 'version', label: 'Newest version', cell: ({ version }) => versionLabel(version) },
  { id: 'changed', label: 'Made', cell: ({ changed_at }) => <When at={changed_at} /> },
  {
    id: 'accounts',
    label: 'Accounts on it',
    align: 'end',
    cell: ({ accounts }) => formatNumber(accounts),
  },
  {
    id: 'rolled_out',
    label: 'Last roll-out',
    cell: ({ rolled_out_at }) => (rolled_out_at ? <When at={rolled_out_at} /> : 'Never'),
  },
  { id: 'shared', label: 'Link', cell: ({ shared }) => (shared ? 'On' : 'Off') },
]

/** The kits of an account. */
export function KitsPage() {
  const [query, change] = usePageSearch(kitsSearch)
  const navigate = useNavigate()
  const dialogs = useDialog()
  const found = usePagedQuery(kits, { query })
  const open = (id: number) => void navigate({ to: `/whitelabel/kits/${id}` })
  const create = (
    <Button
      leftSection={<IconPlus aria-hidden />}
      onClick={() => dialogs.show((state) => <NewKitDialog {...state} onSaved={({ id }) => open(id)} />)}
    >
      New kit
    </Button>
  )
  return (
    <ListPage
      title="Kits"
      subtitle="Settings to give to customers, and to keep in step"
      action={create}
      label="Kits"
      list={{ found, query, change }}
      searchLabel="Search by name"
      searchMax={MAX_SEARCH}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      actions={(kit) => (
        <RowMenu
          name={kit.name}
          items={[
            {
              label: 'Roll out',
              icon: IconRollOut,
              run: () => void navigate({ to: `/whitelabel/kits/${kit.id}/roll-out` }),
            },
            ...kitActions(kit, dialogs),
          ]}
        />
      )}
      empty={
        <EmptyState icon={IconKit} title="No kits yet" action={create}>
          A kit has the labels, services, views, templates and prompts of an account. Make it once, give it to
          new customers with their package, and roll out what you change.
        </EmptyState>
      }
    >
      {dialogs.dialog}
    </ListPage>
  )
}
