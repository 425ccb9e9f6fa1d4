import type { AdminUser } from '#contract/admin/users.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import { rightsOf } from '#server/modules/accounts/accounts/index.ts'
import { pick } from '#server/platform/pick.ts'
import { ownsAccount, staffRoleOf } from './user-policy.ts'
import type { UserView } from './users-reads.ts'

const stateOf = ({ is_deleted, state }: UserView): AdminUser['state'] => {
  if (is_deleted) return 'deleted'
  return state === 'active' ? 'active' : 'suspended'
}

/** A person as a row of the list. */
export const presentUser = (row: UserView, hasSecondFactor: boolean): AdminUser => ({
  ...pick(row, 'id', 'first_name', 'last_name', 'email', 'role'),
  staff_role: staffRoleOf(row),
  isMainUser: ownsAccount(row),
  accessToWallet: row.access_to_wallet,
  modules: [...rightsOf(row, row.account_modules).modules] as ModuleSlug[],
  granted_modules: row.granted_modules as ModuleSlug[] | null,
  state: stateOf(row),
  delete_at: row.is_deleted ? (row.delete_at?.toISOString() ?? null) : null,
  account: { id: row.account_id, name: row.account_name },
  reseller: row.reseller_id === null ? null : { id: row.reseller_id, name: row.reseller_name ?? '' },
  credits: row.available ?? 0,
  second_factor: hasSecondFactor,
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
