import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Cycles } from './cycles.ts'
import { emitChanges } from './emit-changes.ts'
import type { AccessRefresh } from './refresh-access.ts'
import { findDue, lockCurrent, updateSubscription } from './subscriptions-store.ts'

interface TickDeps {
  db: Db
  clock: Clock
  cycles: Pick<Cycles, 'renew'>
  access: AccessRefresh
  /** Moves customers whose next period starts to their new version. */
  applyMoves(): Promise<unknown>
}

const AT_ONCE = 200

/** Every minute: due periods, ends and access changes, and notices to customers of locked sellers. */
export function createSubscriptionTick({ db, clock, cycles, access, applyMoves }: TickDeps) {
  /** Renews or ends one account's due period; of two workers, the second finds nothing to do. */
  const settle = (accountId: number, now: Date) =>
    transaction(db, async () => {
      await lockAccount(db, accountId)
      const row = await lockCurrent(db, accountId)
      if (!row || row.state === 'cancelled') return
      if (row.cancel_at && row.cancel_at <= now) {
        await updateSubscription(db, row, { state: 'cancelled', ends_at: now, cancel_at: null })
        await access.refresh(accountId, now)
      } else if (row.state === 'active' || row.state === 'trialing') await cycles.renew(row, now)
      await emitChanges(db, accountId, row)
    })

  return async (): Promise<void> => {
    const now = clock.now()
    const [tried, faults] = [new Set<number>(), [] as unknown[]]
    await applyMoves().catch((fault) => faults.push(fault))
    for (;;) {
      const due = (await findDue(db, now, AT_ONCE)).filter((id) => !tried.has(id))
      // A failure in one account does not block others, and is retried with the next call.
      for (const accountId of due) {
        tried.add(accountId)
        await settle(accountId, now).catch((fault) => faults.push(fault))
      }
      if (due.length === 0) break
    }
    await access.refreshDue(now)
    await access.sendNotices(now)
    if (faults.length > 0)
      throw new AggregateError(faults, `${faults.length} subscriptions or moves could not be settled`)
  }
}
