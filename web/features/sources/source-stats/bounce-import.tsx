import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import { BOUNCE_REFUND_DAYS } from '#contract/core/constants.ts'
import { importBounces } from '#contract/prospecting/bounces.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useTabState } from '#web/lib/tab-storage.ts'
import { browserMemory, forgetUpload } from '#web/lib/upload-session.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { useUpload } from '#web/lib/use-upload.ts'
import { Band } from '#web/ui/band.tsx'
import { FileUpload } from '#web/ui/file-upload.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { importLabels } from './bounce-labels.ts'

const Strip = ({ run }: { run: Run }) => <RunStrip {...useRunStrip(run, [])} />

function ImportResult({ runId, onAgain }: { runId: number; onAgain: () => void }) {
  const found = useFollowedRun(runId)
  if (found.isPending) return <SkeletonRows rows={1} height={56} label="Loading the import" />
  if (found.isError) {
    return <LoadError what="The import" query={found} />
  }
  const run = found.data.data
  return (
    <>
      <Strip run={run} />
      {run.state === 'succeeded' && (
        <Notice tone="success" title="Bounces imported">
          {importLabels(run.counts).join(' ')}
        </Notice>
      )}
      {!isRunActive(run) && (
        <Group gap="xs">
          <Button variant="default" onClick={onAgain}>
            Import another file
          </Button>
        </Group>
      )}
    </>
  )
}

function ImportForm({ onStarted }: { onStarted: (runId: number) => void }) {
  const upload = useUpload()
  const intent = useIntentKey()
  const file = upload.progress?.state === 'complete' ? upload.progress : null
  const start = useMutation({
    mutationFn: () => {
      const body = { upload_id: file?.uploadId ?? '' }
      // Shown instead: the run's progress
      return call(importBounces, { body, quiet: true, idempotencyKey: intent.keyFor(body) })
    },
    onSuccess: ({ data }) => {
      intent.forget()
      if (file) forgetUpload(file.file, browserMemory)
      onStarted(data.id)
    },
  })
  return (
    <>
      <Text c="dimmed">
        {`Upload your email tool’s bounce report as CSV. Hard bounces mark the address as invalid in every list. If we verified it in the last ${BOUNCE_REFUND_DAYS} days, its credit is refunded.`}
      </Text>
      <FileUpload upload={upload}>
        Columns are matched by name: email, and optionally kind, reason and date.
      </FileUpload>
      {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
      <Group gap="xs">
        <Button disabled={!file} loading={start.isPending} onClick={() => start.mutate()}>
          Import bounces
        </Button>
      </Group>
    </>
  )
}

/** Imports a bounce report and shows what it changed. */
export function BounceImport() {
  const [runId, setRunId] = useTabState<number>('bounce_import')
  return (
    <Band bg="var(--app-surface)" aria-labelledby="import-bounces">
      <Stack gap="sm" maw={720}>
        <h2 id="import-bounces">Import bounces</h2>
        {runId === null ? (
          <ImportForm onStarted={setRunId} />
        ) : (
          <ImportResult runId={runId} onAgain={() => setRunId(null)} />
        )}
      </Stack>
    </Band>
  )
}
