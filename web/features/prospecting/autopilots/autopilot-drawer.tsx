import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  type Autopilot,
  type AutopilotRun,
  autopilotRuns,
  showAutopilot,
} from '#contract/prospecting/autopilots.ts'
import { formatMomentIn, formatNumber } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { SumLine } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import classes from './autopilot.module.css'
import { resultLabel, runBadge, scheduleLabel, shortMoment, stepLabel } from './autopilot-labels.ts'

/** Number of runs in the chart and the list. */
const SHOWN = 30

function History({ runs, autopilot }: { runs: readonly AutopilotRun[]; autopilot: Autopilot }) {
  const zone = autopilot.time_zone
  const inOrder = [...runs].reverse()
  return (
    <>
      <Chart
        kind="bars"
        column="Run"
        title="New leads and credits of each run"
        columns={inOrder.map(({ slot }) => shortMoment(slot, autopilot))}
        series={[
          { id: 'leads', label: 'New leads', points: inOrder.map(({ leads }) => leads) },
          { id: 'cost', label: 'Credits', points: inOrder.map(({ cost }) => cost) },
        ]}
        format={formatNumber}
        empty="No runs yet"
      />
      <ul className={classes.history} aria-label="Runs">
        {runs.map((run) => (
          <li key={run.id}>
            <Group gap="4px 16px" justify="space-between">
              <span>{formatMomentIn(zone, run.slot)}</span>
              <StateBadge {...runBadge(run)} />
            </Group>
            <Hint component="span" display="block">
              {resultLabel(run)}
            </Hint>
            {run.steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may occur twice
              <Hint key={at} component="span" display="block">
                {stepLabel(step)}
              </Hint>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

function Facts({ autopilot }: { autopilot: Autopilot }) {
  const { type, list_id, list_name, time_zone, next_runs, month_leads, month_cap } = autopilot
  const month = month_cap === null ? '' : ` of ${formatNumber(month_cap)}`
  return (
    <>
      <dl className="numeric">
        <SumLine label="List">
          {list_name === null ? (
            'In the trash'
          ) : (
            <Link to="/saved-lists/$listRef" params={{ listRef: listRef(type, list_id) }}>
              {list_name}
            </Link>
          )}
        </SumLine>
        <SumLine label="Schedule">{`${scheduleLabel(autopilot)}, ${time_zone.replaceAll('_', ' ')}`}</SumLine>
        <SumLine label="New leads this month">{`${formatNumber(month_leads)}${month}`}</SumLine>
      </dl>
      {next_runs.length > 0 && (
        <>
          <h3>Next runs</h3>
          <Box component="ol" ps={20} className="numeric" style={{ listStyle: 'decimal' }}>
            {next_runs.map((run) => (
              <li key={run}>{formatMomentIn(time_zone, run)}</li>
            ))}
          </Box>
        </>
      )}
    </>
  )
}

function Content({ id }: { id: number }) {
  const found = useEndpoint(showAutopilot, { params: { id } })
  const runs = useEndpoint(autopilotRuns, { params: { id }, query: { limit: SHOWN } })
  const autopilot = found.data?.data
  if (found.isError && !autopilot) return <LoadError what="The autopilot" query={found} />
  if (!autopilot) return <SkeletonRows rows={6} height={32} label="Loading the autopilot" />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={classes.drawer} tabIndex={0} data-own-keys aria-label={autopilot.name}>
      {autopilot.pause_message && <Notice tone="warning">{autopilot.pause_message}</Notice>}
      {autopilot.is_exhausted && (
        <Notice tone="warning">All matches are already in your lists. Widen the search.</Notice>
      )}
      <h3>{autopilot.name}</h3>
      <Facts autopilot={autopilot} />
      <h3>History</h3>
      {runs.data && <History runs={runs.data.data} autopilot={autopilot} />}
    </section>
  )
}

/** An autopilot beside the list: why it is paused, when it runs, and its results. */
export function AutopilotDrawer(props: {
  id: number | null
  ids: readonly number[]
  onOpen: (id: number | null) => void
}) {
  return (
    <RecordDrawer title="Autopilot" {...props}>
      {(id) => <Content key={id} id={id} />}
    </RecordDrawer>
  )
}
