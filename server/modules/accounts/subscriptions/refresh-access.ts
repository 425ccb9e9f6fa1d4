import { PARENT_NOTICE_DAYS } from '#contract/accounts/subscriptions.ts'
import { type AccountRow, lockAccount, setAccess } from '#server/modules/accounts/accounts/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { cancelRunsOfAccount } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { DEFAULT_POLICY, decideAccess } from './access.ts'
import {
  claimNotice,
  findHolds,
  findNotices,
  findPolicy,
  holdDescendants,
  releaseBelow,
} from './access-store.ts'
import { describeAccess, sellerGone } from './describe-access.ts'
import * as store from './subscriptions-store.ts'

const DAY_MS = 24 * 60 * 60_000
const PARENT_REASON = 'The seller of this account is locked or closed'

// Keeps accounts' access level up to date.

async function decide(ctx: Context, account: AccountRow, row: store.SubscriptionRow, now: Date) {
  const policy = account.parent_id === null ? undefined : await findPolicy(ctx.db, account.parent_id)
  const holds = await findHolds(ctx.db, account.id)
  return decideAccess(
    {
      state: row.state,
      pastDueSince: row.past_due_since,
      periodEnd: row.period_end,
      policy: policy ?? DEFAULT_POLICY,
      holds: holds.map(({ cause, starts_at }) => ({ cause, startsAt: starts_at })),
      isClosed: false,
    },
    now,
  )
}

/** Customers of a locked seller get notice first, and are restored with the seller. */
async function passOn(
  ctx: Context,
  account: AccountRow,
  before: AccountRow['access'],
  now: Date,
): Promise<void> {
  const [wasLocked, isLocked] = [before === 'locked', account.access === 'locked']
  if (wasLocked === isLocked) return
  if (!isLocked) return releaseBelow(ctx.db, account.id, now)
  const startsAt = new Date(now.getTime() + PARENT_NOTICE_DAYS * DAY_MS)
  await holdDescendants(ctx.db, account.id, { reason: PARENT_REASON, at: now, startsAt })
}

async function changed(
  ctx: Context,
  account: AccountRow,
  { before, isEnd, now }: { before: AccountRow['access']; isEnd: boolean; now: Date },
): Promise<void> {
  await setAccess(ctx.db, account.id, account.access)
  // Completed work stays; credits held by running work are released.
  if (account.access === 'locked') await cancelRunsOfAccount(ctx, account.id)
  await passOn(ctx, account, before, now)
  await publish(ctx.db, { accountId: account.id, kind: 'access', id: account.id })
  const message = account.access === 'full' ? null : await describeAccess(ctx.db, account, now)
  await notify(ctx, {
    accountId: account.id,
    permission: 'owner',
    kind: 'access_changed',
    detail: { at: now.toISOString(), access: account.access, message },
    // The end of a subscription has a mail of its own.
    isMailed: isEnd,
  })
}

/** Recomputes an account's access, in the transaction that changed an input. */
export async function refreshAccess(ctx: Context, accountId: number, now: Date): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  const row = await store.lockCurrent(ctx.db, accountId)
  if (!account || !row || account.parent_id === null) return
  const { access, checkAt } = await decide(ctx, account, row, now)
  await store.updateSubscription(ctx.db, row, { access_check_at: checkAt })
  if (access === account.access || access === 'closed') return
  const isEnd = row.state === 'cancelled'
  await changed(ctx, { ...account, access }, { before: account.access, isEnd, now })
}

/** Access changes with time alone: overdue days, expired notices. */
export async function refreshDueAccess(ctx: Context, now: Date): Promise<void> {
  await forEachItem('accounts', await store.findAccessDue(ctx.db, now), (accountId) =>
    transaction(ctx.db, () => refreshAccess(ctx, accountId, now)),
  )
}

/** Warns customers of locked sellers in advance. */
export async function sendAccessNotices(ctx: Context, now: Date): Promise<void> {
  await forEachItem('accounts', await findNotices(ctx.db), (hold) =>
    transaction(ctx.db, async () => {
      const { account_id: accountId, starts_at } = hold
      if (!(await claimNotice(ctx.db, hold, now))) return
      await notify(ctx, {
        accountId,
        permission: 'owner',
        kind: 'access_changed',
        detail: {
          at: starts_at.toISOString(),
          access: 'full',
          message: sellerGone(starts_at),
        },
      })
    }),
  )
}
