import type { AdminUser } from '#contract/admin/users.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import { readRights } from '#server/modules/accounts/accounts/index.ts'
import { pick } from '#server/platform/pick.ts'
import { findStaffRole, ownsAccount } from './user-policy.ts'
import type { UserView } from './users-reads.ts'

const presentState = ({ is_deleted, state }: UserView): AdminUser['state'] => {
  if (is_deleted) return 'deleted'
  return state === 'active' ? 'active' : 'suspended'
}

/** A person as a row of the list. */
export const presentUser = (row: UserView, hasSecondFactor: boolean): AdminUser => ({
  ...pick(row, 'id', 'first_name', 'last_name', 'email', 'role'),
  staff_role: findStaffRole(row),
  isMainUser: ownsAccount(row),
  accessToWallet: row.access_to_wallet,
  modules: [...readRights(row, row.account_modules).modules] as ModuleSlug[],
  granted_modules: row.granted_modules as ModuleSlug[] | null,
  state: presentState(row),
  delete_at: row.is_deleted ? (row.delete_at?.toISOString() ?? null) : null,
  account: { id: row.account_id, name: row.account_name },
  reseller: row.reseller_id === null ? null : { id: row.reseller_id, name: row.reseller_name ?? '' },
  credits: row.available ?? 0,
  second_factor: hasSecondFactor,
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
