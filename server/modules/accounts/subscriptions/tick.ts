import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { forEachItem, runSteps } from '#server/platform/queue/for-each-item.ts'
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
    await runSteps({
      moves: applyMoves,
      periods: async () => forEachItem('accounts', await findDue(db, now), (id) => settle(id, now)),
      access: () => access.refreshDue(now),
      notices: () => access.sendNotices(now),
    })
  }
}
