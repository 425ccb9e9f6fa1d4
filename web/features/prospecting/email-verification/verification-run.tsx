import { Box, Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import { downloadVerifications } from '#contract/prospecting/email-verification.ts'
import { call, download } from '#web/lib/api.ts'
import { emailShares } from '#web/lib/email-shares.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'

function Strip({ run, onLeave }: { run: Run; onLeave: () => void }) {
  const file = useMutation({
    mutationFn: () => call(downloadVerifications, { body: { run_id: run.id } }),
    onSuccess: ({ data }) => download(data.url),
  })
  return (
    <RunStrip
      {...useRunStrip(run, [])}
      actions={
        <>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
            loading={file.isPending}
            disabled={isRunActive(run)}
            onClick={() => file.mutate()}
          >
            Download CSV
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={onLeave}>
            Show all checks
          </Button>
        </>
      }
    />
  )
}

/** Progress of a run over many addresses, and its results by state. */
export function VerificationRun({ runId, onLeave }: { runId: number; onLeave: () => void }) {
  const found = useFollowedRun(runId)
  if (found.isPending) return <SkeletonRows rows={1} height={56} label="Loading the check" />
  if (found.isError) {
    return <LoadError what="This check" of={found} />
  }
  const run = found.data.data
  const shares = emailShares(run.counts)
  return (
    <>
      <Strip run={run} onLeave={onLeave} />
      {shares.some(({ value }) => value > 0) && (
        <Box py="sm" px="var(--app-gutter)" style={{ borderBottom: 'var(--app-line)' }}>
          <ShareBar label="States of the addresses" parts={shares} />
        </Box>
      )}
    </>
  )
}
