import type { PaymentVendor } from '#contract/accounts/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { defineJob, type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import * as store from './events-store.ts'
import { NotYetError } from './handled.ts'
import { noteProblem } from './note-problem.ts'
import type { EventRow } from './payments-tables.ts'
import { closeProblems } from './problems-store.ts'
import { applyVendorEvent } from './signals.ts'
import { readStripeEvent } from './stripe-objects.ts'

const JOB = 'payment-event'
const MOST_ATTEMPTS = 12
const VENDOR_NAMES: Record<PaymentVendor, string> = { stripe: 'Stripe', paykickstart: 'PayKickstart' }

// Accepts payment vendors' events and processes each once.

/** Tells the seller that an event was given up. */
async function noteFailure(ctx: Context, event: EventRow, reason: string): Promise<void> {
  if (event.seller_account_id === null) return
  await noteProblem(ctx, {
    at: { vendor: event.vendor, account: event.vendor_account },
    accountId: event.seller_account_id,
    kind: 'event_failed',
    externalId: event.event_id,
    objectId: event.event_id,
    message: `What ${VENDOR_NAMES[event.vendor]} reported (${event.type}) couldn’t be applied: ${reason.slice(0, 500)}`,
  })
}

/** @throws Error to retry. */
export async function handleEvent(ctx: Context, vendor: PaymentVendor, eventId: string): Promise<void> {
  const event = await store.claimEvent(ctx.db, vendor, eventId)
  if (!event) return
  try {
    const write =
      vendor === 'stripe' ? await readStripeEvent(ctx, event) : () => applyVendorEvent.ask(ctx, { event })
    await transaction(ctx.db, async () => {
      const handled = await write()
      await store.finishEvent(ctx.db, event, handled)
      if (event.attempts > 1 && event.seller_account_id !== null)
        await closeProblems(ctx.db, event.seller_account_id, eventId)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (event.attempts < MOST_ATTEMPTS) {
      await store.releaseEvent(ctx.db, event, reason)
      throw error
    }
    const outcome = error instanceof NotYetError ? 'ignored' : 'failed'
    ctx.log.error({ err: error, vendor, event: eventId }, 'a payment event was given up')
    await transaction(ctx.db, async () => {
      await store.finishEvent(ctx.db, event, { outcome, detail: reason })
      // Stripe also reports what is sold elsewhere; PayKickstart only what is sold here.
      if (outcome === 'failed' || vendor === 'paykickstart') await noteFailure(ctx, event, reason)
    })
  }
}

/** Stores an event with its job. @returns whether it is new. */
export const takeEvent = (ctx: Context, event: store.NewEvent): Promise<boolean> =>
  transaction(ctx.db, async () => {
    const isNew = await store.insertEvent(ctx.db, event)
    if (isNew && event.ignoredFor === null)
      await ctx.queue.send(ctx.db, JOB, { vendor: event.vendor, eventId: event.eventId })
    return isNew
  })

export const eventJobs = (ctx: Context): JobDefinition<never>[] => [
  defineJob<{ vendor: PaymentVendor; eventId: string }>({
    name: JOB,
    retries: 8,
    concurrency: 2,
    handle: ({ vendor, eventId }) => handleEvent(ctx, vendor, eventId),
    isOrdinary: (error) => error instanceof NotYetError,
  }) as JobDefinition<never>,
  // Events without a job, or retried too often for it.
  scheduledJob({
    name: 'payment-events-stranded',
    retries: 0,
    cron: '* * * * *',
    async handle() {
      for (const { vendor, event_id } of await store.findStranded(ctx.db, 200))
        await handleEvent(ctx, vendor, event_id).catch(() => {})
    },
  }),
]
