import { Switch } from '@mantine/core'
import { type ActingVisit, actingVisits, allowActing } from '#contract/identity/log-in-as.ts'
import { call } from '#web/lib/api.ts'
import { useUser } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useSaved } from '#web/lib/use-saved.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { When } from '#web/ui/when.tsx'
import { Panel } from './panel.tsx'

const COLUMNS: readonly Column<ActingVisit>[] = [
  { id: 'who', label: 'Person', card: 'title', wrap: '200px', cell: ({ actor_name }) => actor_name },
  { id: 'reason', label: 'Reason', wrap: '280px', cell: ({ reason }) => reason },
  { id: 'mode', label: 'Access', cell: ({ mode }) => (mode === 'write' ? 'Make changes' : 'View only') },
  { id: 'started', label: 'From', cell: ({ started_at }) => <When at={started_at} /> },
  {
    id: 'ended',
    label: 'Until',
    cell: ({ ended_at }) => (ended_at === null ? 'Now' : <When at={ended_at} />),
  },
]

/** Who was logged in as the person, and whether that is allowed. */
export function ActingVisits() {
  const { acting } = useUser()
  const query = useEndpoint(actingVisits)
  const allowed = useSaved(query.data?.data.allowed ?? true, (value) =>
    call(allowActing, { body: { allowed: value } }),
  )
  return (
    <Panel title="Support access">
      <Switch
        label="Let support and your reseller log in as you"
        description="They give a reason, start in view-only mode and are signed out after an hour. It also lets your reseller export the account’s data"
        checked={allowed.value}
        disabled={!query.data || acting !== null}
        onChange={(event) => allowed.choose(event.currentTarget.checked)}
      />
      <DataTable
        label="Visits"
        framed
        found={{ ...query, rows: query.data?.data.visits }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="Nobody has logged in as you">
            Every visit appears here with its reason.
          </EmptyState>
        }
      />
    </Panel>
  )
}
