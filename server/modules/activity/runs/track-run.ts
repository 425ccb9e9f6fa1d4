import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import { endRun } from './end-run.ts'
import { RunStopped } from './run-stops.ts'
import { holdTracked, lockRun, type Progress, type RunRow, writeProgress } from './runs-store.ts'

const WRITE_EVERY_MS = 1000

/**
 * Progress of a run that is a streaming request, not a job: written at most once a second, so that a fast
 * download is not slowed down.
 */
export function trackRun(ctx: Context, accountId: number, id: number) {
  let last = 0

  /** Writes while the run is open; returns whether it is. */
  const write = (work: (db: Db, run: RunRow) => Promise<void>): Promise<boolean> =>
    transaction(ctx.db, async () => {
      const run = await lockRun(ctx.db, accountId, id)
      if (!run || run.finished_at) return false
      await work(ctx.db, run)
      await publish(ctx.db, { accountId, kind: 'run', id })
      return true
    })

  return {
    /** @throws RunStopped when the run was stopped: the request must abort. */
    async progress(progress: Progress): Promise<void> {
      const elapsed = performance.now()
      if (elapsed - last < WRITE_EVERY_MS) return
      last = elapsed
      const open = await write(async (db, run) => {
        if (run.cancel_requested_at) throw new RunStopped('cancelled')
        await writeProgress(db, accountId, id, progress)
        await holdTracked(db, accountId, id)
      })
      if (!open) throw new RunStopped('cancelled')
    },
    /** Returns whether it was still open. */
    end(state: 'succeeded' | 'cancelled', progress: Progress): Promise<boolean> {
      return write(async (db, run) => {
        await holdTracked(db, accountId, id)
        await writeProgress(db, accountId, id, progress)
        await endRun(ctx, run, { state })
      })
    },
  }
}
