import { Text } from '@mantine/core'
import IconBack from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import { rollBackKit } from '#contract/admin/kits.ts'
import { type KitAccount, kitAccounts, type StoredKitDetail } from '#contract/admin/stored-kits.ts'
import { call } from '#web/lib/api.ts'
import { pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { Part } from '#web/ui/part.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import type { Dialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { versionLabel } from './kit-labels.ts'
import { ListFrame } from './list-frame.tsx'

const accountsSearch = pageSearch({ ...paging })

const COLUMNS: readonly Column<KitAccount>[] = [
  { id: 'account', label: 'Account', card: 'title', wrap: '260px', cell: ({ account }) => account },
  { id: 'version', label: 'Version', cell: ({ version }) => versionLabel(version) },
  { id: 'applied', label: 'Since', cell: ({ applied_at }) => <When at={applied_at} /> },
]

/** Accounts that have a kit, with a way back for each. */
export function KitAccounts({ kit, dialogs }: { kit: StoredKitDetail; dialogs: Dialog }) {
  const [query, change] = usePageSearch(accountsSearch)
  const found = usePagedQuery(kitAccounts, { params: { id: kit.id }, query })
  const rollBack = ({ account, account_id, use_id }: KitAccount) =>
    dialogs.confirm({
      title: `Roll back ${kit.name} in ${account}?`,
      confirmLabel: 'Roll back',
      danger: true,
      onConfirm: () => call(rollBackKit, { params: { id: use_id }, query: { account_id }, quiet: 'errors' }),
      children:
        'The account gets the settings that it had before this version. What it has changed itself since then stays.',
    })
  return (
    <Part title="Accounts on it">
      <ListFrame>
        <ListSection
          label="Accounts on the kit"
          things="accounts"
          list={{ found, query, change }}
          columns={COLUMNS}
          rowKey={({ account_id }) => account_id}
          actions={(row) => (
            <RowMenu
              name={row.account}
              items={[{ label: 'Roll back', icon: IconBack, run: () => rollBack(row) }]}
            />
          )}
          empty={
            <Text c="dimmed" p="md">
              No account has it yet. Roll it out, or name it in a package.
            </Text>
          }
        />
      </ListFrame>
    </Part>
  )
}
