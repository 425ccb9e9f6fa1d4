import { isConnectionError } from '#server/platform/db/db.ts'
import type { LiveBus } from '#server/platform/live-bus.ts'
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts'
import { type Claim, claimLane } from './deliveries-store.ts'
import { WEBHOOKS_WAIT } from './tell-events.ts'

/** The floor under NOTIFY, and how soon a retry is noticed. */
const POLL_MS = 1000
/** Attempts at the same time: of a process, of one account, of one webhook. A slow receiver holds its own only. */
const AT_ONCE = { all: 32, account: 16, webhook: 8 }
/** After a fault of ours the loop rests, so that it does not fill the log. */
const REST_MS = 1000

export interface DispatcherDeps extends AttemptDeps {
  bus: LiveBus
}

/** Those that appear so often. */
function atLimit(values: number[], limit: number): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].flatMap(([value, count]) => (count >= limit ? [value] : []))
}

/** Makes the deliveries that are due, many at the same time and each lane one after the other. */
export function createDispatcher(deps: DispatcherDeps) {
  const { db, log, bus } = deps
  const stopping = new AbortController()
  const active = new Map<Promise<void>, Claim>()
  let wake = () => {}
  let loop: Promise<void> | null = null

  async function claim(): Promise<Claim | undefined> {
    if (stopping.signal.aborted || active.size >= AT_ONCE.all) return undefined
    const claims = [...active.values()]
    const busy = {
      webhooks: atLimit(
        claims.map((one) => one.webhook_id),
        AT_ONCE.webhook,
      ),
      accounts: atLimit(
        claims.map((one) => one.account_id),
        AT_ONCE.account,
      ),
    }
    return claimLane(db, busy, deps.ahead())
  }

  function begin(taken: Claim): void {
    const work = attemptDelivery(deps, taken, stopping.signal)
      .catch((error) => {
        if (!stopping.signal.aborted) log.error({ err: error, webhook: taken.webhook_id }, 'delivery failed')
        return new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, stopping.signal.aborted ? 0 : REST_MS)
          stopping.signal.addEventListener('abort', () => {
            clearTimeout(timer)
            resolve()
          })
        })
      })
      .finally(() => {
        active.delete(work)
        wake()
      })
    active.set(work, taken)
  }

  /** Begins whatever is due and has a place. */
  async function fill(): Promise<void> {
    for (let taken = await claim(); taken; taken = await claim()) begin(taken)
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    /** Works until it is closed, woken by events, by what ends, and every second. */
    start(): void {
      const unsubscribe = bus.subscribe(({ kind }) => {
        if (kind === WEBHOOKS_WAIT) wake()
      })
      loop = (async () => {
        while (!stopping.signal.aborted) {
          // Before it looks: what wakes it meanwhile must not be lost.
          const woken = pause()
          await fill().catch((error) => {
            if (!isConnectionError(error)) log.error({ err: error }, 'deliveries could not be looked for')
          })
          await woken
        }
        unsubscribe()
      })()
    },

    /** Makes everything that is due now, to the end; for tests. */
    async deliverDue(): Promise<void> {
      for (;;) {
        await fill()
        if (active.size === 0) return
        await Promise.race(active.keys())
      }
    },

    /** Breaks off what is under way: it is sent again by the next process, under the same id. */
    async close(): Promise<void> {
      stopping.abort()
      wake()
      await Promise.allSettled([...active.keys(), loop])
    },
  }
}

export type Dispatcher = ReturnType<typeof createDispatcher>
