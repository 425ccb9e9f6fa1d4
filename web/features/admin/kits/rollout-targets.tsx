import { NativeSelect, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { packages } from '#contract/accounts/plans.ts'
import { type KitTarget, kitTargets } from '#contract/admin/kit-rollouts.ts'
import type { StoredKitDetail } from '#contract/admin/stored-kits.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { formatCount } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { useSelection } from '#web/ui/use-selection.ts'
import { ListFrame } from './list-frame.tsx'

/** Which accounts are meant: the one that a link names, all on the kit, all of a package, or those ticked. */
export interface TargetChoice {
  kind: 'one' | 'on_kit' | 'package' | 'accounts'
  packageId: string
  /** Of the link. */
  accountId: number | null
}

/** The accounts as the server wants them; null while none is meant. */
export function makeTargets({ kind, packageId, accountId }: TargetChoice, ids: readonly number[]) {
  if (kind === 'one') return accountId === null ? null : { account_ids: [accountId] }
  if (kind === 'on_kit') return { on_kit: true }
  if (kind === 'package') return packageId ? { package_id: Number(packageId) } : null
  return ids.length > 0 ? { account_ids: [...ids] } : null
}

function SellerName({ id, name }: KitTarget['seller']) {
  return useUser().account.id === id ? 'You' : name
}

const COLUMNS: readonly Column<KitTarget>[] = [
  { id: 'account', label: 'Company', card: 'title', wrap: '240px', cell: ({ account }) => account },
  { id: 'seller', label: 'Customer of', wrap: '200px', cell: ({ seller }) => <SellerName {...seller} /> },
  { id: 'email', label: 'Email', wrap: '240px', cell: ({ email }) => email },
  { id: 'package', label: 'Package', wrap: '160px', cell: (row) => row.package ?? '–' },
]

interface TargetQuery {
  search: string
  seller_id: number | null
  page: number
  limit: number
}

/** The accounts below, by seller, to be ticked; ticks stay while the search changes. */
function AccountList({ selection }: { selection: ReturnType<typeof useSelection<KitTarget>> }) {
  const [query, setQuery] = useState<TargetQuery>({ search: '', seller_id: null, page: 1, limit: 20 })
  const { seller_id, ...rest } = query
  const found = usePagedQuery(kitTargets, { query: { ...rest, ...(seller_id !== null && { seller_id }) } })
  const ownId = useUser().account.id
  const sellers = found.data?.sellers ?? []
  const options = sellers.map(({ id, name, accounts }) => ({
    value: String(id),
    label: `${id === ownId ? 'Your customers' : name} (${accounts})`,
  }))
  const isTree = sellers.length > 1
  return (
    <ListFrame>
      <ListSection
        label="Accounts"
        list={{ found, query, change: (part) => setQuery((now) => ({ ...now, page: 1, ...part })) }}
        searchLabel="Search company, email, reseller"
        filters={
          isTree
            ? [{ name: 'seller_id', label: 'Reseller', options, all: 'All accounts below', read: Number }]
            : []
        }
        columns={isTree ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'seller')}
        rowKey={({ account_id }) => account_id}
        rowName={({ account }) => account}
        selecting={selection}
        empty={
          <EmptyState level={3} title="No account that you may change">
            Accounts are listed here once they have an owner who lets you log in.
          </EmptyState>
        }
      />
    </ListFrame>
  )
}

interface RolloutTargetsProps {
  kit: StoredKitDetail
  choice: TargetChoice
  onChange: (choice: TargetChoice) => void
  selection: ReturnType<typeof useSelection<KitTarget>>
}

export function RolloutTargets({ kit, choice, onChange, selection }: RolloutTargetsProps) {
  const { kind, packageId, accountId } = choice
  const one = useEndpoint(
    kitTargets,
    { query: { account_id: accountId ?? 1, limit: 1 } },
    { enabled: accountId !== null },
  ).data?.data[0]
  const found = useEndpoint(packages, { query: { limit: MAX_PAGE_SIZE } })
  const options = (found.data?.data ?? []).map(({ id, name, customers }) => ({
    value: String(id),
    label: `${name} (${formatCount(customers, 'customer')})`,
  }))
  return (
    <Stack gap="md">
      <Radio.Group
        label="Which accounts?"
        value={kind}
        onChange={(value) => onChange({ ...choice, kind: value as TargetChoice['kind'] })}
      >
        <Stack gap={8} mt={4}>
          {accountId !== null && (
            <Radio size="xs" value="one" label={`Only ${one?.account ?? `account ${accountId}`}`} />
          )}
          <Radio
            size="xs"
            value="on_kit"
            disabled={kit.accounts === 0}
            label={`All that have this kit (${kit.accounts})`}
          />
          <Radio size="xs" value="package" label="All customers of a package" />
          <Radio
            size="xs"
            value="accounts"
            label={
              selection.rows.length > 0
                ? `Accounts that I choose (${selection.rows.length} chosen)`
                : 'Accounts that I choose'
            }
          />
        </Stack>
      </Radio.Group>
      {kind === 'package' && (
        <NativeSelect
          label="Package"
          maw={420}
          data={[{ value: '', label: found.isPending ? 'Loading…' : 'Choose a package' }, ...options]}
          value={packageId}
          error={found.isError ? 'The packages could not be loaded' : undefined}
          onChange={({ currentTarget }) => onChange({ ...choice, packageId: currentTarget.value })}
        />
      )}
      {kind === 'accounts' && <AccountList selection={selection} />}
    </Stack>
  )
}
