import { Button } from '@mantine/core'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SignedIn } from '#contract/identity/user.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { useBrand } from '../../../lib/branding.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { loadSession, signOut, useSession } from '../../../lib/session.ts'
import { useTabState } from '../../../lib/tab-storage.ts'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import type { InvitationFacts } from './invitation-form.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { joinLabel } from './join-labels.ts'
import { LoadFailure } from './load-failure.tsx'
import { Outcome } from './outcome.tsx'
import { PENDING_INVITATION } from './pending-keys.ts'
import { useFragment } from './use-fragment.ts'
import { enter } from './use-sign-in.ts'

/** Someone is already signed in here: the invitation is for another person, or for later. */
function OtherPerson({ invitation, email }: { invitation: InvitationFacts; email: string }) {
  const { name: brand } = useBrand()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const leave = async () => {
    setFailure(undefined)
    setBusy(true)
    // The page stays: it continues with the invitation once nobody is signed in.
    const done = await signOut(() => {})
    if (!done) {
      setBusy(false)
      setFailure(new Error('We couldn’t sign you out. Try again.'))
    }
  }
  return (
    <>
      <FailureLine failure={failure} />
      <Outcome
        icon={IconUserQuestion}
        title={joinLabel(invitation, brand)}
        action={
          <>
            <Button fullWidth size="sm" loading={busy} onClick={() => void leave()}>
              Sign out and continue
            </Button>
            <Button fullWidth size="sm" variant="default" component="a" href="/">
              Stay signed in
            </Button>
          </>
        }
      >
        {invitation.is_first ? (
          'This link is for'
        ) : (
          <>
            <strong>{invitation.invited_by}</strong> invites
          </>
        )}{' '}
        <strong>{invitation.email}</strong>. You’re signed in as <strong>{email}</strong>.
      </Outcome>
    </>
  )
}

/** Rows of the skeleton: heights in pixels, and the space below. */
const BONES: [height: number, width: string, below: number][] = [
  [14, '90%', 26],
  [36, '100%', 20],
  [36, '100%', 28],
  [36, '100%', 0],
]

/** Skeleton of the form while the invitation loads. */
function InvitationSkeleton() {
  return (
    <>
      <h1 className={classes.title}>Invitation</h1>
      <div role="status" aria-label="Loading the invitation">
        {BONES.map(([height, width, below]) => (
          <div
            key={`${width} ${below}`}
            className={classes.bone}
            style={{ height, width, marginBottom: below }}
          />
        ))}
      </div>
    </>
  )
}

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
      The link has been used, was withdrawn or has expired. For a new one, choose “Forgot password?” on the
      sign-in page, or ask the person who invited you.
    </Outcome>
  )
}

/** Loads the invitation, until someone joins with it. */
const useInvitation = (token: string, joining: boolean) =>
  useQuery({
    queryKey: [authCalls.invitation.name, token],
    // Shown instead: nothing: it only reads
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
    // Leads on to what a sign-in opens.
    await router.navigate({ to: '/login', replace: true })
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
