import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Outcome } from '#contract/activity/run-kinds/define.ts'
import type { Run } from '#contract/activity/runs.ts'
import type { RunSource } from '#contract/sources/source-stats.ts'
import { call } from '../../../lib/api.ts'
import { shell } from '../../../lib/endpoints.ts'
import { formatCount, formatCredits, formatExact, formatNumber } from '../../../lib/format.ts'
import { mayReadWebsites, runBadge, stepLabel } from '../../../lib/run-facts.ts'
import type { Share } from '../../../lib/share.ts'
import { BarList } from '../../../ui/chart/bar-list.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ShareBar } from '../../../ui/share-bar.tsx'
import { type BadgeState, StateBadge } from '../../../ui/state-badge.tsx'
import { When } from '../../../ui/when.tsx'
import { availableFile } from './next-steps.ts'
import classes from './run-card.module.css'
import { countProgress, isActive, listOutcomes, remainingCounts, runListPath } from './run-progress.ts'
import { RunSteps } from './run-steps.tsx'

/** Icon and colour of outcomes. */
const LOOKS: Record<Outcome, { badge: BadgeState; tone: Share['tone'] }> = {
  found: { badge: 'found', tone: 'success' },
  potential: { badge: 'potential', tone: 'warning' },
  not_found: { badge: 'not_found', tone: 'dimmed' },
  failed: { badge: 'error', tone: 'danger' },
  not_tried: { badge: 'unchecked', tone: 'dimmed' },
}

/** How the work of a run divides into found, not found and failed: one bar with a legend. */
function RunOutcomes({ run }: { run: Run }) {
  const parts = listOutcomes(run)
  if (parts.length === 0) return null
  return (
    <Stack gap={6}>
      <ShareBar
        compact
        {...(isActive(run) && run.total !== null ? { whole: run.total } : {})}
        label={`Results of ${run.title}`}
        parts={parts.map(({ name, word, value, outcome }) => ({
          id: name,
          label: word,
          value,
          tone: LOOKS[outcome].tone,
        }))}
      />
      <Group component="ul" gap="2px 12px" className="numeric">
        {parts.map(({ name, word, value, outcome }) => (
          <li key={name}>
            <StateBadge state={LOOKS[outcome].badge} label={`${formatNumber(value)} ${word}`} />
          </li>
        ))}
      </Group>
    </Stack>
  )
}

const UNITS: Record<RunSource['kind'], readonly [string, string]> = {
  leads: ['lead', 'leads'],
  emails: ['email', 'emails'],
  inferred: ['email', 'emails'],
}

/** Result of one source: `10 emails`. */
const deliveredLabel = ({ kind, delivered }: RunSource): string => formatCount(delivered, ...UNITS[kind])

/** Results per source, as bars on one scale. Hidden before the first request. */
function RunSources({ sources }: { sources: readonly RunSource[] }) {
  const requested = sources.filter((source) => source.delivered > 0 || (source.requests ?? 0) > 0)
  if (requested.length === 0) return null
  return (
    <BarList
      title="Delivered"
      column="Source"
      items={requested.map((source) => ({
        id: `${source.source} ${source.kind}`,
        label: source.kind === 'inferred' ? `${source.label}, guessed` : source.label,
        value: source.delivered,
        text: deliveredLabel(source),
      }))}
    />
  )
}

function costLabel(run: Run): string {
  const spent = run.cost > 0 || run.kind === 'search' ? formatCredits(run.cost) : ''
  return run.reserved > 0 ? `${spent}, ${formatCredits(run.reserved)} reserved` : spent
}

/** `hidden` where the result bar shows the same. */
function RunBar({ run, hidden }: { run: Run; hidden: boolean }) {
  const percent = countProgress(run)
  return (
    <Progress.Root size={6} bg="var(--app-hover)" className={hidden ? 'visually-hidden' : ''}>
      <Progress.Section
        value={percent ?? 100}
        striped={percent === undefined}
        animated={percent === undefined}
        aria-label={`Progress of ${run.title}`}
        aria-valuetext={percent === undefined ? 'Working' : undefined}
      />
    </Progress.Root>
  )
}

/** Until when the file of an export can be downloaded again, or that it has expired. */
function FileFact({ run }: { run: Run }) {
  if (run.kind !== 'export' || run.state !== 'succeeded') return null
  const file = availableFile(run)
  return file ? (
    <span>{`File kept until ${formatExact(file.expires_at)}`}</span>
  ) : (
    <span>File no longer available</span>
  )
}

interface RunCardProps {
  run: Run
  /** Results per source. */
  sources?: readonly RunSource[]
  onFollow: () => void
  /** Renders the websites of a run that reads some. */
  Websites: ComponentType<{ run: Run }>
}

/** One run: what it does, its results and cost, cancel and next steps. */
export function RunCard({ run, sources = [], onFollow, Websites }: RunCardProps) {
  const cancel = useMutation({
    mutationFn: () => call(shell.cancelRun, { params: { id: run.id } }),
  })
  const active = isActive(run)
  const path = runListPath(run)
  const counts = remainingCounts(run)
  const stopping = run.cancel_requested || cancel.isPending
  return (
    <li className={classes.root}>
      <Group align="baseline" justify="space-between" wrap="nowrap" gap="sm">
        <span className={classes.title}>
          {path ? (
            <AnchorLink to={path} underline="hover" c="var(--app-text)" inherit onClick={onFollow}>
              {run.title}
            </AnchorLink>
          ) : (
            run.title
          )}
        </span>
        <StateBadge {...runBadge(run)} />
      </Group>
      {active && <RunBar run={run} hidden={run.total !== null && listOutcomes(run).length > 0} />}
      <div className={classes.facts}>
        {active && stepLabel(run) !== '' && <span>{stepLabel(run)}</span>}
        {counts && <span>{counts}</span>}
        <FileFact run={run} />
      </div>
      <RunOutcomes run={run} />
      <RunSources sources={sources} />
      {mayReadWebsites(run) && <Websites run={run} />}
      {run.error && (
        <Text component="div" c="var(--app-danger)">
          {run.error.message}
        </Text>
      )}
      <RunSteps run={run} onFollow={onFollow} />
      <Group align="baseline" justify="space-between" wrap="nowrap" gap="sm" c="dimmed" fz="xs" mih={22}>
        <span>
          <When at={run.finished_at ?? run.started_at ?? run.created_at} />
          {costLabel(run) && ` · ${costLabel(run)}`}
        </span>
        {active && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={stopping}
            onClick={() => cancel.mutate()}
            aria-label={`Cancel ${run.title}`}
          >
            {stopping ? 'Cancelling…' : 'Cancel'}
          </Button>
        )}
      </Group>
    </li>
  )
}
