import type { LiveBus } from '#server/platform/live-bus.ts'
import { createWorkLoop } from '#server/platform/queue/work-loop.ts'
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts'
import { type Claim, claimLane } from './deliveries-store.ts'
import { WEBHOOKS_WAIT } from './emit-events.ts'

const POLL_MS = 1000
/** Attempts at the same time: of a process, of one account, of one webhook. A slow receiver holds its own only. */
const AT_ONCE = { all: 32, account: 16, webhook: 8 }

export interface DispatcherDeps extends AttemptDeps {
  bus: LiveBus
}

/** Those that appear so often. */
function atLimit(values: number[], limit: number): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].flatMap(([value, count]) => (count >= limit ? [value] : []))
}

/** Webhooks and accounts that have as many attempts under way as they may. */
const busyWith = (held: readonly Claim[]) => ({
  webhooks: atLimit(
    held.map((claim) => claim.webhook_id),
    AT_ONCE.webhook,
  ),
  accounts: atLimit(
    held.map((claim) => claim.account_id),
    AT_ONCE.account,
  ),
})

/** Makes the deliveries that are due, many at the same time and each lane one after the other. */
export function createDispatcher(deps: DispatcherDeps) {
  const { db, log, bus } = deps
  const loop = createWorkLoop<Claim>({
    log,
    name: 'delivery',
    pollMs: POLL_MS,
    places: AT_ONCE.all,
    // A lane that is claimed again after its lease has run out is new work.
    key: ({ account_id, webhook_id, lane, claim }) => `${account_id}:${webhook_id}:${lane}:${claim}`,
    async find(held) {
      const claim = await claimLane(db, busyWith(held), deps.ahead())
      return claim ? [claim] : []
    },
    work: (claim, signal) => attemptDelivery(deps, claim, signal),
  })
  let unsubscribe = () => {}

  return {
    /** Works until it is closed, woken by events, by what ends, and every second. */
    start(): void {
      unsubscribe = bus.subscribe(({ kind }) => {
        if (kind === WEBHOOKS_WAIT) loop.wake()
      })
      loop.start()
    },
    /** Makes everything that is due now, to the end; for tests. */
    deliverDue: loop.drain,
    /** Breaks off what is under way: it is sent again by the next process, under the same id. */
    async close(): Promise<void> {
      unsubscribe()
      await loop.close()
    },
  }
}
