import { Box } from '@mantine/core'
import { useId, useState } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import { runWebsites, type WebsiteVisit } from '#contract/sources/websites.ts'
import { formatNumber } from '#web/lib/format.ts'
import { problemLabel } from '#web/lib/problem-labels.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { FoldButton } from '#web/ui/fold-button.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pager } from '#web/ui/pager.tsx'
import plain from '#web/ui/plain-table.module.css'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import classes from './run-websites.module.css'
import { websitesLabel } from './website-labels.ts'

/** Polling interval (ms) during a run, in case live events don't arrive. */
const POLL_MS = 3000
const SIZES = [20, 50, 100] as const

/** StateBadge states of visits. */
const LOOKS: Record<WebsiteVisit['state'], { state: string; label: string }> = {
  queued: { state: 'queued', label: 'Waiting' },
  running: { state: 'running', label: 'Reading' },
  done: { state: 'succeeded', label: 'Read' },
  failed: { state: 'failed', label: 'Not read' },
}

function VisitRows({ visit }: { visit: WebsiteVisit }) {
  const problem = visit.problem ? problemLabel(visit.problem, visit.moved_to) : null
  return (
    <>
      <tr data-has-problem={problem !== null || undefined}>
        <th scope="row">{visit.domain}</th>
        <td>
          <StateBadge {...LOOKS[visit.state]} />
        </td>
        <td className={`${classes.numeric} ${classes.pages}`}>{formatNumber(visit.pages)}</td>
        <td className={classes.numeric}>{formatNumber(visit.emails)}</td>
        <td className={classes.numeric}>{formatNumber(visit.people)}</td>
      </tr>
      {problem && (
        <tr>
          <td colSpan={5} className={classes.problem}>{`${problem.why} ${problem.todo}`}</td>
        </tr>
      )}
    </>
  )
}

function VisitTable({ visits }: { visits: readonly WebsiteVisit[] }) {
  return (
    <Box
      component="section"
      mah="min(320px, 34vh)"
      mt={6}
      bd="var(--app-line)"
      bdrs="md"
      bg="var(--app-body)"
      style={{ containerType: 'inline-size', overflow: 'auto' }}
      aria-label="Websites of this run"
      tabIndex={0}
    >
      <table className={`${plain.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Website</th>
            <th scope="col">State</th>
            <th scope="col" className={`${classes.numeric} ${classes.pages}`}>
              Pages
            </th>
            {['Emails', 'People'].map((label) => (
              <th key={label} scope="col" className={classes.numeric}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <VisitRows key={visit.domain} visit={visit} />
          ))}
        </tbody>
      </table>
    </Box>
  )
}

function Visits({ run }: { run: Run }) {
  const [at, setAt] = useState({ page: 1, limit: 20 })
  const visits = usePagedQuery(
    runWebsites,
    { params: { id: run.id }, query: at },
    { refetchInterval: isRunActive(run) ? POLL_MS : false },
  )
  if (visits.isPending) return <SkeletonRows rows={3} height={32} label="Loading the websites" />
  if (visits.isError && !visits.data) {
    return <LoadError what="The websites" query={visits} />
  }
  const { data, total } = visits.data
  if (total === 0) return <Hint component="span">This run doesn’t read websites.</Hint>
  return (
    <>
      <VisitTable visits={data} />
      {total > at.limit && (
        <Pager page={at.page} limit={at.limit} sizes={SIZES} total={total} onChange={setAt} />
      )}
    </>
  )
}

/** Website progress of a run, with an expandable list of all websites. */
export function RunWebsites({ run }: { run: Run }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const active = isRunActive(run)
  const known = useEndpoint(
    runWebsites,
    { params: { id: run.id }, query: { page: 1, limit: 1 } },
    { enabled: active || open, refetchInterval: active ? POLL_MS : false },
  )
  const count = known.data?.total
  // Sample data comes from no website.
  if (active && !open && !count) return null
  return (
    <Box mt={6}>
      <FoldButton open={open} controls={id} onToggle={() => setOpen(!open)}>
        {websitesLabel(count)}
      </FoldButton>
      <div id={id}>{open && <Visits run={run} />}</div>
    </Box>
  )
}
