import { type Context, perContext } from '#server/platform/context.ts'
import { createWorkLoop } from '#server/platform/queue/work-loop.ts'
import { type AttemptOptions, attemptDelivery } from './attempt-delivery.ts'
import { type Claim, claimLane } from './deliveries-store.ts'
import { WEBHOOKS_WAIT } from './emit-events.ts'

const POLL_MS = 1000
/** Concurrent attempts: per process, account and webhook. A slow receiver blocks only its own. */
const AT_ONCE = { all: 32, account: 16, webhook: 8 }

export type DispatcherOptions = AttemptOptions

/** Values that reach the limit. */
function atLimit(values: number[], limit: number): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].flatMap(([value, count]) => (count >= limit ? [value] : []))
}

/** Webhooks and accounts at their limit of concurrent attempts. */
const busyWith = (active: readonly Claim[]) => ({
  webhooks: atLimit(
    active.map((claim) => claim.webhook_id),
    AT_ONCE.webhook,
  ),
  accounts: atLimit(
    active.map((claim) => claim.account_id),
    AT_ONCE.account,
  ),
})

/** Makes due deliveries, many at the same time and each lane in order. */
export function createDispatcher(ctx: Context, options: DispatcherOptions = {}) {
  const { db, log, bus } = ctx
  const loop = createWorkLoop<Claim>({
    log,
    name: 'delivery',
    pollMs: POLL_MS,
    places: AT_ONCE.all,
    // A lane claimed again after its lease expired is new work.
    key: ({ account_id, webhook_id, lane, claim }) => `${account_id}:${webhook_id}:${lane}:${claim}`,
    async find(active) {
      const claim = await claimLane(db, busyWith(active), options.ahead?.() ?? 0)
      return claim ? [claim] : []
    },
    work: (claim, signal) => attemptDelivery(ctx, claim, signal, options),
  })
  let unsubscribe = () => {}

  return {
    /** Works until closed, woken by events, by finished attempts, and every second. */
    start(): void {
      unsubscribe = bus.subscribe(({ kind }) => {
        if (kind === WEBHOOKS_WAIT) loop.wake()
      })
      loop.start()
    },
    /** Makes everything due now; for tests. */
    deliverDue: loop.drain,
    /** Aborts running attempts: the next process sends them again, under the same id. */
    async close(): Promise<void> {
      unsubscribe()
      await loop.close()
    },
  }
}

/** The dispatcher of a process. */
export const dispatcherOf = perContext((ctx) => createDispatcher(ctx))
