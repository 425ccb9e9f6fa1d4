import { Button } from '@mantine/core'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SignedIn } from '#contract/identity/user.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { loadSession, useSession } from '../../../lib/session.ts'
import { useTabState } from '../../../lib/tab-storage.ts'
import { authCalls } from './auth-endpoints.ts'
import { InvitationForm } from './invitation-form.tsx'
import { OtherPerson } from './invitation-other-person.tsx'
import { InvitationSkeleton } from './invitation-skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Outcome } from './outcome.tsx'
import { PENDING_INVITATION } from './pending-keys.ts'
import { useFragment } from './use-fragment.ts'
import { enter } from './use-sign-in.ts'

/** Permanent failures: the link is wrong, used, withdrawn or expired. */
const isDead = (error: unknown): boolean =>
  error instanceof ApiError && ['invalid_code', 'not_found', 'validation_failed'].includes(error.code)

function DeadInvitation() {
  usePageTitle('Invitation')
  return (
    <Outcome
      icon={IconLinkOff}
      title="This invitation no longer works"
      action={
        <Button component="a" href="/" fullWidth size="sm" variant="default">
          Go home
        </Button>
      }
    >
      The link has been used, was withdrawn or has expired. Ask the person who invited you to send a new one.
    </Outcome>
  )
}

/** Loads the invitation, until someone joins with it. */
const useInvitation = (token: string, joining: boolean) =>
  useQuery({
    queryKey: [authCalls.invitation.name, token],
    queryFn: ({ signal }) => call(authCalls.invitation, { body: { token }, read: true, quiet: true, signal }),
    enabled: !joining,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

function Invitation({ token }: { token: string }) {
  const router = useRouter()
  const session = useSession()
  const [state, setState] = useState<'open' | 'joining' | 'dead'>('open')
  const { data, error, refetch } = useInvitation(token, state === 'joining')
  // The guard loads no user for public pages; here it matters who is signed in.
  useEffect(() => {
    if (session.status === 'token' && state === 'open') void loadSession()
  }, [session.status, state])
  const join = async (reply: SignedIn) => {
    // From here on there is a new session and the link is used: neither is reported as a problem.
    setState('joining')
    await enter(reply)
    await router.navigate({ to: '/', replace: true })
  }
  if (state === 'joining') return <InvitationSkeleton />
  if (state === 'dead' || isDead(error)) return <DeadInvitation />
  if (error) return <LoadFailure what="The invitation" error={error} onRetry={() => void refetch()} />
  if (!data || session.status === 'token') return <InvitationSkeleton />
  if (session.status === 'unreachable')
    return (
      <LoadFailure
        what="Your session"
        error={session.error}
        onRetry={() => void loadSession({ again: true })}
      />
    )
  const invitation = data.data
  if (session.status === 'signed-in')
    return <OtherPerson invitation={invitation} email={session.user.email} />
  return (
    <InvitationForm token={token} invitation={invitation} onJoined={join} onDead={() => setState('dead')} />
  )
}

/** Joining an account by invitation link. The link's token survives a reload of this tab. */
export function InvitationPage() {
  usePageTitle('Invitation')
  const [{ token: linked }] = useFragment()
  const [stored, setStored] = useTabState<string>(PENDING_INVITATION)
  useEffect(() => {
    if (linked) setStored(linked)
  }, [linked, setStored])
  const token = linked ?? stored
  return token ? <Invitation key={token} token={token} /> : <DeadInvitation />
}
