import type { changeSubscription } from '#contract/accounts/subscriptions.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { AccountRow } from '#server/modules/accounts/accounts/index.ts'
import { periodAt, requireSellable } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { deleteHolds, insertHold } from './access-store.ts'
import { changeTerms } from './change-rule.ts'
import { applyCycle, beginCycle, reopenSubscription } from './cycles.ts'
import { findVersion, sellableVersion } from './plan-of-subscription.ts'
import { closeCustomer, reopenCustomer } from './signals.ts'
import { holdCause } from './subscription-policy.ts'
import {
  dropOpenChange,
  findOpenChange,
  insertChange,
  moveChange,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions-store.ts'

export type SubscriptionAction = ParsedInput<typeof changeSubscription>['body']

/** An action in progress: its actor, account and subscription. */
interface Target {
  actor: Actor
  account: AccountRow
  row: SubscriptionRow
  now: Date
}

const MAX_EXTENSION_MS = 3 * 366 * 24 * 60 * 60_000

function requireState({ row }: Target, states: readonly SubscriptionRow['state'][], message: string): void {
  if (!states.includes(row.state)) throw conflict(message)
}

/** A newer change replaces an open one; choosing the current package drops it. */
async function changePackage(ctx: Context, target: Target, packageId: number): Promise<string> {
  const { actor, account, row, now } = target
  requireState(
    target,
    ['active', 'trialing'],
    'Only an active subscription or a trial can change its package',
  )
  if (account.parent_id === null) throw conflict('This account has no seller')
  const to = await sellableVersion(ctx.db, { packageId, sellerAccountId: account.parent_id })
  await requireSellable(ctx.db, { planVersionId: to.id, sellerAccountId: account.parent_id })
  const from = await findVersion(ctx.db, row.plan_version_id)
  const dropped = await dropOpenChange(ctx.db, row, now)
  if (to.id === from.id) {
    if (!dropped) throw conflict('The account is already on this package')
    return `The account stays on ${from.name}`
  }
  const span = row.period_start && row.period_end ? { start: row.period_start, end: row.period_end } : null
  const terms = changeTerms(from, to, { span, now, isTrial: row.state === 'trialing' })
  const change = await insertChange(ctx.db, {
    account_id: account.id,
    subscription_id: row.id,
    from_version_id: from.id,
    target_version_id: to.id,
    rule: terms.rule,
    applies_at: terms.rule === 'now' || !row.period_end ? now : row.period_end,
    charge_minor: terms.charge,
    credit_minor: terms.credit,
    currency: terms.currency,
    requested_by: actor.userId,
  })
  if (terms.rule === 'period_end') return `${to.name} begins with the next period`
  await applyCycle(ctx, row, { change, newCycle: terms.newCycle, now })
  return `The account is on ${to.name} now`
}

async function pauseSubscription(ctx: Context, target: Target): Promise<string> {
  const { row, now } = target
  requireState(target, ['active', 'trialing', 'past_due'], 'Only an active subscription can be paused')
  await updateSubscription(ctx.db, row, { state: 'paused', paused_from: row.state, paused_at: now })
  return 'Subscription paused. The account is locked until you resume it'
}

/** Time continues during a pause: when the period ended meanwhile, a new one starts. */
async function resumeSubscription(ctx: Context, target: Target): Promise<string> {
  const { row, now } = target
  requireState(target, ['paused'], 'This subscription isn’t paused')
  const isOver = row.period_end !== null && row.period_end <= now
  const from = row.paused_from ?? 'active'
  const state = from === 'trialing' && isOver ? 'active' : from
  const resumed = await updateSubscription(ctx.db, row, { state, paused_from: null, paused_at: null })
  if (isOver && state === 'active')
    await beginCycle(ctx, resumed, await findVersion(ctx.db, row.plan_version_id), now)
  return 'Subscription resumed'
}

async function cancelSubscription(
  ctx: Context,
  { row, now }: Target,
  when: 'period_end' | 'now',
): Promise<string> {
  if (row.state === 'cancelled') throw conflict('This subscription is already cancelled')
  await dropOpenChange(ctx.db, row, now)
  const end = row.period_end ?? periodAt(row.started_at, 'month', now).end
  if (when === 'period_end' && end > now) {
    await updateSubscription(ctx.db, row, { cancel_at: end })
    return 'The subscription ends with its period. You can undo this until then'
  }
  await updateSubscription(ctx.db, row, { state: 'cancelled', ends_at: now, cancel_at: null })
  return 'Subscription cancelled. The account is locked; its data and credits are kept'
}

async function undoCancelling(ctx: Context, { row }: Target): Promise<string> {
  if (row.state === 'cancelled') throw conflict('The subscription has ended. Reopen it instead')
  if (row.cancel_at === null) throw conflict('This subscription isn’t cancelled')
  await updateSubscription(ctx.db, row, { cancel_at: null })
  return 'The subscription continues'
}

async function reopenCancelled(ctx: Context, target: Target): Promise<string> {
  const { account, row, now } = target
  if (row.state !== 'cancelled' && !account.closed_at) throw conflict('This subscription hasn’t ended')
  if (account.closed_at) await reopenCustomer.ask(ctx, { accountId: account.id })
  if (row.state === 'cancelled')
    await reopenSubscription(ctx, row, await findVersion(ctx.db, row.plan_version_id), now)
  return 'Account reopened with its data and credits'
}

async function closeSubscription(ctx: Context, { actor, account, row, now }: Target): Promise<string> {
  if (account.closed_at) throw conflict('This account is already closed')
  await dropOpenChange(ctx.db, row, now)
  if (row.state !== 'cancelled')
    await updateSubscription(ctx.db, row, { state: 'cancelled', ends_at: now, cancel_at: null })
  await closeCustomer.ask(ctx, { actor, accountId: account.id })
  return 'Account closed. Until it is deleted you can reopen it'
}

async function markPastDue(ctx: Context, target: Target): Promise<string> {
  requireState(target, ['active', 'trialing'], 'Only an active subscription can become overdue')
  await updateSubscription(ctx.db, target.row, { state: 'past_due', past_due_since: target.now })
  return 'Marked as past due'
}

/** Lifts only the payment hold. */
async function markPaid(ctx: Context, target: Target): Promise<string> {
  const { account, row } = target
  const lifted = await deleteHolds(ctx.db, account.id, ['payment'])
  const isOwed = row.state === 'past_due' || row.state === 'unpaid' || row.state === 'incomplete'
  if (!isOwed && lifted === 0) throw conflict('No payment is overdue')
  if (isOwed) await updateSubscription(ctx.db, row, { state: 'active', past_due_since: null })
  return 'Marked as paid'
}

async function holdAccount(ctx: Context, { actor, account, now }: Target, reason: string): Promise<string> {
  const isNew = await insertHold(ctx.db, {
    account_id: account.id,
    cause: holdCause(actor, account),
    source_account_id: actor.accountId,
    reason,
    by_user_id: actor.userId,
    at: now,
    starts_at: now,
  })
  if (!isNew) throw conflict('You have already put this account on hold')
  return 'Account put on hold'
}

async function releaseAccount(ctx: Context, { actor, account }: Target): Promise<string> {
  if ((await deleteHolds(ctx.db, account.id, ['reseller', 'staff'], actor.accountId)) === 0)
    throw conflict('You haven’t put this account on hold')
  return 'Hold lifted'
}

const VENDORS = { stripe: 'Stripe', paykickstart: 'PayKickstart' } as const
/** Actions that would only be recorded here while the vendor continues as before. */
const AT_VENDOR: ReadonlySet<SubscriptionAction['action']> = new Set([
  'change_package',
  'extend',
  'pause',
  'resume',
  'cancel',
  'undo_cancel',
  'mark_past_due',
])

/** @throws AppError conflict for what must be done where the subscription is paid. */
function refuseAtVendor({ billed_by, state }: SubscriptionRow, action: SubscriptionAction['action']): void {
  if (!billed_by || state === 'cancelled' || !AT_VENDOR.has(action)) return
  const vendor = VENDORS[billed_by]
  throw conflict(
    `This subscription is paid through ${vendor}. Change it there; it is updated here automatically`,
  )
}

async function dropChange(ctx: Context, { row, now }: Target): Promise<string> {
  if (!(await dropOpenChange(ctx.db, row, now))) throw conflict('No change is planned')
  return 'The planned change was dropped'
}

async function extendSubscription(ctx: Context, target: Target, until: string): Promise<string> {
  const { row, now } = target
  requireState(target, ['active', 'trialing'], 'Only an active subscription or a trial can be extended')
  const end = new Date(until)
  const from = row.period_end ?? now
  if (Number.isNaN(end.getTime()) || end <= from)
    throw invalidField('until', 'Choose a day after the current end')
  if (end.getTime() - now.getTime() > MAX_EXTENSION_MS)
    throw invalidField('until', 'Choose a day within 3 years')
  const isTrial = row.state === 'trialing'
  // The next period starts then, and later ones are counted from it.
  await updateSubscription(ctx.db, row, {
    period_start: row.period_start ?? now,
    period_end: end,
    anchor_at: end,
    ...(isTrial && { trial_ends_at: end }),
    ...(row.cancel_at && { cancel_at: end }),
  })
  const change = await findOpenChange(ctx.db, row)
  if (change) await moveChange(ctx.db, change, end)
  return isTrial ? 'Trial extended' : 'Subscription extended'
}

/** A seller's actions on a subscription. Each joins the current transaction, in which the row is locked. */
export function actOnSubscription(ctx: Context, target: Target, input: SubscriptionAction): Promise<string> {
  refuseAtVendor(target.row, input.action)
  switch (input.action) {
    case 'change_package':
      return changePackage(ctx, target, input.package_id)
    case 'drop_change':
      return dropChange(ctx, target)
    case 'extend':
      return extendSubscription(ctx, target, input.until)
    case 'pause':
      return pauseSubscription(ctx, target)
    case 'resume':
      return resumeSubscription(ctx, target)
    case 'cancel':
      return cancelSubscription(ctx, target, input.when)
    case 'undo_cancel':
      return undoCancelling(ctx, target)
    case 'reopen':
      return reopenCancelled(ctx, target)
    case 'close':
      return closeSubscription(ctx, target)
    case 'mark_past_due':
      return markPastDue(ctx, target)
    case 'mark_paid':
      return markPaid(ctx, target)
    case 'hold':
      return holdAccount(ctx, target, input.reason)
    case 'release':
      return releaseAccount(ctx, target)
  }
}
