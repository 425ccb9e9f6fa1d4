import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'

/** Whether an account is below the actor's: customers, and customers of its resellers. */
export const canManageSubscription = (
  actor: Pick<Actor, 'accountId'>,
  account: { id: number; path: readonly number[] },
): boolean => account.id !== actor.accountId && account.path.includes(actor.accountId)

/** Whose hold it is: the seller's, or for accounts sold by others, the platform staff's. */
export const holdCause = (
  actor: Pick<Actor, 'accountId' | 'role'>,
  account: { parent_id: number | null },
): 'reseller' | 'staff' =>
  isAdministrator(actor) && account.parent_id !== actor.accountId ? 'staff' : 'reseller'
