import { sleep } from '#server/platform/clock.ts'
import { isConnectionError } from '#server/platform/db/db.ts'
import { createAdvance } from './advance-run.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { findDue, findMovable } from './autopilots-store.ts'
import { createSlotStarter } from './start-slot.ts'

/** How often slots and ended runs are looked for. */
const POLL_MS = 1000
const AT_ONCE = 50

/**
 * Starts autopilots whose slot has come and moves their runs on. All that it knows stands in the database, so any number
 * of workers may do it at the same time, and after a crash the next one goes on.
 */
export function createAutopilotWorker(deps: AutopilotDeps) {
  const { db, log, clock } = deps
  const starter = createSlotStarter(deps)
  const advance = createAdvance(deps)
  const stopping = new AbortController()
  let loop: Promise<void> | null = null

  /** One that fails for a fault of ours is tried again the next time, and holds up no other. */
  async function each<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
    for (const item of items) {
      if (stopping.signal.aborted) return
      await work(item).catch((error) => {
        if (!stopping.signal.aborted) log.error({ err: error, autopilot: item }, 'autopilot could not go on')
      })
    }
  }

  /** Looks once. */
  async function tick(): Promise<void> {
    await each(await findMovable(db, AT_ONCE), advance)
    const due = await findDue(db, await clock(db), AT_ONCE)
    await each(due, ({ account_id, id }) => starter.start(account_id, id, stopping.signal))
  }

  return {
    tick,
    /** Looks until it is closed. */
    start(): void {
      loop ??= (async () => {
        while (!stopping.signal.aborted) {
          await tick().catch((error) => {
            if (!isConnectionError(error)) log.error({ err: error }, 'autopilots could not be looked at')
          })
          await sleep(POLL_MS, stopping.signal)
        }
      })()
    },
    async close(): Promise<void> {
      stopping.abort()
      await loop
    },
  }
}

export type AutopilotWorker = ReturnType<typeof createAutopilotWorker>
