import type { Db } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { WorkingRun } from '#server/providers/lead-sources/index.ts'
import { writeProgress } from './websites-store.ts'

/** Progress is written at most this often, as it is only for display. */
const WRITE_EVERY_MS = 1000

/** Collects the readers' progress and writes it periodically. Close it at the end. */
export function progressRecorder(
  db: Db,
  { account_id: accountId, id: runId }: WorkingRun,
  written?: (units: string[]) => Promise<unknown>,
) {
  const waiting = new Map<string, number>()
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    if (waiting.size === 0) return
    const pages = new Map(waiting)
    waiting.clear()
    await writeProgress(db, accountId, runId, pages)
    await written?.([...pages.keys()])
    await publish(db, { accountId, kind: 'run', id: runId })
  }
  // A failed progress update must not fail the run: the result is written anyway.
  const timer = setInterval(() => {
    writing = writing.then(flush).catch(() => {})
  }, WRITE_EVERY_MS)
  return {
    progress: (domain: string, { pages }: { pages: number }) => void waiting.set(domain, pages),
    wasRead: (domain: string) => void waiting.delete(domain),
    async close() {
      clearInterval(timer)
      await writing
    },
  }
}
