import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type Invitation,
  inviteMember,
  type Member,
  removeMember,
  resendInvitation,
  team,
  updateMember,
  withdrawInvitation,
} from '#contract/team.ts'
import { type CallArgs, call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { loadSession } from '#web/lib/session.ts'
import { showToast } from '#web/lib/toast.ts'

export type InviteBody = CallArgs<typeof inviteMember>[0]['body']
export type MemberChanges = CallArgs<typeof updateMember>[0]['body']

/** The members, the open invitations and the modules that can be granted. */
export const useTeam = () => useQuery(endpointQuery(team))

const tell = (reply: { message?: string | undefined }) => {
  if (reply.message) showToast({ kind: 'success', message: reply.message })
}

/** What can be done with a team. Forms show the errors of `invite` and `update` themselves; others are toasts. */
export function useTeamActions() {
  const invite = useMutation({
    mutationFn: (body: InviteBody) => call(inviteMember, { body, quiet: true }),
    onSuccess: tell,
  })
  const update = useMutation({
    mutationFn: ({ member, changes }: { member: Member; changes: MemberChanges }) =>
      call(updateMember, { params: { id: member.id }, body: changes, quiet: true }),
    onSuccess: async (reply, { member }) => {
      tell(reply)
      if (member.is_me) await loadSession({ again: true })
    },
  })
  const setState = useMutation({
    mutationFn: ({ member, state }: { member: Member; state: Member['state'] }) =>
      call(updateMember, { params: { id: member.id }, body: { state } }),
  })
  const remove = useMutation({
    mutationFn: ({ member, heir }: { member: Member; heir: number }) =>
      call(removeMember, { params: { id: member.id }, query: { hand_over_to: heir } }),
  })
  const resend = useMutation({
    mutationFn: (invitation: Invitation) => call(resendInvitation, { params: { id: invitation.id } }),
  })
  const withdraw = useMutation({
    mutationFn: (invitation: Invitation) => call(withdrawInvitation, { params: { id: invitation.id } }),
  })
  return { invite, update, setState, remove, resend, withdraw }
}

export type TeamActions = ReturnType<typeof useTeamActions>
