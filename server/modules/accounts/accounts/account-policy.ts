import { type Actor, isActingAs, isOwnerRole } from '#server/platform/http/actor.ts'
import type { AccountRow, UserRow } from './accounts-store.ts'

/** A closed account is accessible to its owners only. */
export const canEnterAccount = (
  user: Pick<UserRow, 'role'>,
  account: Pick<AccountRow, 'closed_at'>,
): boolean => account.closed_at === null || isOwnerRole(user.role)

/** Whether an owner may close the account: not while someone is logged in as the owner. */
export const canCloseAccount = (actor: Pick<Actor, 'acting'>): boolean => !isActingAs(actor)
