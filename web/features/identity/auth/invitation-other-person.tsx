import { Button } from '@mantine/core'
import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs'
import { useState } from 'react'
import { signOut } from '../../../lib/session.ts'
import { FailureLine } from './failure-line.tsx'
import type { InvitationFacts } from './invitation-form.tsx'
import { joinLabel } from './join-labels.ts'
import { Outcome } from './outcome.tsx'

/** Someone is already signed in here: the invitation is for another person, or for later. */
export function OtherPerson({ invitation, email }: { invitation: InvitationFacts; email: string }) {
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
        title={joinLabel(invitation)}
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
        <strong>{invitation.invited_by}</strong> invites <strong>{invitation.email}</strong>. You’re signed in
        as <strong>{email}</strong>.
      </Outcome>
    </>
  )
}
