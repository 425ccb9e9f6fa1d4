import { Box, Group, Pagination, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { useEffect } from 'react'
import { userLimits, walletPlan } from '#contract/accounts/wallet.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Band } from '#web/ui/band.tsx'
import { Figure } from '#web/ui/facts.tsx'
import { formatCount, formatCredits, formatNumber } from '../../../lib/format.ts'
import { count, pageSearch, paging } from '../../../lib/page-search.ts'
import { usePageSearch } from '../../../lib/use-page-search.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { lastPage, pastTheEnd } from '../../../ui/pager.tsx'
import { Pending } from '../../../ui/pending.tsx'
import { CheckoutNotice } from '../payments/checkout-return.tsx'
import { type Cap, capLabel, capPercent } from './cap-labels.ts'
import { GrantsSection } from './grants-section.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { TopUps } from './top-ups.tsx'
import { UsageSection } from './usage-section.tsx'
import { useStatement } from './use-ledger.ts'

const confirm = (
  <>
    {'To get more, '}
    <AnchorLink to="/billing-portal" inherit underline="always">
      ask in the billing portal
    </AnchorLink>
    .
  </>
)

/** When the next credits come, and whom to ask for more, as far as known. */
function MoreCredits() {
  const plan = useEndpoint(walletPlan).data?.data
  const initialCredits =
    plan && plan.credits > 0 ? ` It came with ${formatCredits(plan.credits)} at the start.` : ''
  return (
    <Band aria-label="More credits">
      <h2>More credits</h2>
      {plan ? (
        <Text mt={4}>
          {plan.name === null
            ? 'You have no plan, so credits aren’t added automatically.'
            : `Your plan, ${plan.name}, doesn’t add credits automatically.${initialCredits}`}{' '}
          {confirm}
        </Text>
      ) : (
        <Skeleton height={12} width="60%" my={6} />
      )}
    </Band>
  )
}

/** Lines of a page. */
const PAGE = 50

const FIGURES = [
  ['available', 'Available'],
  ['reserved', 'Reserved for runs'],
  ['spent_this_month', 'Spent this month'],
  ['spent', 'Spent in total'],
] as const

/** The person's monthly limit; reserved credits count as used. */
function CapLine({ cap }: { cap: Cap }) {
  const isReached = cap.left === 0
  return (
    <Band pt={10} pb={10} className="numeric">
      <Group gap="4px 12px">
        <span>{capLabel(cap)}</span>
        <Progress.Root size={4} w={160} aria-hidden>
          <Progress.Section
            value={capPercent(cap)}
            color={isReached ? 'var(--app-danger)' : 'var(--app-fill)'}
            withAria={false}
          />
        </Progress.Root>
        <Box component="span" c={isReached ? 'var(--app-danger)' : 'dimmed'}>
          {isReached ? 'No credits left until next month' : `${formatCredits(cap.left)} left`}
        </Box>
      </Group>
    </Band>
  )
}

function Figures() {
  const found = useEndpoint(userLimits)
  const limits = found.data?.data
  return (
    <>
      <SimpleGrid
        component="dl"
        minColWidth={140}
        autoFlow="auto-fit"
        py="md"
        px="var(--app-gutter)"
        style={{ borderBottom: 'var(--app-line)' }}
      >
        {FIGURES.map(([key, label]) => (
          <Figure key={key} label={label} size={20}>
            {limits ? formatNumber(limits[key] ?? 0) : '–'}
          </Figure>
        ))}
      </SimpleGrid>
      {found.isPending && <Pending />}
      {limits?.cap && <CapLine cap={limits.cap} />}
    </>
  )
}

const walletSearch = pageSearch({ page: paging.page, member: count(null) }, { stays: ['member'] })

/** The account's credits, what they were spent on, and every transaction, newest first. */
export function WalletPage() {
  const [{ page, member }, change] = usePageSearch(walletSearch)
  const found = useStatement({ page, limit: PAGE })
  const total = found.data?.total ?? 0
  const beyond = pastTheEnd(found.data)
  useEffect(() => {
    if (beyond !== null) change({ page: beyond }, { replace: true })
  }, [beyond, change])
  return (
    <>
      <PageHeader title="Wallet" subtitle="Your account’s credits and transactions" />
      <CheckoutNotice>Your credits have been added.</CheckoutNotice>
      <Figures />
      <GrantsSection />
      <TopUps />
      <UsageSection member={member} onMember={(next) => change({ member: next })} />
      <MoreCredits />
      <Box component="h2" pt="md" pb={4} px="var(--app-gutter)">
        Transactions
      </Box>
      <LedgerTable
        found={{
          ...found,
          rows: beyond === null ? found.data?.data : undefined,
          isStale: found.isPlaceholderData,
        }}
        empty={
          <EmptyState icon={IconCoins} title="No transactions yet">
            Every credit added, reserved or spent is listed here.
          </EmptyState>
        }
      />
      {total > 0 && (
        <Group gap="sm" py="sm" px="lg" c="dimmed" justify="space-between">
          <span>{formatCount(total, 'transaction')}</span>
          {total > PAGE && (
            <Pagination
              size="sm"
              total={lastPage(total, PAGE)}
              value={page}
              onChange={(next) => change({ page: next }, { toTop: true })}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            />
          )}
        </Group>
      )}
    </>
  )
}
