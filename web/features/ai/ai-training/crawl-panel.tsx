import { Button, Checkbox, Group, ScrollArea, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { cancelRun } from '#contract/activity/runs.ts'
import { saveWebsiteLinks } from '#contract/ai/ai-training.ts'
import { type CrawledLink, type CrawlJob, checkCrawledStatus } from '#contract/ai/ai-training-websites.ts'
import { CRAWL_POLL_MS } from '#contract/core/constants.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import classes from './ai-training.module.css'
import { InstructionsFlag } from './instructions-flag.tsx'
import { CHANGE_LOOKS } from './training-labels.ts'

const RUN_STATES: Record<CrawlJob['status'], string> = {
  pending: 'running',
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** Selectable pages: available, with a text that is not in the training yet. */
const isOpen = ({ change, is_saved }: CrawledLink) => change !== 'gone' && change !== 'waiting' && !is_saved

function listFacts({ pages, requested: wanted, status, counts }: CrawlJob): string[] {
  const changes = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.gone, 'gone'],
  ] as const
  return [
    status === 'pending'
      ? `${formatNumber(pages)} of ${formatCount(wanted, 'page')}`
      : formatCount(pages, 'page'),
    ...changes.flatMap(([count, word]) => (count > 0 ? [`${formatNumber(count)} ${word}`] : [])),
  ]
}

function FoundLink({
  entry,
  chosen,
  onToggle,
}: {
  entry: CrawledLink
  chosen: boolean
  onToggle: () => void
}) {
  return (
    <li className={classes.found}>
      <Checkbox
        checked={chosen}
        disabled={!isOpen(entry)}
        onChange={onToggle}
        label={
          <Stack component="span" gap={0} miw={0}>
            <span>{entry.title}</span>
            <Hint component="span">{entry.link}</Hint>
          </Stack>
        }
      />
      <span className={classes.foundFacts}>
        <InstructionsFlag found={entry.instructions} />
        <Hint component="span">{entry.tokens > 0 ? formatCount(entry.tokens, 'token') : ''}</Hint>
        <StateBadge
          {...(entry.is_saved ? { state: 'succeeded', label: 'Added' } : CHANGE_LOOKS[entry.change])}
        />
      </span>
    </li>
  )
}

/** Pages of an ended crawl, to select from. New and changed ones are preselected. */
function Choice({ job, onDone }: { job: CrawlJob; onDone: () => void }) {
  const entries = job.linksData.crawled_link_entries_temp
  const open = entries.filter(isOpen)
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const chosen = open.filter(({ link }) => !deselected.has(link))
  const allChosen = open.length > 0 && chosen.length === open.length
  const toggle = (link: string) =>
    setDeselected(
      (now) => new Set(now.has(link) ? [...now].filter((other) => other !== link) : [...now, link]),
    )
  const save = () => {
    setBusy(true)
    const links = chosen.map(({ link }) => link)
    setFailure(null)
    call(saveWebsiteLinks, { body: { job_id: job.jobId, links }, quiet: 'errors' })
      // With nothing left to choose it has done its work.
      .then(() => allChosen && onDone())
      .catch((error: unknown) => setFailure(errorMessage(error)))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <div className={classes.choice}>
        <Checkbox
          label="All pages"
          checked={allChosen}
          indeterminate={chosen.length > 0 && !allChosen}
          disabled={open.length === 0}
          onChange={() => setDeselected(new Set(allChosen ? open.map(({ link }) => link) : []))}
        />
        <Hint component="span" flex="1 0 auto" aria-live="polite">
          {formatCount(
            chosen.reduce((sum, { tokens }) => sum + tokens, 0),
            'token',
          )}
        </Hint>
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
        <Button onClick={save} loading={busy} disabled={chosen.length === 0}>
          {chosen.length === 0 ? 'Add pages' : `Add ${formatCount(chosen.length, 'page')}`}
        </Button>
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <ScrollArea.Autosize
        mah={360}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Pages found' }}
      >
        <Frame component="ul">
          {entries.map((entry) => (
            <FoundLink
              key={entry.link}
              entry={entry}
              chosen={isOpen(entry) && !deselected.has(entry.link)}
              onToggle={() => toggle(entry.link)}
            />
          ))}
        </Frame>
      </ScrollArea.Autosize>
    </>
  )
}

interface CrawlPanelProps {
  job: number
  onDone: () => void
  /** The crawl has ended without a page; `problem` says why, if known. */
  onEmpty: (problem: string | null) => void
}

/** A crawl: its progress, polled every two seconds, then its pages to select from. */
export function CrawlPanel({ job: id, onDone, onEmpty }: CrawlPanelProps) {
  const found = useEndpoint(
    checkCrawledStatus,
    { query: { job_id: id } },
    {
      refetchInterval: ({ state }) =>
        state.data && state.data.data.status !== 'pending' ? false : CRAWL_POLL_MS,
    },
  )
  const job = found.data?.data
  const isEmpty =
    job !== undefined && job.status !== 'pending' && job.linksData.crawled_link_entries_temp.length === 0
  useEffect(() => {
    if (isEmpty) onEmpty(job.problem)
  }, [isEmpty, job?.problem, onEmpty])
  if (isEmpty) return null
  if (found.isError && !job) return <LoadError what="The crawl" query={found} />
  if (!job) return <p role="status">Loading the crawl …</p>
  const isPending = job.status === 'pending'
  const entries = job.linksData.crawled_link_entries_temp
  const cancel = () => void call(cancelRun, { params: { id } }).catch(() => {})
  return (
    <Group component="section" gap="sm" aria-label={`Pages of ${job.website}`}>
      <RunStrip
        title={`Reading ${job.website}`}
        state={RUN_STATES[job.status]}
        percent={isPending ? Math.floor((job.pages / job.requested) * 100) : 100}
        facts={listFacts(job)}
        error={job.problem ?? undefined}
        stopping={false}
        onCancel={isPending ? cancel : undefined}
      >
        {isPending && <Hint aria-live="polite">{entries.at(-1)?.link}</Hint>}
      </RunStrip>
      {!isPending && <Choice key={id} job={job} onDone={onDone} />}
    </Group>
  )
}
