import { Box, Skeleton, Text } from '@mantine/core'
import {
  type CreditGrant,
  type CreditPool,
  type GrantKind,
  walletGrants,
} from '#contract/accounts/credits.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Band } from '#web/ui/band.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'

const KIND_LABELS: Record<GrantKind, string> = {
  allowance: 'Allowance',
  top_up: 'Top-up',
  promotional: 'Promotional',
}

const COLUMNS: readonly Column<CreditGrant>[] = [
  { id: 'kind', label: 'Kind', card: 'title', cell: ({ kind }) => KIND_LABELS[kind] },
  {
    id: 'remaining',
    label: 'Remaining',
    align: 'end',
    cell: ({ remaining, amount }) => `${formatNumber(remaining)} of ${formatNumber(amount)}`,
  },
  {
    id: 'expires',
    label: 'Expires',
    cell: ({ expires_at }) => (expires_at ? <When at={expires_at} /> : 'Never'),
  },
  { id: 'from', label: 'From', wrap: '320px', cell: ({ reason }) => reason || '–' },
  { id: 'added', label: 'Added', cell: ({ added_at }) => <When at={added_at} /> },
]

/** Credits that customers need from a reseller's balance, and what happens when it runs out. */
function PoolSection({ pool, available }: { pool: CreditPool; available: number }) {
  const isLow = pool.given > 0 && available < pool.given
  return (
    <Band aria-label="Credits for your customers">
      <h2>Credits for your customers</h2>
      {pool.waiting > 0 ? (
        <Notice tone="danger">
          {`Your balance is too low: ${formatCredits(pool.waiting)} for ${formatCount(pool.waiting_transfers, 'allowance')} are waiting.`}
        </Notice>
      ) : (
        isLow && (
          <Notice tone="warning">
            {`You gave your customers ${formatCredits(pool.given)} in the last 30 days and have ${formatCredits(available)} left.`}
          </Notice>
        )
      )}
      <Text mt={4}>
        {`Credits for your customers come out of your balance. When it is empty, they keep what they have, and their package allowances wait until you have enough. Expired credits and credits you take back return to your balance. `}
        <AnchorLink to="/whitelabel/margin" inherit underline="always">
          See your margin
        </AnchorLink>
      </Text>
    </Band>
  )
}

/** Credits in burn order. */
export function GrantsSection() {
  const found = useEndpoint(walletGrants)
  const { grants, pool } = found.data?.data ?? { grants: undefined, pool: null }
  const available = grants?.reduce((sum, { remaining }) => sum + remaining, 0) ?? 0
  return (
    <>
      {pool && (pool.given > 0 || pool.waiting > 0) && <PoolSection pool={pool} available={available} />}
      <Band aria-label="How credits are used">
        <h2>Available credits</h2>
        <Text mt={4}>
          Used in this order. When they run out, runs stop at what they’ve reserved and you’re never charged
          more.
        </Text>
      </Band>
      {found.isPending ? (
        <Skeleton height={80} m={24} aria-label="Loading the available credits" role="status" />
      ) : (
        <DataTable
          label="Available credits"
          found={{ ...found, rows: grants }}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={
            <Box component="p" py="sm" px="lg">
              No credits available.
            </Box>
          }
        />
      )}
    </>
  )
}
