import { Pagination, Progress } from '@mantine/core'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { userLimits } from '#contract/wallet.ts'
import { formatCount, formatCredits, formatNumber } from '../../lib/format.ts'
import { endpointQuery } from '../../lib/query-client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { type Cap, capPercent, capWords } from './cap-labels.ts'
import { LedgerTable } from './ledger-table.tsx'
import { useLedger } from './use-ledger.ts'
import classes from './wallet-page.module.css'

/** Movements of a page, before those of one run are folded into a line. */
const PAGE = 100

const FIGURES = [
  ['available', 'Available'],
  ['reserved', 'Reserved for runs'],
  ['spent_this_month', 'Spent this month'],
  ['spent', 'Spent in all'],
] as const

/** The own limit of this month; what running work still holds counts as used. */
function CapLine({ cap }: { cap: Cap }) {
  return (
    <div className={classes.cap} data-reached={cap.left === 0 || undefined}>
      <span>{capWords(cap)}</span>
      <Progress.Root size={4} className={classes.capBar} aria-hidden>
        <Progress.Section value={capPercent(cap)} className={classes.capUsed} withAria={false} />
      </Progress.Root>
      <span className={classes.capLeft}>
        {cap.left === 0 ? 'Nothing is left until next month' : `${formatCredits(cap.left)} left`}
      </span>
    </div>
  )
}

function Figures() {
  const limits = useQuery(endpointQuery(userLimits)).data?.data
  return (
    <>
      <dl className={classes.figures}>
        {FIGURES.map(([key, label]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{limits ? formatNumber(limits[key] ?? 0) : '–'}</dd>
          </div>
        ))}
      </dl>
      {limits?.cap && <CapLine cap={limits.cap} />}
    </>
  )
}

/** The account's credits and every movement of them, newest first. */
export function WalletPage() {
  const search = useSearch({ strict: false }) as { page?: number }
  const navigate = useNavigate()
  const page = Math.max(1, Number(search.page) || 1)
  const query = useLedger({ page, limit: PAGE })
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE)
  return (
    <>
      <PageHeader title="Wallet" subtitle="Credits of your account, and where they went" />
      <Figures />
      {query.isPending && <SkeletonRows rows={8} />}
      {query.isError && !query.data && (
        <LoadError what="The movements" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.total === 0 && (
        <EmptyState icon={IconCoins} title="No movements yet">
          Every credit that comes, is held for a run or is spent gets a line here.
        </EmptyState>
      )}
      {query.data && query.data.total > 0 && (
        <>
          <LedgerTable lines={query.data.data} />
          <div className={classes.foot}>
            <span>{formatCount(query.data.total, 'movement')}</span>
            {pages > 1 && (
              <Pagination
                size="sm"
                total={pages}
                value={page}
                onChange={(next) => void navigate({ to: '.', search: { page: next } as never })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            )}
          </div>
        </>
      )}
    </>
  )
}
