import { Box, Button, Modal } from '@mantine/core'
import IconMailOff from '@tabler/icons-react/dist/esm/icons/IconMailOff.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import IconCog from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import IconOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useMutation } from '@tanstack/react-query'
import type { Reply } from '#contract/core/endpoint.ts'
import {
  type Invitation,
  type Member,
  resendInvitation,
  team,
  updateMember,
  withdrawInvitation,
} from '#contract/identity/team.ts'
import { personName } from '#web/lib/account-labels.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { type Dialog, useDialog } from '#web/ui/use-dialog.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { EditForm, InviteForm } from './rights-form.tsx'
import { INVITATIONS, MEMBERS } from './team-tables.tsx'

const setState = (member: Member, state: Member['state'], quiet: 'errors' | false) =>
  call(updateMember, { params: { id: member.id }, body: { state }, quiet })

const ABOVE = 'Only an administrator can do this to an administrator'

/** Actions of a member; unavailable ones say why. */
function useMemberItems({ show, confirm }: Dialog, data: Reply<typeof team>['data'] | undefined) {
  const reactivate = useMutation({ mutationFn: (member: Member) => setState(member, 'active', false) })
  const edit = (member: Member) =>
    show(({ opened, onClose }) => (
      <Modal opened={opened} onClose={onClose} title={`Rights of ${personName(member)}`} size={480}>
        <EditForm member={member} grantable={data?.modules ?? []} onClose={onClose} />
      </Modal>
    ))
  const suspend = (member: Member) =>
    confirm({
      title: `Suspend ${personName(member)}?`,
      confirmLabel: 'Suspend',
      danger: true,
      onConfirm: () => setState(member, 'suspended', 'errors'),
      children:
        'They’re signed out everywhere, their API keys stop working, and they can’t sign in until you reactivate them. Their lists stay.',
    })
  const remove = (member: Member) =>
    show((state) => <RemoveDialog key={member.id} {...state} member={member} members={data?.members ?? []} />)
  return (member: Member): RowAction[] => {
    const unless = (isAllowed: boolean, action?: string) =>
      isAllowed ? undefined : action && member.is_me ? `You can’t ${action} yourself` : ABOVE
    const { can } = member
    const active = member.state === 'active'
    return [
      { label: 'Edit rights', icon: IconCog, refusal: unless(can.edit), run: () => edit(member) },
      active
        ? {
            label: 'Suspend',
            icon: IconOff,
            refusal: unless(can.suspend, 'suspend'),
            run: () => suspend(member),
          }
        : {
            label: 'Reactivate',
            icon: IconCheck,
            refusal: unless(can.suspend, 'reactivate'),
            run: () => reactivate.mutate(member),
          },
      {
        label: 'Remove',
        icon: IconMinus,
        refusal: unless(can.remove, 'remove'),
        danger: true,
        run: () => remove(member),
      },
    ]
  }
}

/** Actions of an invitation. */
function useInvitationItems({ confirm }: Dialog) {
  const resend = useMutation({ mutationFn: (id: number) => call(resendInvitation, { params: { id } }) })
  return ({ id, email }: Invitation): RowAction[] => [
    { label: 'Resend', icon: IconSend, run: () => resend.mutate(id) },
    {
      label: 'Withdraw',
      icon: IconMailOff,
      danger: true,
      run: () =>
        confirm({
          title: 'Withdraw the invitation?',
          confirmLabel: 'Withdraw',
          danger: true,
          onConfirm: () => call(withdrawInvitation, { params: { id }, quiet: 'errors' }),
          children: `The link we sent to ${email} stops working. You can invite them again at any time.`,
        }),
    },
  ]
}

/** Members of the account and open invitations; for its owners. */
export function TeamPage() {
  const found = useEndpoint(team)
  const dialogs = useDialog()
  const data = found.data?.data
  const memberItems = useMemberItems(dialogs, data)
  const invitationItems = useInvitationItems(dialogs)
  const invitations = data?.invitations ?? []
  const alone = data?.members.length === 1 && invitations.length === 0
  const openInvite = () =>
    dialogs.show(({ opened, onClose }) => (
      <Modal opened={opened} onClose={onClose} title="Invite to the team" size={480}>
        <InviteForm grantable={data?.modules ?? []} onClose={onClose} />
      </Modal>
    ))
  const invite = (
    <Button leftSection={<IconPlus aria-hidden />} onClick={openInvite}>
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
      />
      {alone && (
        <EmptyState icon={IconUsers} title="No teammates yet" action={invite}>
          People you invite share your lists and credits, within the access you give them.
        </EmptyState>
      )}
      {invitations.length > 0 && (
        <>
          <Box component="h2" pt="lg" pb="xs" px="var(--app-gutter)">
            Open invitations
          </Box>
          <DataTable
            label="Open invitations"
            found={{ ...found, rows: invitations }}
            columns={INVITATIONS}
            rowKey={({ id }) => id}
            actions={(invitation) => (
              <RowMenu name={`the invitation of ${invitation.email}`} items={invitationItems(invitation)} />
            )}
          />
        </>
      )}
      {dialogs.dialog}
    </>
  )
}
