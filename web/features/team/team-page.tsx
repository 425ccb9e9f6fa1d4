import { Button, Modal } from '@mantine/core'
import IconMailOff from '@tabler/icons-react/dist/esm/icons/IconMailOff.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import IconCog from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import IconOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Invitation,
  type Member,
  resendInvitation,
  team,
  updateMember,
  withdrawInvitation,
} from '#contract/team.ts'
import { personName } from '#web/lib/account-words.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { EditForm, InviteForm } from './rights-form.tsx'
import classes from './team-page.module.css'
import { INVITATIONS, MEMBERS } from './team-tables.tsx'

/** What was asked for; a dialog that closes keeps its words until it is gone from the screen. */
type Asked =
  | { what: 'invite' }
  | { what: 'edit' | 'suspend' | 'remove'; member: Member }
  | { what: 'withdraw'; invitation: Invitation }

const setState = (member: Member, state: Member['state'], quiet: 'errors' | false) =>
  call(updateMember, { params: { id: member.id }, body: { state }, quiet })

/** What can be done with a member; what cannot be done to oneself or to an administrator says why. */
function useMemberItems(ask: (asked: Asked) => void) {
  const viewer = useUser()
  const reactivate = useMutation({ mutationFn: (member: Member) => setState(member, 'active', false) })
  return (member: Member): RowAction[] => {
    const above =
      member.role === 'admin' && viewer.role !== 'admin'
        ? 'Only an administrator can do this to an administrator'
        : undefined
    const own = (what: string) => (member.is_me ? `You cannot ${what} yourself` : above)
    const item = (what: 'edit' | 'suspend' | 'remove', label: string, icon: RowAction['icon']) => ({
      label,
      icon,
      refusal: what === 'edit' ? above : own(what),
      run: () => ask({ what, member }),
    })
    return [
      item('edit', 'Edit rights', IconCog),
      member.state === 'active'
        ? item('suspend', 'Suspend', IconOff)
        : {
            label: 'Reactivate',
            icon: IconCheck,
            refusal: own('reactivate'),
            run: () => reactivate.mutate(member),
          },
      { ...item('remove', 'Remove', IconMinus), danger: true },
    ]
  }
}

interface DialogsProps {
  asked: Asked | null
  opened: boolean
  onClose: () => void
  data: { members: Member[]; modules: Parameters<typeof InviteForm>[0]['offered'] } | undefined
}

function TeamDialogs({ asked, opened, onClose, data }: DialogsProps) {
  if (!asked || !data) return null
  const shared = { opened, onClose }
  const offered = data.modules
  if (asked.what === 'invite') {
    return (
      <Modal {...shared} title="Invite to the team" size={480}>
        <InviteForm offered={offered} onClose={onClose} />
      </Modal>
    )
  }
  if (asked.what === 'withdraw') {
    const { id, email } = asked.invitation
    return (
      <ConfirmDialog
        {...shared}
        title="Withdraw the invitation?"
        confirmLabel="Withdraw"
        danger
        onConfirm={() => call(withdrawInvitation, { params: { id }, quiet: 'errors' })}
      >
        {`The link that ${email} got stops working. You can invite the address again at any time.`}
      </ConfirmDialog>
    )
  }
  const { what, member } = asked
  if (what === 'remove')
    return <RemoveDialog key={member.id} {...shared} member={member} members={data.members} />
  if (what === 'edit') {
    return (
      <Modal {...shared} title={`Rights of ${personName(member)}`} size={480}>
        <EditForm member={member} offered={offered} onClose={onClose} />
      </Modal>
    )
  }
  return (
    <ConfirmDialog
      {...shared}
      title={`Suspend ${personName(member)}?`}
      confirmLabel="Suspend"
      danger
      onConfirm={() => setState(member, 'suspended', 'errors')}
    >
      Every session and API key ends at once, and signing in is refused until you reactivate. Lists stay as
      they are.
    </ConfirmDialog>
  )
}

/** Members of the account and open invitations; for its main users. */
export function TeamPage() {
  const found = useQuery(endpointQuery(team))
  const [asked, setAsked] = useState<Asked | null>(null)
  const [opened, setOpened] = useState(false)
  const ask = (next: Asked) => {
    setAsked(next)
    setOpened(true)
  }
  const memberItems = useMemberItems(ask)
  const resend = useMutation({
    mutationFn: ({ id }: Invitation) => call(resendInvitation, { params: { id } }),
  })
  const data = found.data?.data
  const invitations = data?.invitations ?? []
  const alone = data?.members.length === 1 && invitations.length === 0
  const invite = (
    <Button
      leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
      onClick={() => ask({ what: 'invite' })}
    >
      Invite
    </Button>
  )
  const counts = data && [
    formatCount(data.members.length, 'member'),
    ...(invitations.length > 0 ? [formatCount(invitations.length, 'open invitation')] : []),
  ]
  return (
    <>
      <PageHeader
        title="Manage team"
        subtitle={counts?.join(', ') ?? '\u00a0'}
        actions={data && !alone && invite}
      />
      <DataTable
        label="Members"
        things="team"
        found={{ ...found, rows: data?.members }}
        columns={MEMBERS}
        rowKey={({ id }) => id}
        actions={(member) => <RowMenu name={personName(member)} items={memberItems(member)} />}
        empty={null}
      />
      {alone && (
        <EmptyState icon={IconUsers} title="You work alone so far" action={invite}>
          Whoever you invite shares lists and credits with you, within the rights that you give.
        </EmptyState>
      )}
      {invitations.length > 0 && (
        <>
          <h2 className={classes.heading}>Open invitations</h2>
          <DataTable
            label="Open invitations"
            found={{ ...found, rows: invitations }}
            columns={INVITATIONS}
            rowKey={({ id }) => id}
            actions={(invitation) => (
              <RowMenu
                name={`the invitation of ${invitation.email}`}
                items={[
                  { label: 'Resend', icon: IconSend, run: () => resend.mutate(invitation) },
                  {
                    label: 'Withdraw',
                    icon: IconMailOff,
                    danger: true,
                    run: () => ask({ what: 'withdraw', invitation }),
                  },
                ]}
              />
            )}
            empty={null}
          />
        </>
      )}
      <TeamDialogs asked={asked} opened={opened} onClose={() => setOpened(false)} data={data} />
    </>
  )
}
