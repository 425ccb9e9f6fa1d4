import { Button, Pagination, Table } from '@mantine/core'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Reply } from '#contract/endpoint.ts'
import { ledger, userLimits } from '#contract/wallet.ts'
import { errorMessage } from '../../lib/api.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { endpointQuery } from '../../lib/query-client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { When } from '../../ui/when.tsx'
import { moveWord, reasonWords } from './ledger-words.ts'
import classes from './wallet-page.module.css'

const PAGE = 50

const FIGURES = [
  ['available', 'Available'],
  ['reserved', 'Reserved for runs'],
  ['spent_this_month', 'Spent this month'],
  ['spent', 'Spent in all'],
] as const

function Figures() {
  const limits = useQuery(endpointQuery(userLimits)).data?.data
  return (
    <dl className={classes.figures}>
      {FIGURES.map(([key, label]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{limits ? formatNumber(limits[key]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ lines }: { lines: Reply<typeof ledger>['data'] }) {
  return (
    // A table wider than the screen scrolls here, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable
    <section className={classes.scroll} aria-label="Movements" tabIndex={0}>
      <Table verticalSpacing={7} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Movement</Table.Th>
            <Table.Th>For</Table.Th>
            <Table.Th>Run</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td className={classes.quiet}>
                <When at={line.created_at} />
              </Table.Td>
              <Table.Td>{moveWord(line)}</Table.Td>
              <Table.Td>{reasonWords(line.reason)}</Table.Td>
              <Table.Td className={classes.quiet}>{line.run_id ? `#${line.run_id}` : '–'}</Table.Td>
              <Table.Td className={classes.quiet}>{line.user ?? '–'}</Table.Td>
              <Table.Td ta="right">{formatNumber(line.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** The account's credits and every movement of them, newest first. */
export function WalletPage() {
  const search = useSearch({ strict: false }) as { page?: number }
  const navigate = useNavigate()
  const page = Math.max(1, Number(search.page) || 1)
  const query = useQuery({
    ...endpointQuery(ledger, { query: { page, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE)
  return (
    <>
      <PageHeader title="Wallet" subtitle="Credits of your account, and where they went" />
      <Figures />
      {query.isPending && <SkeletonRows rows={8} />}
      {query.isError && (
        <EmptyState
          title="The movements could not be loaded"
          action={<Button onClick={() => query.refetch()}>Try again</Button>}
        >
          {errorMessage(query.error)}
        </EmptyState>
      )}
      {query.data?.total === 0 && (
        <EmptyState icon={IconCoins} title="No movements yet">
          Every credit that comes, is held for a run or is spent gets a line here.
        </EmptyState>
      )}
      {query.data && query.data.total > 0 && (
        <>
          <Lines lines={query.data.data} />
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
