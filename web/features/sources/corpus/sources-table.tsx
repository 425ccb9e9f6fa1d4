import { Button, Text } from '@mantine/core'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendarRepeat.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import { refreshSource, removalOfSource, removeSource } from '#contract/sources/corpus-areas.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatDay, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { Band } from '#web/ui/band.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { areaLabel, differenceLabel, scheduleLabel } from './source-labels.ts'
import { SourceRun } from './source-run.tsx'

interface RemoveDialogProps extends DialogState {
  id: number
  name: string
  onStarted: (runId: number) => void
}

/** Confirms removing a source with all its places; its name must be typed. */
function RemoveDialog({ opened, onClose, id, name, onStarted }: RemoveDialogProps) {
  const removal = useEndpoint(removalOfSource, { params: { id } }, { enabled: opened, staleTime: 0 })
  const found = removal.data?.data
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove “${name}”?`}
      confirmLabel="Remove source"
      danger
      typedName={name}
      onConfirm={async () => {
        const { data } = await call(removeSource, { params: { id }, quiet: 'errors' })
        onStarted(data.id)
      }}
    >
      {found &&
        `${formatCount(found.places, 'place')}${found.people > 0 ? ` and ${formatCount(found.people, 'person', 'people')}` : ''} are permanently deleted, with their links to other sources. `}
      {found &&
        found.linked > 0 &&
        `${formatNumber(found.linked)} are also in another source and stay there. `}
      Leads already in accounts stay.
    </ConfirmDialog>
  )
}

type Source = Reply<typeof corpusSources>['data'][number]

const FROM_FILE = 'Imported from a file. Import the newer file instead'

const formatDataAsOf = ({ area, data_as_of }: Source) =>
  area?.release ?? (data_as_of ? formatDay(data_as_of) : '–')

function LastChange({ source: { area, updated_at } }: { source: Source }) {
  if (area?.problem)
    return (
      <Text component="span" c="var(--app-danger)">
        {area.problem}
      </Text>
    )
  if (!area?.difference) return <When at={updated_at} />
  return (
    <>
      {differenceLabel(area.difference)}
      <br />
      <Text component="span" c="dimmed" className="numeric">
        <When at={area.difference.at} />
      </Text>
    </>
  )
}

const COLUMNS: readonly Column<Source>[] = [
  {
    id: 'source',
    label: 'Source',
    wrap: '260px',
    cell: ({ name, area }) => (
      <>
        {name}
        {area && (
          <Hint component="span" display="block" fw={400}>
            {areaLabel(area.label)}
          </Hint>
        )}
      </>
    ),
  },
  { id: 'places', label: 'Places', align: 'end', cell: ({ places }) => formatNumber(places) },
  { id: 'people', label: 'People', align: 'end', cell: ({ people }) => formatNumber(people) },
  { id: 'as_of', label: 'Data as of', cell: formatDataAsOf },
  { id: 'last', label: 'Last change', wrap: '280px', cell: (source) => <LastChange source={source} /> },
  { id: 'schedule', label: 'Refresh', cell: ({ area }) => (area ? scheduleLabel(area) : '–') },
  { id: 'licence', label: 'License', cell: ({ licence }) => licence },
]

function useRefresh(onStarted: (runId: number) => void) {
  const intent = useIntentKey()
  return useMutation({
    mutationFn: (id: number) =>
      call(refreshSource, { params: { id }, idempotencyKey: intent.keyFor({ id }) }),
    onSuccess: ({ data }) => onStarted(data.id),
    onSettled: intent.forget,
  })
}

/** Actions on a source, and their dialogs. */
function useSourceActions(onStarted: (runId: number) => void) {
  const { show, dialog } = useDialog()
  const refresh = useRefresh(onStarted)
  const listActions = ({ id, name, area }: Source): RowAction[] => [
    {
      label: 'Refresh',
      icon: IconRefresh,
      run: () => refresh.mutate(id),
      refusal: area ? undefined : FROM_FILE,
    },
    {
      label: 'Schedule',
      icon: IconCalendar,
      run: () => area && show((state) => <ScheduleDialog {...state} id={id} name={name} area={area} />),
      refusal: area ? undefined : FROM_FILE,
    },
    {
      label: 'Remove',
      icon: IconTrash,
      danger: true,
      run: () => show((state) => <RemoveDialog {...state} id={id} name={name} onStarted={onStarted} />),
    },
  ]
  return { actionsOf: listActions, dialog }
}

export function SourcesTable({ onFetch }: { onFetch: () => void }) {
  const found = useEndpoint(corpusSources)
  const [runId, setRunId] = useState<number | null>(null)
  const { actionsOf, dialog } = useSourceActions(setRunId)
  return (
    <>
      {runId !== null && (
        <Band bg="var(--app-surface)" aria-label="Progress">
          <SourceRun key={runId} runId={runId} doneLabel="Close" onDone={() => setRunId(null)} />
        </Band>
      )}
      <DataTable
        label="Sources"
        found={{ ...found, rows: found.data?.data }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(source) => <RowMenu name={source.name} items={actionsOf(source)} />}
        empty={
          <EmptyState
            icon={IconDatabase}
            title="No business data yet"
            action={
              <>
                <Button onClick={onFetch}>Fetch places</Button>
                <ButtonLink to="/lead-search/new-search" search={{ source: 'sample' }} variant="default">
                  Try sample data
                </ButtonLink>
              </>
            }
          >
            Fetch a city from Overture Maps, or import an open data set of places or people. A city of a
            million people is about 40,000 places, 50 MB of disk and a few minutes.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
