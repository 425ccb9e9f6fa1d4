import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Invitation } from '#contract/team.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { RoleBadge } from './members-table.tsx'
import { INVITATION_STATES, moduleWords } from './team-labels.ts'
import classes from './team-page.module.css'
import type { TeamActions } from './use-team.ts'

interface InvitationsProps {
  invitations: readonly Invitation[]
  actions: Pick<TeamActions, 'resend' | 'withdraw'>
}

function InvitationLine({
  invitation,
  resend,
  onWithdraw,
}: {
  invitation: Invitation
  resend: TeamActions['resend']
  onWithdraw: () => void
}) {
  const { email, first_name, role, state, created_at, expires_at, granted_modules, invited_by } = invitation
  return (
    <li className={classes.invitation}>
      <span className={classes.who}>
        <span className={classes.name}>{email}</span>
        <span className={classes.quiet}>
          {first_name && `${first_name} · `}
          {moduleWords(granted_modules)}
          {invited_by && ` · invited by ${invited_by}`}
        </span>
      </span>
      <span className={classes.invitationFacts}>
        <RoleBadge role={role} />
        <StateBadge {...INVITATION_STATES[state]} />
        <span className={classes.quiet}>
          {'Sent '}
          <When at={created_at} />
          {state === 'expired' ? ', expired ' : ', expires '}
          <When at={expires_at} />
        </span>
      </span>
      <span className={classes.invitationActions}>
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Resend the invitation of ${email}`}
          loading={resend.isPending && resend.variables?.id === invitation.id}
          onClick={() => resend.mutate(invitation)}
        >
          Resend
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Withdraw the invitation of ${email}`}
          onClick={onWithdraw}
        >
          Withdraw
        </Button>
      </span>
    </li>
  )
}

/** Invitations that nobody has taken up yet. */
export function Invitations({ invitations, actions }: InvitationsProps) {
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null)
  const [opened, setOpened] = useState(false)
  return (
    <section aria-labelledby="open-invitations">
      <h2 id="open-invitations" className={classes.heading}>
        Open invitations
      </h2>
      <ul className={classes.invitations}>
        {invitations.map((invitation) => (
          <InvitationLine
            key={invitation.id}
            invitation={invitation}
            resend={actions.resend}
            onWithdraw={() => {
              setWithdrawing(invitation)
              setOpened(true)
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Withdraw the invitation?"
        confirmLabel="Withdraw"
        danger
        onConfirm={() => withdrawing && actions.withdraw.mutateAsync(withdrawing)}
      >
        {`The link that ${withdrawing?.email ?? ''} got stops working. You can invite the address again at any time.`}
      </ConfirmDialog>
    </section>
  )
}
