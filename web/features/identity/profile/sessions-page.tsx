import { Button, Group, Text } from '@mantine/core'
import IconDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconTerminal from '@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { revokeOtherSessions, revokeSession, type Session, sessions } from '#contract/identity/sessions.ts'
import { call } from '#web/lib/api.ts'
import { makeKey } from '#web/lib/query-client.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { When } from '#web/ui/when.tsx'
import { ActingVisits } from './acting-visits.tsx'
import { type DeviceKind, deviceKind } from './device-kind.ts'
import page from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'

const ICONS: Record<DeviceKind, typeof IconDesktop> = {
  phone: IconMobile,
  computer: IconDesktop,
  program: IconTerminal,
}

/** Ends sessions: they leave the list at once, which is then refetched. */
function useEndSessions(onEnded: () => void) {
  const client = useQueryClient()
  const drop = (gone: (session: Session) => boolean) => {
    client.setQueryData<Reply<typeof sessions>>(makeKey(sessions), (old) =>
      old ? { data: old.data.filter((session) => !gone(session)) } : old,
    )
    onEnded()
  }
  const single = useMutation({
    mutationFn: ({ id }: Session) => call(revokeSession, { params: { id } }),
    onSuccess: (_reply, session) => drop(({ id }) => id === session.id),
  })
  const others = useMutation({
    mutationFn: () => call(revokeOtherSessions),
    onSuccess: () => drop(({ current }) => !current),
  })
  return { single, others }
}

/** The device as the first words of a line. */
const formatName = ({ device }: Session): string => device.charAt(0).toUpperCase() + device.slice(1)

function Name({ session }: { session: Session }) {
  const Icon = ICONS[deviceKind(session.user_agent)]
  return (
    <Group component="span" display="inline-flex" gap="4px 8px" title={session.user_agent ?? undefined}>
      <Icon size={16} stroke={1.5} color="var(--app-dimmed)" aria-hidden />
      {formatName(session)}
      {session.current && (
        <Text
          component="span"
          px={6}
          bd="1px solid var(--app-success)"
          bdrs="sm"
          fz="xs"
          fw={400}
          lh="18px"
          c="var(--app-success)"
          style={{ whiteSpace: 'nowrap' }}
        >
          This device
        </Text>
      )}
    </Group>
  )
}

const COLUMNS: readonly Column<Session>[] = [
  { id: 'device', label: 'Device', wrap: '280px', cell: (session) => <Name session={session} /> },
  { id: 'ip', label: 'Address', cell: ({ ip }) => ip ?? 'Unknown' },
  { id: 'signed_in', label: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
  {
    id: 'last_active',
    label: 'Last active',
    cell: ({ current, last_active_at }) => (current ? 'Now' : <When at={last_active_at} />),
  },
]

/** Where the person is signed in, and ending other sessions. */
export function SessionsPage() {
  const query = useEndpoint(sessions)
  const content = useRef<HTMLDivElement>(null)
  // The button is gone with its session: the focus continues at the list.
  const { single, others } = useEndSessions(() => content.current?.focus())
  const found = query.data?.data
  const elsewhere = found?.filter((session) => !session.current).length ?? 0
  return (
    <SettingsPage
      title="Sessions"
      intro="End any session you don’t recognize, then change your password."
      actions={
        elsewhere > 0 && (
          <Button variant="default" loading={others.isPending} onClick={() => others.mutate()}>
            End all others
          </Button>
        )
      }
    >
      <div ref={content} className={page.content} tabIndex={-1}>
        <DataTable
          label="Sessions"
          framed
          found={{ ...query, rows: found }}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          actions={(session) =>
            !session.current && (
              <Button
                variant="default"
                loading={single.isPending && single.variables.id === session.id}
                aria-label={`End ${session.device}`}
                onClick={() => single.mutate(session)}
              >
                End
              </Button>
            )
          }
        />
      </div>
      {found && elsewhere === 0 && <Text c="dimmed">You’re not signed in anywhere else.</Text>}
      <ActingVisits />
    </SettingsPage>
  )
}
