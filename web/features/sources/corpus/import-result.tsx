import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import { rejectedFile, rejectedRows } from '#contract/sources/corpus.ts'
import type { RowUnit } from '#contract/sources/place-formats.ts'
import { call, download } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { Frame } from '#web/ui/frame.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import plain from '#web/ui/plain-table.module.css'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'

const COUNT_LABELS = [
  { name: 'imported', label: 'imported' },
  { name: 'updated', label: 'updated' },
  { name: 'rejected', label: 'rejected' },
  { name: 'unknown_category', label: 'with an unknown category' },
]

const UNIT_LABELS: Record<RowUnit, string> = { line: 'Line', feature: 'Feature', place: 'Place', row: 'Row' }

const isFinal = (run: Run | undefined): boolean => run !== undefined && !isRunActive(run)

function Rejected({ runId }: { runId: number }) {
  const rejected = useEndpoint(rejectedRows, { params: { run_id: runId } })
  const file = useMutation({
    mutationFn: () => call(rejectedFile, { params: { run_id: runId } }),
    onSuccess: ({ data }) => download(data.url),
  })
  if (rejected.isPending) return <SkeletonRows rows={3} label="Loading the rejected rows" />
  if (rejected.isError) {
    return <LoadError what="The rejected rows" query={rejected} />
  }
  const { data, total, unit } = rejected.data
  if (total === 0)
    return (
      <Text c="dimmed" className="numeric">
        No row was rejected.
      </Text>
    )
  return (
    <>
      <Group gap="xs" justify="space-between">
        <h2>{`${formatCount(total, 'row')} rejected`}</h2>
        <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
          Download all as CSV
        </Button>
      </Group>
      <Frame
        component="section"
        mah={320}
        style={{ overflow: 'auto' }}
        aria-label="Rejected rows"
        tabIndex={0}
      >
        <table className={plain.table} style={{ whiteSpace: 'nowrap' }}>
          <thead>
            <tr>
              <th scope="col">{UNIT_LABELS[unit]}</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ line, reason }) => (
              <tr key={`${line} ${reason}`}>
                <td>{formatNumber(line)}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Frame>
      {total > data.length && (
        <Text c="dimmed" className="numeric">{`The first ${formatNumber(data.length)} are shown.`}</Text>
      )}
    </>
  )
}

const ImportStrip = ({ run }: { run: Run }) => <RunStrip {...useRunStrip(run, COUNT_LABELS)} />

/** A running or finished import: progress, counts and rejected rows. */
export function ImportResult({ runId, onAgain }: { runId: number; onAgain: () => void }) {
  const found = useFollowedRun(runId)
  if (found.isPending) return <SkeletonRows rows={1} height={56} label="Loading the import" />
  if (found.isError) {
    return <LoadError what="The import" query={found} />
  }
  const run = found.data.data
  return (
    <>
      <ImportStrip run={run} />
      {isFinal(run) && (
        <>
          <Rejected runId={runId} />
          <Group gap="xs">
            <Button variant="default" onClick={onAgain}>
              Import another file
            </Button>
          </Group>
        </>
      )}
    </>
  )
}
