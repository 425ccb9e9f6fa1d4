import { counted } from '#contract/core/plural.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { conflict } from '#server/platform/errors.ts'
import { highestPrices, termsAlongTree } from './terms-along-tree.ts'

/** An account's seats and how many are taken: its people, and open invitations. */
async function countSeats(db: Db, accountId: number): Promise<{ limit: number | null; used: number }> {
  const plan = await findRow(db, 'active_plan', { account_id: accountId }, ['seats'])
  const people = await db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '<>', 'removed')
    .executeTakeFirstOrThrow()
  const invited = await db
    .selectFrom('invitation_info')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((eb) => eb('expires_at', '>', eb.fn<Date>('now')))
    .executeTakeFirstOrThrow()
  return { limit: plan?.seats ?? null, used: Number(people.count) + Number(invited.count) }
}

/** Call in the transaction that has just taken a seat. @throws AppError conflict when the package has too few. */
export async function requireSeats(db: Db, accountId: number): Promise<void> {
  const { limit, used } = await countSeats(db, accountId)
  if (limit !== null && used > limit)
    throw conflict(
      `Your package has ${counted(limit, 'seat')}, and all are taken. Remove a member or an invitation, or upgrade`,
      { details: { seats: limit } },
    )
}

/** Calls that each API key of an account may make a minute; null without a limit in its package. */
export const findCallLimit = async (db: Db, accountId: number): Promise<number | null> =>
  (await findRow(db, 'active_plan', { account_id: accountId }, ['calls_per_minute']))?.calls_per_minute ??
  null

/** Websites that an account’s audit page may check a month: the least of its package’s and of those above; null: no limit. */
export async function findAuditLimit(db: Db, accountId: number): Promise<number | null> {
  const limits = (await termsAlongTree(db, [accountId])).flatMap(({ auditsPerMonth }) => auditsPerMonth ?? [])
  return limits.length === 0 ? null : Math.min(...limits)
}

/** Limits and prices of an account's package, with their use. */
export async function planLimits(db: Db, accountId: number) {
  const prices = highestPrices(await termsAlongTree(db, [accountId]))
  return { seats: await countSeats(db, accountId), prices }
}
