import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useState } from 'react'
import type { Member } from '#contract/team.ts'
import { formatCount } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EditRightsDialog } from './edit-rights-dialog.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import type { MemberAction } from './member-menu.tsx'
import { Members, MembersSkeleton } from './members-table.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { memberName } from './team-labels.ts'
import { useTeam, useTeamActions } from './use-team.ts'

/** The dialog about a member; closed, it keeps its words until it is gone from the screen. */
interface Asked {
  action: Exclude<MemberAction, 'reactivate'>
  member: Member
  opened: boolean
}

/** Members of the account and open invitations; for its main users. */
export function TeamPage() {
  const team = useTeam()
  const actions = useTeamActions()
  const cards = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [inviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const found = team.data?.data
  const alone = found !== undefined && found.members.length === 1 && found.invitations.length === 0
  const about = (action: MemberAction) => ({
    member: asked?.action === action ? asked.member : null,
    opened: asked?.action === action && asked.opened,
    onClose: () => setAsked(asked && { ...asked, opened: false }),
  })
  const openInvite = () => {
    actions.invite.reset()
    setInviting(true)
  }
  const onAction = (action: MemberAction, member: Member) => {
    if (action === 'reactivate') return actions.setState.mutate({ member, state: 'active' })
    actions.update.reset()
    setAsked({ action, member, opened: true })
  }
  const suspending = about('suspend')
  const invite = (
    <Button leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />} onClick={openInvite}>
      Invite
    </Button>
  )
  const counts = found && [
    formatCount(found.members.length, 'member'),
    ...(found.invitations.length > 0 ? [formatCount(found.invitations.length, 'open invitation')] : []),
  ]
  return (
    <>
      <PageHeader
        title="Manage team"
        subtitle={counts?.join(', ') ?? '\u00a0'}
        actions={found && !alone ? invite : undefined}
      />
      {team.isPending && <MembersSkeleton cards={cards} />}
      {team.isError && !found && (
        <LoadError what="The team" error={team.error} onRetry={() => void team.refetch()} />
      )}
      {found && (
        <>
          <Members members={found.members} cards={cards} onAction={onAction} />
          {alone && (
            <EmptyState icon={IconUsers} title="You work alone so far" action={invite}>
              Whoever you invite shares lists and credits with you, within the rights that you give.
            </EmptyState>
          )}
          {found.invitations.length > 0 && <Invitations invitations={found.invitations} actions={actions} />}
        </>
      )}
      <InviteDialog
        opened={inviting}
        offered={found?.modules ?? []}
        invite={actions.invite}
        onClose={() => setInviting(false)}
      />
      <EditRightsDialog {...about('edit')} offered={found?.modules ?? []} update={actions.update} />
      <ConfirmDialog
        opened={suspending.opened}
        onClose={suspending.onClose}
        title={suspending.member ? `Suspend ${memberName(suspending.member)}?` : ''}
        confirmLabel="Suspend"
        danger
        onConfirm={() =>
          suspending.member && actions.setState.mutateAsync({ member: suspending.member, state: 'suspended' })
        }
      >
        Every session and API key ends at once, and signing in is refused until you reactivate. Lists stay as
        they are.
      </ConfirmDialog>
      <RemoveDialog
        {...about('remove')}
        members={found?.members ?? []}
        onRemove={(member, heir) => actions.remove.mutateAsync({ member, heir })}
      />
    </>
  )
}
