import type { AdminUser, AdminUserDetails, UserAction, UserState } from '#contract/admin/users.ts'
import type { Role, StaffRole } from '#contract/core/constants.ts'

/** Role labels for administrators. */
export const ROLE_NAMES: Record<Role, string> = { user: 'Owner', related: 'Member', admin: 'Administrator' }
export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  owner: 'Owner: everything',
  finance: 'Finance: money',
  support: 'Support: view, log in as, suspend',
}
export const STATE_NAMES: Record<UserState, string> = {
  active: 'Active',
  suspended: 'Suspended',
  deleted: 'Deleted',
}

/** Icon, colour and label of a state. */
export const stateBadge = (state: UserState) => ({
  state: { active: 'succeeded', suspended: 'cancelled', deleted: 'not_found' }[state],
  label: STATE_NAMES[state],
})

export const fullName = ({
  first_name,
  last_name,
  email,
}: Pick<AdminUser, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email

/** An action that requires a reason. */
export interface UserActionTexts {
  name: UserAction | 'delete'
  label: string
  text: string
  danger?: true
}

const USER_ACTIONS: Record<UserAction, UserActionTexts> = {
  suspend: {
    name: 'suspend',
    label: 'Suspend',
    text: 'They are signed out everywhere and can’t sign in until you reactivate them. Their data stays.',
    danger: true,
  },
  reactivate: { name: 'reactivate', label: 'Reactivate', text: 'They can sign in again.' },
  end_sessions: {
    name: 'end_sessions',
    label: 'End sessions',
    text: 'They are signed out in every browser and have to sign in again. API keys keep working.',
  },
  reset_second_factor: {
    name: 'reset_second_factor',
    label: 'Turn off two-factor',
    text: 'Make sure it’s really them. They can then sign in with only their password, and are notified by email.',
    danger: true,
  },
}

/** Actions available for a user now. */
export function actionsFor(user: AdminUserDetails): UserActionTexts[] {
  const { can, state, sessions, second_factor, only_owner, account } = user
  const actions: UserActionTexts[] = []
  if (can.suspend && state === 'active') actions.push(USER_ACTIONS.suspend)
  if (can.suspend && state === 'suspended') actions.push(USER_ACTIONS.reactivate)
  if (can.suspend && sessions.length > 0) actions.push(USER_ACTIONS.end_sessions)
  if (can.suspend && second_factor) actions.push(USER_ACTIONS.reset_second_factor)
  if (can.delete && state !== 'deleted')
    actions.push({
      name: 'delete',
      label: 'Delete user',
      text: only_owner
        ? `They are the only owner of ${account.name}, so the account is closed and deleted with everything in it after 30 days. Until then you can restore both.`
        : 'They are signed out at once. After 30 days their lists go to the owner of the account. Until then you can restore them.',
      danger: true,
    })
  return actions
}
