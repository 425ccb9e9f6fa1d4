import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import {
  accountExports,
  accountExportTicket,
  customerExports,
  customerExportTicket,
  startAccountExport,
  startCustomerExport,
} from '#contract/privacy/account-export.ts'
import { call, download } from '#web/lib/api.ts'
import { formatBytes, formatCount } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'

/** How often a running export is polled where there are no live events. */
const POLL_MS = 2000

/** The calls for one's own account, or for a customer's. */
const makeCalls = (customerId: number | undefined) =>
  customerId === undefined
    ? {
        query: endpointQuery(accountExports),
        start: () => call(startAccountExport),
        ticket: (id: number) => call(accountExportTicket, { params: { id } }),
      }
    : {
        query: endpointQuery(customerExports, { params: { id: customerId } }),
        start: () => call(startCustomerExport, { params: { id: customerId } }),
        ticket: (id: number) => call(customerExportTicket, { params: { id: customerId, run_id: id } }),
      }

interface UseDataExportsOptions {
  /** Account of a customer; one's own by default. */
  customerId?: number
  /** Whether to poll a running export: there are no live events of other accounts. */
  polls?: boolean
}

/** The latest archives, and the call that starts a new one. */
export function useDataExports({ customerId, polls = customerId !== undefined }: UseDataExportsOptions = {}) {
  const { query, start: startExport, ticket } = makeCalls(customerId)
  const found = useQuery({
    ...query,
    refetchInterval: ({ state }) => (polls && state.data?.data[0]?.finished_at === null ? POLL_MS : false),
  })
  const start = useMutation({ mutationFn: startExport, onSuccess: () => void found.refetch() })
  return { found, start, ticket, isAtWork: found.data?.data[0]?.finished_at === null }
}

type DataExportsData = ReturnType<typeof useDataExports>

function ExportRow({ run, ticket }: { run: Run } & Pick<DataExportsData, 'ticket'>) {
  const fetchFile = useMutation({
    mutationFn: () => ticket(run.id),
    onSuccess: ({ data }) => download(data.url),
  })
  const { counts, file, error } = run
  return (
    <Group component="li" justify="space-between" py="sm">
      <div>
        <StateBadge state={run.state} />
        <Text c="dimmed">
          <When at={run.created_at} />
          {` · ${formatCount(counts.records ?? 0, 'record')}`}
          {file && ` · ${formatBytes(file.bytes)}`}
          {error && ` · ${error.message}`}
        </Text>
      </div>
      {file ? (
        <Button variant="default" loading={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
          Download
        </Button>
      ) : (
        run.state === 'succeeded' && <Text c="dimmed">No longer available</Text>
      )}
    </Group>
  )
}

/** The list of data exports with their download links. */
export function DataExports({ found, ticket }: Pick<DataExportsData, 'found' | 'ticket'>) {
  return (
    <>
      {found.isError && <LoadError what="The exports" query={found} />}
      {found.isPending && <SkeletonRows rows={2} height={56} label="Loading exports" />}
      {found.data?.data.length === 0 && <Text c="dimmed">No exports yet.</Text>}
      {!!found.data?.data.length && (
        <Stack component="ul" gap={0} m={0} p={0}>
          {found.data.data.map((run) => (
            <ExportRow key={run.id} run={run} ticket={ticket} />
          ))}
        </Stack>
      )}
    </>
  )
}
