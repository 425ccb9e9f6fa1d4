import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'

/**
 * Whose credits an owner who sells may see, give and take back: those of accounts below their own.
 * Administrators also add credits to the installation's account.
 */
export const canMoveCredits = (
  actor: Pick<Actor, 'accountId' | 'role'>,
  account: { id: number; path: readonly number[] },
): boolean =>
  account.path.includes(actor.accountId) && (account.id !== actor.accountId || isAdministrator(actor))
