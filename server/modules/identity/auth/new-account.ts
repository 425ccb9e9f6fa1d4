import type { UserRow } from '#server/modules/accounts/accounts/index.ts'
import { invalidCode } from '#server/modules/core/one-time-codes/index.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import type { AuthDeps } from './auth-deps.ts'

/** `foldText` with every word in singular and in one spelling: `"Shoe Stores"` becomes `"shoe shop"`. */
export interface Newcomer {
  email: string
  firstName: string
  lastName: string
  company?: string | undefined
  timeZone?: string | undefined
  passwordHash: string | null
}

/** Shared by every way of signing in and up. */
export interface SignUpPlan {
  parentId: number
  realmId: number
  planVersionId: number
}

/**
 * The origin of a call. `origin` is the calling page's, if the browser sends it.
 * @throws AppError invalid_code when the address was taken meanwhile. /
 */
export async function openAccount(
  accounts: AuthDeps['accounts'],
  plan: SignUpPlan,
  newcomer: Newcomer,
): Promise<UserRow> {
  const name = newcomer.company || `${newcomer.firstName} ${newcomer.lastName}`.trim() || newcomer.email
  const account = await accounts.createAccount({
    parentId: plan.parentId,
    name,
    planVersionId: plan.planVersionId,
  })
  if (newcomer.timeZone && isTimeZone(newcomer.timeZone))
    await accounts.updateAccount(account.id, { time_zone: newcomer.timeZone })
  try {
    return await accounts.createUser(account.id, {
      email: newcomer.email,
      passwordHash: newcomer.passwordHash,
      firstName: newcomer.firstName,
      lastName: newcomer.lastName,
      confirmed: true,
    })
  } catch (error) {
    throw isUniqueViolation(error) ? invalidCode() : error
  }
}
