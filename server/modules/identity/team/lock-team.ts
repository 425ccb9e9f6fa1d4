import {
  type AccountRow,
  lockAccount,
  lockMember,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { canDecide } from './team-policy.ts'

/** The origin of a call. */
export interface From {
  ip: string
  host: string
  userAgent: string
}

/** A team locked until the transaction ends, with the acting owner. */
export interface LockedTeam {
  account: AccountRow
  isPlatform: boolean
  decider: UserRow
}

/**
 * Locks a team for a change. The actor's rights are checked again under the lock: of two owners who remove each
 * other's rights at the same moment, the second no longer may.
 * @throws AppError forbidden.
 */
export async function lockTeam(db: Db, actor: Actor): Promise<LockedTeam> {
  const account = await lockAccount(db, actor.accountId)
  if (!account) throw notFound('The account')
  const decider = await lockMember(db, account.id, actor.userId)
  if (!decider || !canDecide(decider))
    throw new AppError('forbidden', 'Only an owner of this account can do this')
  return { account, isPlatform: account.parent_id === null, decider }
}
