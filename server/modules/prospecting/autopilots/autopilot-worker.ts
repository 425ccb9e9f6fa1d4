import { isOn } from '#server/modules/core/settings/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { createWorkLoop } from '#server/platform/queue/work-loop.ts'
import { advanceAutopilotRun } from './advance-run.ts'
import { findDue, findMovable } from './autopilots-store.ts'
import type { RunPlace } from './locked-run.ts'
import { scheduleNow } from './schedule-clock.ts'
import { startSlot } from './start-slot.ts'

/** Polling interval for slots and ended runs. */
const POLL_MS = 1000
/** Maximum taken per poll; the rest follow in the next one. */
const PER_POLL = 50
/** Maximum in progress: a slow source must not block all others. */
const AT_ONCE = 4

const makeKey = ({ account_id, id }: { account_id: number; id: number }) => `${account_id}:${id}`

/**
 * Starts due autopilots and advances their runs. All state is in the database, so any number of workers may run
 * at the same time, and after a crash the next one continues.
 */
export function createAutopilotWorker(ctx: Context) {
  const { db, log } = ctx
  const mayStart = async () => (await isOn(db, 'autopilots')) && (await isOn(db, 'new_runs'))
  const advancing = createWorkLoop({
    log,
    name: 'autopilot run',
    pollMs: POLL_MS,
    places: AT_ONCE,
    key: makeKey,
    find: async (active) => ((await isOn(db, 'new_runs')) ? findMovable(db, PER_POLL + active.length) : []),
    work: (place: RunPlace) => advanceAutopilotRun(ctx, place),
  })
  const starting = createWorkLoop({
    log,
    name: 'autopilot',
    pollMs: POLL_MS,
    places: AT_ONCE,
    key: makeKey,
    find: async (active) =>
      (await mayStart()) ? findDue(db, await scheduleNow(ctx), PER_POLL + active.length) : [],
    work: ({ account_id, id }, signal) => startSlot(ctx, account_id, id, signal),
  })

  return {
    /** Polls once for both. */
    async tick(): Promise<void> {
      await advancing.once()
      await starting.once()
    },
    /** Polls until closed. */
    start(): void {
      advancing.start()
      starting.start()
    },
    async close(): Promise<void> {
      await Promise.all([advancing.close(), starting.close()])
    },
  }
}

/** The program's own worker. */
export const autopilotWorkerOf = perContext(createAutopilotWorker)
