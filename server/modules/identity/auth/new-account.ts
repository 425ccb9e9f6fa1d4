import {
  createAccount,
  createUser,
  type UserRow,
  updateAccount,
} from '#server/modules/accounts/accounts/index.ts'
import { startFreePackage } from '#server/modules/accounts/subscriptions/index.ts'
import { invalidCode } from '#server/modules/core/one-time-codes/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { pick } from '#server/platform/pick.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'

/** Data given at registration; the rest comes from the site's sign-up plan. */
export interface Newcomer {
  email: string
  firstName: string
  lastName: string
  company?: string
  timeZone?: string
  passwordHash: string | null
}

/** The destination of a site's new users. */
export interface SignUpPlan {
  parentId: number
  realmId: number
  planVersionId: number
  /** A free package that the person chose on its page. */
  isChosen: boolean
}

/**
 * Opens an account with its owner: modules and free credits of the plan, role `user`, none of which the caller
 * can choose.
 * @throws AppError invalid_code when the address was taken in the meantime, conflict for a second free package.
 */
export async function openAccount(ctx: Context, plan: SignUpPlan, newcomer: Newcomer): Promise<UserRow> {
  const name = newcomer.company || `${newcomer.firstName} ${newcomer.lastName}`.trim() || newcomer.email
  const account = await createAccount(ctx, {
    parentId: plan.parentId,
    name,
    planVersionId: plan.planVersionId,
    ...(plan.isChosen && {
      start: ({ id }) => startFreePackage(ctx, { accountId: id, email: newcomer.email, ...plan }),
    }),
  })
  if (newcomer.timeZone && isTimeZone(newcomer.timeZone))
    await updateAccount(ctx, account.id, { time_zone: newcomer.timeZone })
  try {
    return await createUser(ctx, account.id, {
      ...pick(newcomer, 'email', 'passwordHash', 'firstName', 'lastName'),
      confirmed: true,
    })
  } catch (error) {
    throw isUniqueViolation(error) ? invalidCode() : error
  }
}
