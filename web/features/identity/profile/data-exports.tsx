import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import { accountExports, accountExportTicket, startAccountExport } from '#contract/privacy/account-export.ts'
import { call, download } from '#web/lib/api.ts'
import { formatBytes, formatCount } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './notification-settings.module.css'

/** How often an export at work is looked at where no live events come. */
const LOOK_MS = 2000

function ExportRow({ run }: { run: Run }) {
  const ticket = useMutation({
    mutationFn: () => call(accountExportTicket, { params: { id: run.id } }),
    onSuccess: ({ data }) => download(data.url),
  })
  const { counts, file, error } = run
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <StateBadge state={run.state} />
        <p className={classes.about}>
          <When at={run.created_at} />
          {` · ${formatCount(counts.records ?? 0, 'record')}`}
          {file && ` · ${formatBytes(file.bytes)}`}
          {error && ` · ${error.message}`}
        </p>
      </div>
      {file ? (
        <Button variant="default" loading={ticket.isPending} onClick={() => ticket.mutate()}>
          Download
        </Button>
      ) : (
        run.state === 'succeeded' && <span className={classes.about}>No longer available</span>
      )}
    </li>
  )
}

/** The latest archives and how a new one begins. `looks`: asks by itself while one is at work. */
export function useDataExports({ looks = false } = {}) {
  const found = useQuery({
    ...endpointQuery(accountExports),
    refetchInterval: (query) => (looks && query.state.data?.data[0]?.finished_at === null ? LOOK_MS : false),
  })
  const start = useMutation({ mutationFn: () => call(startAccountExport) })
  return { found, start, isAtWork: found.data?.data[0]?.finished_at === null }
}

/** Archives of everything that the account holds. */
export function DataExports({ found }: Pick<ReturnType<typeof useDataExports>, 'found'>) {
  return (
    <>
      {found.isError && (
        <LoadError what="The exports" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <SkeletonRows rows={2} height={56} label="Loading exports" />}
      {found.data?.data.length === 0 && <p className={classes.about}>No exports yet.</p>}
      <ul className={classes.list}>
        {found.data?.data.map((run) => (
          <ExportRow key={run.id} run={run} />
        ))}
      </ul>
    </>
  )
}
