import { type Db, transaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import { finishRun, lockRun, type Progress, startTracked, writeProgress } from './runs-store.ts'

const WRITE_EVERY_MS = 1000

/**
 * Progress of a run whose work is a request that streams, not a job: written at most once a second, so that a
 * fast download is not slowed by its own bookkeeping.
 */
export function trackRun(db: Db, accountId: number, id: number) {
  let last = 0
  let started = false

  async function write(
    work: (trx: Parameters<Parameters<typeof transaction>[1]>[0]) => Promise<void>,
  ): Promise<void> {
    await transaction(db, async (trx) => {
      const run = await lockRun(trx, accountId, id)
      if (!run || run.finished_at) return
      if (!started) await startTracked(trx, accountId, id)
      started = true
      await work(trx)
      await publish(trx, { accountId, kind: 'run', id })
    })
  }

  return {
    async progress(progress: Progress): Promise<void> {
      const elapsed = performance.now()
      if (elapsed - last < WRITE_EVERY_MS) return
      last = elapsed
      await write(async (trx) => void (await writeProgress(trx, accountId, id, progress)))
    },
    end: (state: 'succeeded' | 'cancelled', progress: Progress): Promise<void> =>
      write(async (trx) => {
        await writeProgress(trx, accountId, id, progress)
        await finishRun(trx, accountId, id, state, null)
      }),
  }
}
