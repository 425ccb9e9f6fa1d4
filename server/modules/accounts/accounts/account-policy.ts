import { type Actor, isActingAs, isOwnerRole } from '#server/platform/http/actor.ts'
import type { AccountRow, UserRow } from './accounts-store.ts'

/** A closed account opens for its owners only. */
export const canEnterAccount = (
  user: Pick<UserRow, 'role'>,
  account: Pick<AccountRow, 'closed_at'>,
): boolean => account.closed_at === null || isOwnerRole(user.role)

/** Whether an owner may close the account: whoever acts as the owner may not. */
export const canCloseAccount = (actor: Pick<Actor, 'acting'>): boolean => !isActingAs(actor)
