import { Button } from '@mantine/core'
import IconMailX from '@tabler/icons-react/dist/esm/icons/IconMailX.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Bounce, bounces } from '#contract/bounces.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import { emailWords } from '#web/lib/email-labels.ts'
import { formatNumber } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './sources-page.module.css'

const LOOKS: Record<Bounce['kind'], { state: string; label: string }> = {
  hard: { state: 'error', label: 'Hard' },
  soft: { state: 'potential', label: 'Soft' },
}

function BounceTable({ rows }: { rows: readonly Bounce[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it
    <section className={classes.frame} aria-label="Bounces" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Kind</th>
            <th scope="col">When</th>
            <th scope="col">Had been called</th>
            <th scope="col">Source</th>
            <th scope="col" className={classes.numeric}>
              Given back
            </th>
            <th scope="col" className={classes.reason}>
              Reason
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((bounce) => (
            <tr key={bounce.id}>
              <th scope="row">{bounce.email}</th>
              <td>
                <StateBadge {...LOOKS[bounce.kind]} />
              </td>
              <td>
                <When at={bounce.bounced_at} />
              </td>
              <td>{bounce.state_before ? emailWords(bounce.state_before).word : '–'}</td>
              <td>{bounce.source ?? '–'}</td>
              <td className={classes.numeric}>{formatNumber(bounce.refunded)}</td>
              <td className={classes.reason} title={bounce.reason ?? undefined}>
                {bounce.reason ?? '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Mails that came back, newest first. */
export function BouncesSection({ onImport }: { onImport: () => void }) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState({ page: 1, limit: 20 })
  const found = useQuery({
    ...endpointQuery(bounces, { query: { ...at, ...(search.trim() ? { search: search.trim() } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const narrowed = search.trim() !== ''
  return (
    <div className={classes.section} data-flush>
      <div className={classes.head}>
        <h2>Bounces</h2>
        <SearchField
          className={classes.search}
          label="Search the bounces"
          value={search}
          onChange={(next) => {
            setSearch(next)
            setAt({ ...at, page: 1 })
          }}
        />
      </div>
      {found.isPending && <SkeletonRows rows={4} height={40} label="Loading the bounces" />}
      {found.isError && !found.data && (
        <LoadError what="The bounces" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.total === 0 && (
        <EmptyState
          icon={IconMailX}
          title={narrowed ? 'No bounce matches' : 'No bounce reported yet'}
          action={
            !narrowed && (
              <Button variant="default" onClick={onImport}>
                Import bounces
              </Button>
            )
          }
        >
          {!narrowed &&
            'When mails come back, import the report of your mail program: the addresses are marked as invalid, and credits are given back for those we called valid.'}
        </EmptyState>
      )}
      {found.data && found.data.total > 0 && (
        <>
          <BounceTable rows={found.data.data} />
          <Pager
            page={at.page}
            limit={at.limit}
            sizes={PAGE_SIZES}
            total={found.data.total}
            onChange={setAt}
          />
        </>
      )}
    </div>
  )
}
