import { sleep } from '#server/platform/clock.ts'
import { isConnectionError } from '#server/platform/db/db.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { createAdvance } from './advance-run.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { findDue, findMovable } from './autopilots-store.ts'
import { createSlotStarter } from './start-slot.ts'

/** How often slots and ended runs are looked for. */
const POLL_MS = 1000
/** Found by one look; the rest follow with the next. */
const FOUND = 50
/** Worked on at the same time: a source that answers late must not hold up all others. */
const AT_ONCE = 4
/** Looks that one rests for at most which fails for a fault of ours. */
const LONGEST_REST = 60

interface Named {
  account_id: number
  id: number
}

/**
 * Starts autopilots whose slot has come and moves their runs on. All that it knows stands in the database, so any number
 * of workers may do it at the same time, and after a crash the next one goes on.
 */
export function createAutopilotWorker(deps: AutopilotDeps) {
  const { db, log, clock } = deps
  const starter = createSlotStarter(deps)
  const advance = createAdvance(deps)
  const stopping = new AbortController()
  let loops: Promise<unknown> | null = null

  /** Works on each; one that fails for a fault of ours rests for a while, longer each time, and holds up no other. */
  function eachOf<Item extends Named>(work: (item: Item) => Promise<void>) {
    const resting = new Map<string, { looks: number; rest: number }>()
    const workOn = async (item: Item): Promise<void> => {
      if (stopping.signal.aborted) return
      const key = `${item.account_id}:${item.id}`
      const known = resting.get(key)
      if (known && known.looks > 0) {
        known.looks -= 1
        return
      }
      try {
        await work(item)
        resting.delete(key)
      } catch (error) {
        if (stopping.signal.aborted) return
        const rest = Math.min((known?.rest ?? 1) * 2, LONGEST_REST)
        resting.set(key, { looks: rest, rest })
        log.error({ err: error, autopilot: item }, 'autopilot could not go on')
      }
    }
    return async (items: Item[]) => {
      for await (const _ of inParallel(items, AT_ONCE, workOn));
    }
  }
  const advanceEach = eachOf(advance)
  const startEach = eachOf<Named>(({ account_id, id }) => starter.start(account_id, id, stopping.signal))

  const moveOn = async () => advanceEach(await findMovable(db, FOUND))
  const startDue = async () => startEach(await findDue(db, await clock(db), FOUND))

  async function repeat(look: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error) => {
        if (!isConnectionError(error)) log.error({ err: error }, 'autopilots could not be looked at')
      })
      await sleep(POLL_MS, stopping.signal)
    }
  }

  return {
    /** Looks once for both. */
    async tick(): Promise<void> {
      await moveOn()
      await startDue()
    },
    /** Looks until it is closed. */
    start(): void {
      loops ??= Promise.all([repeat(moveOn), repeat(startDue)])
    },
    async close(): Promise<void> {
      stopping.abort()
      await loops
    },
  }
}

export type AutopilotWorker = ReturnType<typeof createAutopilotWorker>
