import { NativeSelect, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { packages } from '#contract/accounts/plans.ts'
import { type Subscription, subscriptions } from '#contract/accounts/subscriptions.ts'
import type { StoredKitDetail } from '#contract/admin/stored-kits.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { formatCount } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { useSelection } from '#web/ui/use-selection.ts'
import { When } from '#web/ui/when.tsx'
import { ListFrame } from './list-frame.tsx'

/** Which accounts are meant: all on the kit, all of a package, or those ticked. */
export interface TargetChoice {
  kind: 'on_kit' | 'package' | 'accounts'
  packageId: string
}

/** The accounts as the server wants them; null while none is meant. */
export function makeTargets({ kind, packageId }: TargetChoice, ids: readonly number[]) {
  if (kind === 'on_kit') return { on_kit: true }
  if (kind === 'package') return packageId ? { package_id: Number(packageId) } : null
  return ids.length > 0 ? { account_ids: [...ids] } : null
}

const COLUMNS: readonly Column<Subscription>[] = [
  { id: 'company', label: 'Company', card: 'title', wrap: '240px', cell: ({ company }) => company },
  { id: 'email', label: 'Email', wrap: '240px', cell: ({ email }) => email ?? '–' },
  { id: 'package', label: 'Package', wrap: '160px', cell: (row) => row.package?.name ?? '–' },
  { id: 'created', label: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
]

/** The customers, to be ticked; ticks stay while the search changes. */
function CustomerList({ selection }: { selection: ReturnType<typeof useSelection<Subscription>> }) {
  const [query, setQuery] = useState({ search: '', page: 1, limit: 20 })
  const found = usePagedQuery(subscriptions, { query: { ...query, sort: 'company', direction: 'asc' } })
  return (
    <ListFrame>
      <ListSection
        label="Customers"
        list={{ found, query, change: (part) => setQuery((now) => ({ ...now, page: 1, ...part })) }}
        searchLabel="Search by company or email"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowName={({ company }) => company}
        selecting={selection}
        empty={<EmptyState level={3} title="You have no customers yet" />}
      />
    </ListFrame>
  )
}

interface RolloutTargetsProps {
  kit: StoredKitDetail
  choice: TargetChoice
  onChange: (choice: TargetChoice) => void
  selection: ReturnType<typeof useSelection<Subscription>>
}

export function RolloutTargets({ kit, choice, onChange, selection }: RolloutTargetsProps) {
  const { kind, packageId } = choice
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
      {kind === 'accounts' && <CustomerList selection={selection} />}
    </Stack>
  )
}
