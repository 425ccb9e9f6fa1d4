import { Button, Stack, Text } from '@mantine/core'
import IconCheckbox from '@tabler/icons-react/dist/esm/icons/IconCheckbox.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import {
  type BackupEvent,
  type BackupFile,
  backups,
  checkBackup,
  makeBackup,
  resumeWork,
} from '#contract/admin/backups.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { formatBytes, formatCount } from '#web/lib/format.ts'
import { loadSession, useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { DownloadBackupDialog } from './download-backup-dialog.tsx'

const POLL_MS = 3000
/** Somebody else, or the night, may have made one. */
const IDLE_POLL_MS = 60_000

type Backups = Reply<typeof backups>['data']

const KINDS: Record<BackupEvent['kind'], string> = {
  backup: 'Backup',
  check: 'Check',
  practice: 'Restored for practice',
}

/** What a check of a file said. */
function CheckResult({ checked_at, problem }: BackupFile) {
  if (!checked_at) return 'Not yet'
  return (
    <>
      <StateBadge state={problem ? 'failed' : 'succeeded'} label={problem ? 'Damaged' : 'Complete'} />{' '}
      <When at={checked_at} />
    </>
  )
}

const FILE_COLUMNS: readonly Column<BackupFile>[] = [
  { id: 'made', label: 'Made', card: 'title', cell: ({ made_at }) => <When at={made_at} /> },
  { id: 'bytes', label: 'Size', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
  { id: 'checked', label: 'Checked', cell: (file) => <CheckResult {...file} /> },
  { id: 'name', label: 'File', wrap: '320px', cell: ({ name }) => name },
]

const EVENT_COLUMNS: readonly Column<BackupEvent>[] = [
  { id: 'kind', label: 'What', card: 'title', cell: ({ kind }) => KINDS[kind] },
  { id: 'at', label: 'Ended', cell: ({ finished_at }) => <When at={finished_at} /> },
  {
    id: 'result',
    label: 'Result',
    cell: ({ problem }) => (
      <StateBadge state={problem ? 'failed' : 'succeeded'} label={problem ? 'Failed' : 'Done'} />
    ),
  },
  {
    id: 'problem',
    label: 'Details',
    wrap: '420px',
    full: ({ problem }) => problem,
    cell: ({ problem, file }) => problem ?? file ?? '–',
  },
]

/** Asks before the work of a restored server starts: its original may still run. */
function Paused({ since }: { since: string }) {
  const { confirm, dialog } = useDialog()
  const canChange = useCan('administer')
  const start = () =>
    confirm({
      title: 'Start this server’s work?',
      confirmLabel: 'Start work',
      onConfirm: async () => {
        await call(resumeWork, { quiet: 'errors' })
        // The banner goes with it.
        await loadSession({ again: true })
      },
      children:
        'Waiting emails, webhooks, runs, autopilots and payments continue, and everyone gets in again. Start it only if the server that was backed up no longer runs: otherwise both do the same work, and people get everything twice.',
    })
  return (
    <Notice tone="warning" title="The work of this server is paused">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          It was restored from a backup <When at={since} />. It sends nothing, runs nothing and lets only
          administrators in.
        </Text>
        {canChange && <Button onClick={start}>Start work</Button>}
      </Stack>
      {dialog}
    </Notice>
  )
}

function Schedule({ place, hour, keep, encrypted }: Backups) {
  if (place === null)
    return (
      <Notice tone="warning" title="No backups are made">
        Set BACKUP_DIR on the server to a folder or an S3 storage, and restart it.
      </Notice>
    )
  return (
    <>
      <Text>
        Every night at {String(hour).padStart(2, '0')}:00 UTC to {place}. The newest{' '}
        {formatCount(keep, 'backup')} are kept.
      </Text>
      {!encrypted && (
        <Notice tone="warning" title="Backups are not encrypted">
          Whoever gets one of the files has everything. Set BACKUP_PASSPHRASE on the server, and write it down
          elsewhere.
        </Notice>
      )}
    </>
  )
}

function Files({ found, data }: { found: ReturnType<typeof useEndpoint<typeof backups>>; data: Backups }) {
  const canChange = useCan('administer')
  const { show, dialog } = useDialog()
  const check = useMutation({
    mutationFn: ({ name }: BackupFile) => call(checkBackup, { params: { name } }),
  })
  const download = ({ name }: BackupFile) => show((state) => <DownloadBackupDialog name={name} {...state} />)
  const busy = data.working ? 'A backup is being made or checked' : undefined
  return (
    <>
      {data.problem && <Notice tone="danger">{`The backups can’t be listed. ${data.problem}`}</Notice>}
      <DataTable
        label="Backups"
        found={{ ...found, rows: data.files, isStale: false }}
        columns={FILE_COLUMNS}
        rowKey={({ name }) => name}
        actions={(file) =>
          canChange && (
            <RowMenu
              name={file.name}
              items={[
                { label: 'Download', icon: IconDownload, run: () => download(file) },
                { label: 'Check', icon: IconCheckbox, run: () => check.mutate(file), refusal: busy },
              ]}
            />
          )
        }
        empty={
          <EmptyState icon={IconDatabase} title="No backups yet">
            The first one is made tonight, or now with the button above.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}

/** Nightly backups of the whole installation; for administrators. */
export function BackupsPage() {
  const found = useEndpoint(
    backups,
    {},
    { refetchInterval: ({ state }) => (state.data?.data.working ? POLL_MS : IDLE_POLL_MS) },
  )
  const canChange = useCan('administer')
  const make = useMutation({ mutationFn: () => call(makeBackup) })
  const data = found.data?.data
  return (
    <>
      <PageHeader
        title="Backups"
        subtitle="Everything on this server, in one file a night"
        actions={
          canChange &&
          data?.place != null && (
            <Button
              loading={data.working || make.isPending}
              disabled={data.paused_since !== null}
              onClick={() => make.mutate()}
            >
              Make a backup now
            </Button>
          )
        }
      />
      {found.isPending && <SkeletonRows rows={5} height={48} label="Loading the backups" />}
      {found.isError && !data && <LoadError what="The backups" query={found} />}
      {data && (
        <Stack p="md" gap="lg">
          {data.paused_since && <Paused since={data.paused_since} />}
          <Schedule {...data} />
          {(data.place !== null || data.files.length > 0) && <Files found={found} data={data} />}
          {data.events.length > 0 && (
            <Part title="Latest" hint="Backups, weekly checks, and restores for practice">
              <DataTable
                label="Events"
                found={{ ...found, rows: data.events, isStale: false }}
                columns={EVENT_COLUMNS}
                rowKey={({ id }) => id}
              />
            </Part>
          )}
          <Text c="dimmed" size="sm">
            Restore a backup into an empty server with “leadwright restore”, and practice it with “leadwright
            backup verify newest --restore”.
          </Text>
        </Stack>
      )}
    </>
  )
}
