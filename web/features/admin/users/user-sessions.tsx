import type { Session } from '#contract/identity/sessions.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { When } from '#web/ui/when.tsx'

const COLUMNS: readonly Column<Session>[] = [
  { id: 'device', label: 'Device', card: 'title', wrap: '220px', cell: ({ device }) => device },
  { id: 'ip', label: 'IP address', cell: ({ ip }) => ip ?? '–' },
  { id: 'since', label: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'active', label: 'Last active', cell: ({ last_active_at }) => <When at={last_active_at} /> },
]

/** Where a person is signed in now. */
export const UserSessions = ({ sessions }: { sessions: Session[] }) => (
  <DataTable
    label="Sessions"
    framed
    found={{ rows: sessions, isError: false, error: null, refetch: () => undefined }}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty={<p>Not signed in anywhere.</p>}
  />
)
