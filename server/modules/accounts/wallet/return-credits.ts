import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db/db.ts'
import { findActive, takeFromGrants } from './grants-store.ts'
import { insertTransfer, markSent } from './transfers-store.ts'
import { move } from './wallet-store.ts'

interface Taken {
  id: number
  amount: number
  parent_account_id: number | null
  parent_grant_id: number | null
}

interface Leaving {
  accountId: number
  taken: Taken[]
  /** The destination of credits without a valid grant above. */
  book: 'expired' | 'taken_back'
  reason: string
  userId: number | null
}

const sum = (taken: readonly Taken[]) => taken.reduce((total, { amount }) => total + amount, 0)
const pieces = (taken: readonly Taken[]) => taken.map(({ id, amount }) => ({ grantId: id, amount }))

/** The part of what is taken that returns to a valid grant of each account above. */
async function byParent(db: Db, taken: readonly Taken[]): Promise<Map<number, Taken[]>> {
  const parents = Map.groupBy(
    taken.filter(({ parent_account_id }) => parent_account_id !== null),
    ({ parent_account_id }) => parent_account_id as number,
  )
  for (const [accountId, found] of parents) {
    const active = await findActive(
      db,
      accountId,
      found.flatMap(({ parent_grant_id }) => parent_grant_id ?? []),
    )
    const returning = found.filter(({ parent_grant_id }) => active.has(parent_grant_id ?? 0))
    if (returning.length > 0) parents.set(accountId, returning)
    else parents.delete(accountId)
  }
  return parents
}

/**
 * Credits leave an account: they return to the grants they came from while those are valid, and are booked as
 * expired or taken back otherwise. The wallet is locked.
 * @returns credits that left.
 */
export async function returnOrLose(
  db: Db,
  { accountId, taken, book, reason, userId }: Leaving,
): Promise<number> {
  const parents = await byParent(db, taken)
  const returning = [...parents.values()].flat()
  const lost = taken.filter((taken) => !returning.includes(taken))
  await takeFromGrants(db, accountId, pieces(lost), 'lost')
  await takeFromGrants(db, accountId, pieces(returning), 'sent')
  for (const [to, found] of [...parents].sort(([a], [b]) => a - b)) {
    const id = await insertTransfer(db, {
      account_id: accountId,
      to_account_id: to,
      direction: 'up',
      kind: null,
      amount: sum(found),
      source_kind: book,
      source_id: randomUUID(),
      unit_price: null,
      currency: null,
      priority: 0,
      expires_at: null,
      reason,
      user_id: userId,
    })
    const parts = found.map(({ id: grantId, amount, parent_grant_id }) => ({
      grantId,
      amount,
      parentGrantId: parent_grant_id as number,
    }))
    await markSent(db, accountId, id as number, parts)
  }
  const line = { accountId, reason, userId, debit: 'available' as const }
  await move(db, [
    ...(returning.length > 0 ? [{ ...line, credit: 'in_transit' as const, amount: sum(returning) }] : []),
    ...(lost.length > 0 ? [{ ...line, credit: book, amount: sum(lost) }] : []),
  ])
  return sum(taken)
}
