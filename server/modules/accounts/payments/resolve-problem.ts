import type { ProblemAction } from '#contract/accounts/payment-checks.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow, findRows, updateRows } from '#server/platform/db/rows.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { stripeProblem } from '#server/providers/payments/index.ts'
import type { SellerAt } from './apply-invoice.ts'
import { comparePayment } from './compare-payments.ts'
import { findChargeableSeller } from './connection-reads.ts'
import { atStripe } from './connections-store.ts'
import { handleEvent } from './event-worker.ts'
import { listActions } from './list-problems.ts'
import { activeSubscriptions, lockPaidSubscription } from './payments-store.ts'
import type { ProblemRow } from './payments-tables.ts'
import { closeProblems } from './problems-store.ts'
import { readSession } from './read-checkout.ts'
import { refundPaymentCredits } from './refund-credits.ts'
import { settleRecharge } from './settle-recharge.ts'
import { customerById, findCheckout } from './stripe-rows.ts'
import { syncSubscription } from './stripe-subscriptions.ts'

// A seller resolves a difference between a vendor's books and ours.

/** Applies what a vendor says, in the current transaction. */
type Apply = () => Promise<unknown>

/** A payment: what it was for is read again, then the refunds. */
async function readPayment(ctx: Context, seller: SellerAt, id: string): Promise<Apply> {
  const { at, sellerId } = seller
  const intent = await ctx.stripe.readIntent(at.account, id)
  const pageId = Number(intent.metadata.checkout ?? Number.NaN)
  const page = Number.isSafeInteger(pageId) ? await findCheckout(ctx.db, sellerId, pageId) : undefined
  const buyer = intent.customer === null ? undefined : await customerById(ctx.db, at, intent.customer)
  const applies: Apply[] = []
  if (intent.metadata.recharge) applies.push(() => settleRecharge(ctx, seller, intent))
  if (page?.external_id) applies.push(await readSession(ctx, seller, page.external_id))
  const of = { vendor: at.vendor, vendor_account: at.account }
  const subscriptions = buyer
    ? await findRows(ctx.db, 'payment_subscription', { account_id: buyer.account_id, ...of }, ['external_id'])
    : []
  for (const { external_id } of subscriptions) applies.push(await syncSubscription(ctx, seller, external_id))
  return async () => {
    for (const apply of applies) await apply()
    await refundPaymentCredits(ctx, at, id, intent.refundedMinor)
    await closeProblems(ctx.db, sellerId, id, (await comparePayment(ctx, at, intent))?.kind)
  }
}

/** Of two subscriptions of an account, one may have ended meanwhile. */
async function readSecondSubscription(ctx: Context, seller: SellerAt, id: string): Promise<Apply> {
  const apply = await syncSubscription(ctx, seller, id)
  return async () => {
    await apply()
    const row = await lockPaidSubscription(ctx.db, seller.at, id)
    if (row && (await activeSubscriptions(ctx.db, row.account_id)).length < 2)
      await closeProblems(ctx.db, seller.sellerId, id)
  }
}

/** An event that was given up is processed once more. */
async function retryEvent(ctx: Context, { account_id, vendor, external_id }: ProblemRow): Promise<Apply> {
  const event = { vendor, event_id: external_id }
  await updateRows(ctx.db, 'payment_event', event, {
    outcome: 'received',
    attempts: 0,
    leased_until: null,
    handled_at: null,
  })
  // One that fails is repeated by the worker.
  await handleEvent(ctx, vendor, external_id).catch(() => {})
  return async () => {
    const row = await findRow(ctx.db, 'payment_event', event, ['outcome'])
    if (row?.outcome === 'done') await closeProblems(ctx.db, account_id, external_id)
  }
}

/** Reads what a problem is about again, outside of any transaction. @throws AppError conflict, unavailable. */
async function readAgain(ctx: Context, problem: ProblemRow): Promise<Apply> {
  const { account_id: sellerId, external_id: id, object_id: objectId } = problem
  if (problem.kind === 'event_failed') return retryEvent(ctx, problem)
  const connection = await findChargeableSeller(ctx, sellerId)
  if (!connection) throw conflict('No Stripe account is connected. Connect it again, or mark this as settled')
  const seller = { sellerId, at: atStripe(connection) }
  try {
    if (id.startsWith('pi_')) return await readPayment(ctx, seller, id)
    if (id.startsWith('cs_')) return await readSession(ctx, seller, id)
    if (problem.kind === 'two_subscriptions') return await readSecondSubscription(ctx, seller, id)
    return await syncSubscription(ctx, seller, objectId ?? id)
  } catch (error) {
    throw error instanceof AppError ? error : stripeProblem(error)
  }
}

const findOpen = async (ctx: Context, actor: Actor, id: number): Promise<ProblemRow | undefined> => {
  const row = await findRow(ctx.db, 'payment_difference', { account_id: actor.accountId, id })
  return row?.resolved_at === null ? row : undefined
}

const MESSAGES: Record<ProblemAction, string> = {
  fetch: 'Resolved: the payment and your books agree now',
  give: 'Given: the customer has what was bought',
  settle: 'Marked as settled',
}
const STILL = 'Fetched again, and it still differs'

/**
 * Reads what is needed of the vendor. The returned function resolves the problem in one transaction.
 * @throws AppError not_found, conflict, unavailable.
 */
export async function prepareResolution(ctx: Context, actor: Actor, id: number, action: ProblemAction) {
  const problem = await findOpen(ctx, actor, id)
  if (!problem) throw notFound('The problem')
  if (!listActions(problem).includes(action))
    throw conflict('This can’t be done for this problem. Resolve it at the vendor, then mark it as settled')
  const apply = action === 'settle' ? null : await readAgain(ctx, problem)
  return () =>
    transaction(ctx.db, async () => {
      const key = { account_id: actor.accountId, id }
      if (action === 'settle')
        await updateRows(ctx.db, 'payment_difference', key, {
          resolution: 'settled',
          resolved_at: ctx.clock.now(),
        })
      if (action === 'give') await updateRows(ctx.db, 'payment_difference', key, { resolution: 'given' })
      await apply?.()
      const resolved = (await findOpen(ctx, actor, id)) === undefined
      if (action === 'give' && !resolved)
        throw conflict('Stripe reports something else now. Fetch it again, then decide')
      const { kind, external_id, vendor } = problem
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        subject: `payment_problem:${id}`,
        detail: { action, kind, vendor, purchase: external_id, resolved },
      })
      return { data: { resolved }, message: resolved ? MESSAGES[action] : STILL }
    })
}
