import { Anchor, Box, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type CreditGrant, type CreditPool, walletGrants } from '#contract/accounts/credits.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { When } from '#web/ui/when.tsx'
import { KIND_LABELS } from './grant-labels.ts'
import classes from './wallet-page.module.css'

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
    <section className={classes.section} aria-label="Credits for your customers">
      <h2>Credits for your customers</h2>
      {pool.waiting > 0 ? (
        <Notice tone="danger">
          {`${formatCredits(pool.waiting)} for ${formatCount(pool.waiting_transfers, 'allowance')} are waiting for your balance.`}
        </Notice>
      ) : (
        isLow && (
          <Notice tone="warning">
            {`You gave your customers ${formatCredits(pool.given)} in the last 30 days and have ${formatCredits(available)} left.`}
          </Notice>
        )
      )}
      <p>
        {`Credits for your customers come out of your balance. When it is empty, they keep what they have, and their package allowances wait until you have enough. Expired credits and credits you take back return to your balance. `}
        <Anchor component={Link} to="/whitelabel/margin" inherit underline="always">
          See your margin
        </Anchor>
      </p>
    </section>
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
      <section className={classes.section} aria-label="How credits are used">
        <h2>Available credits</h2>
        <p>
          Used from the top. When they run out, searches stop at what they have reserved, and nothing is
          charged beyond it.
        </p>
      </section>
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
