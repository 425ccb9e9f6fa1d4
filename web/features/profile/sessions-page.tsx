import { Button } from '@mantine/core'
import IconDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconTerminal from '@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { revokeOtherSessions, revokeSession, type Session, sessions } from '#contract/sessions.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery, keyOf } from '#web/lib/query-client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { When } from '#web/ui/when.tsx'
import { type DeviceKind, deviceKind } from './device-kind.ts'
import classes from './record-list.module.css'
import { RecordSkeleton } from './record-skeleton.tsx'
import page from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'

const ICONS: Record<DeviceKind, typeof IconDesktop> = {
  phone: IconMobile,
  computer: IconDesktop,
  program: IconTerminal,
}

/** Ends sessions: they leave the list at once, and what really stands is asked for again. */
function useEndSessions(onEnded: () => void) {
  const client = useQueryClient()
  const drop = (gone: (session: Session) => boolean) => {
    client.setQueryData<Reply<typeof sessions>>(keyOf(sessions), (old) =>
      old ? { data: old.data.filter((session) => !gone(session)) } : old,
    )
    onEnded()
  }
  const one = useMutation({
    mutationFn: ({ id }: Session) => call(revokeSession, { params: { id } }),
    onSuccess: (_reply, session) => drop(({ id }) => id === session.id),
  })
  const others = useMutation({
    mutationFn: () => call(revokeOtherSessions),
    onSuccess: () => drop(({ current }) => !current),
  })
  return { one, others }
}

/** The device as the first words of a line. */
const nameOf = ({ device }: Session): string => device.charAt(0).toUpperCase() + device.slice(1)

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const Icon = ICONS[deviceKind(session.user_agent)]
  return (
    <li className={classes.row}>
      <Icon size={18} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <div className={classes.name} title={session.user_agent ?? undefined}>
          {nameOf(session)}
          {session.current && <span className={`${classes.chip} ${classes.here}`}>This device</span>}
        </div>
        <div className={classes.facts}>
          <span>{session.ip ?? 'Address unknown'}</span>
          <span>
            Signed in <When at={session.created_at} />
          </span>
          {!session.current && (
            <span>
              Last seen <When at={session.last_seen_at} />
            </span>
          )}
        </div>
      </div>
      {!session.current && (
        <Button variant="default" loading={busy} aria-label={`End ${session.device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}

/** Where the person is signed in, and the way to end what should not be. */
export function SessionsPage() {
  const query = useQuery(endpointQuery(sessions))
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed is gone with its session: the keyboard goes on at the list.
  const { one, others } = useEndSessions(() => list.current?.focus())
  const found = query.data?.data
  const elsewhere = found?.filter((session) => !session.current).length ?? 0
  return (
    <SettingsPage
      current="/profile-settings/sessions"
      intro="Everywhere you are signed in. End what you do not know, then change your password."
      actions={
        elsewhere > 0 && (
          <Button variant="default" loading={others.isPending} onClick={() => others.mutate()}>
            End all others
          </Button>
        )
      }
    >
      {query.isPending && <RecordSkeleton label="Loading the sessions" />}
      {query.isError && !found && (
        <LoadError what="The sessions" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {found && (
        <ul ref={list} className={classes.list} aria-label="Sessions" tabIndex={-1}>
          {found.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={one.isPending && one.variables.id === session.id}
              onEnd={() => one.mutate(session)}
            />
          ))}
        </ul>
      )}
      {found && elsewhere === 0 && <p className={page.quiet}>You are signed in nowhere else.</p>}
    </SettingsPage>
  )
}
