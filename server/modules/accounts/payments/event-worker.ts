import type { PaymentVendor } from '#contract/accounts/payments.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { defineJob, type Queue } from '#server/platform/queue/queue.ts'
import * as store from './events-store.ts'
import type { EventRow } from './payments-tables.ts'

/** The result of an event. `forget`: its payload names people and is no longer needed. */
export interface Handled {
  outcome: 'done' | 'ignored'
  detail?: string
  forget?: boolean
  /** What is kept of the payload, where that is less. */
  payload?: Record<string, unknown>
}
/** The account of the sale isn't known: what was reported is applied when somebody claims it. */
export const WAITS: Handled = { outcome: 'done', detail: 'Waits until the buyer signs in and claims it' }

/**
 * A vendor's part: looks up an event's object outside of any transaction, and returns the writes. These run in
 * one transaction that also marks the event as done, so they happen once whatever stops in between.
 */
export type EventHandler = (event: EventRow) => Promise<() => Promise<Handled>>

/** The event's object is not ours yet: it is retried for a while. */
export class NotYetError extends Error {}

const JOB = 'payment-event'
const MOST_ATTEMPTS = 12

export interface EventWorkerDeps {
  db: Db
  queue: Pick<Queue, 'send'>
  log: Log
  handlers: Partial<Record<PaymentVendor, EventHandler>>
}

/** Accepts payment vendors' events and processes each once. */
export function createEventWorker({ db, queue, log, handlers }: EventWorkerDeps) {
  /** @throws Error to retry. */
  async function handle(vendor: PaymentVendor, eventId: string): Promise<void> {
    const event = await store.claimEvent(db, vendor, eventId)
    const read = handlers[vendor]
    if (!event || !read) return
    try {
      const write = await read(event)
      await transaction(db, async () => {
        const handled = await write()
        await store.finishEvent(db, event, handled)
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (event.attempts < MOST_ATTEMPTS) {
        await store.releaseEvent(db, event, reason)
        throw error
      }
      const outcome = error instanceof NotYetError ? 'ignored' : 'failed'
      log.error({ err: error, vendor, event: eventId }, 'a payment event was given up')
      await store.finishEvent(db, event, { outcome, detail: reason })
    }
  }

  return {
    handle,

    /** Stores an event with its job. @returns whether it is new. */
    take: (event: store.NewEvent): Promise<boolean> =>
      transaction(db, async () => {
        const isNew = await store.insertEvent(db, event)
        if (isNew && event.ignoredFor === null)
          await queue.send(db, JOB, { vendor: event.vendor, eventId: event.eventId })
        return isNew
      }),

    jobs: () => [
      defineJob<{ vendor: PaymentVendor; eventId: string }>({
        name: JOB,
        retries: 8,
        concurrency: 2,
        handle: ({ vendor, eventId }) => handle(vendor, eventId),
        isOrdinary: (error) => error instanceof NotYetError,
      }),
      // Events without a job, or retried too often for it.
      defineJob<Record<string, never>>({
        name: 'payment-events-stranded',
        retries: 0,
        concurrency: 1,
        cron: '* * * * *',
        async handle() {
          for (const { vendor, event_id } of await store.findStranded(db, 200))
            await handle(vendor, event_id).catch(() => {})
        },
      }),
    ],
  }
}

export type EventWorker = ReturnType<typeof createEventWorker>
