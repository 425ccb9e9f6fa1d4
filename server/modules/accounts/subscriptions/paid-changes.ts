import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { deleteHolds, insertHold } from './access-store.ts'
import { changeTerms } from './change-rule.ts'
import { emitChanges } from './emit-changes.ts'
import { findVersion } from './plan-of-subscription.ts'
import type { AccessRefresh } from './refresh-access.ts'
import * as store from './subscriptions-store.ts'

interface Deps {
  db: Db
  accounts: Pick<AccountsService, 'applyPlan'>
  access: Pick<AccessRefresh, 'refresh'>
  lockedSubscription(accountId: number): Promise<store.SubscriptionRow | null>
}

/** Changes of paid subscriptions, and dispute holds. All join the current transaction. */
export function createPaidChanges({ db, accounts, access, lockedSubscription }: Deps) {
  return {
    /**
     * Switches to a package the vendor has started to charge. Only where no period must be paid first: in a
     * trial, and between packages without credits.
     * @returns whether it changed.
     */
    async moveWithin(accountId: number, versionId: number): Promise<boolean> {
      const row = await lockedSubscription(accountId)
      if (!row?.billed_by || row.plan_version_id === versionId || (await store.findOpenChange(db, row)))
        return false
      const [from, to] = [await findVersion(db, row.plan_version_id), await findVersion(db, versionId)]
      if (row.state !== 'trialing' && (row.state !== 'active' || from.credits + to.credits > 0)) return false
      await store.updateSubscription(db, row, { plan_version_id: versionId })
      await accounts.applyPlan(accountId, versionId)
      await emitChanges(db, accountId, row)
      return true
    },

    /** A preview of a package change. */
    async termsOf(accountId: number, toVersionId: number, now: Date) {
      const row = await lockedSubscription(accountId)
      if (!row) throw notFound('The subscription')
      const [from, to] = [await findVersion(db, row.plan_version_id), await findVersion(db, toVersionId)]
      const span =
        row.period_start && row.period_end ? { start: row.period_start, end: row.period_end } : null
      return { row, from, to, terms: changeTerms(from, to, { span, now, isTrial: row.state === 'trialing' }) }
    },

    /** Schedules a change for the next period, replacing an earlier one; null drops it. */
    async schedule(
      accountId: number,
      toVersionId: number | null,
      userId: number | null,
      now: Date,
    ): Promise<void> {
      const row = await lockedSubscription(accountId)
      if (!row) throw notFound('The subscription')
      await store.dropOpenChange(db, row, now)
      if (toVersionId === null || toVersionId === row.plan_version_id) return
      const target = await findVersion(db, toVersionId)
      await store.insertChange(db, {
        account_id: accountId,
        subscription_id: row.id,
        from_version_id: row.plan_version_id,
        target_version_id: toVersionId,
        rule: 'period_end',
        applies_at: row.period_end ?? now,
        charge_minor: null,
        credit_minor: null,
        currency: target.currency,
        requested_by: userId,
      })
    },

    /** Blocks changes of an account while a payment of it is disputed. */
    async holdForDispute(accountId: number, sellerId: number, now: Date): Promise<void> {
      await lockedSubscription(accountId)
      const reason = 'A payment is in dispute'
      const hold = {
        account_id: accountId,
        source_account_id: sellerId,
        reason,
        by_user_id: null,
        at: now,
        starts_at: now,
      }
      await insertHold(db, { ...hold, cause: 'dispute' })
      await access.refresh(accountId, now)
    },

    async releaseDispute(accountId: number, sellerId: number, now: Date): Promise<void> {
      await lockedSubscription(accountId)
      await deleteHolds(db, accountId, ['dispute'], sellerId)
      await access.refresh(accountId, now)
    },
  }
}
