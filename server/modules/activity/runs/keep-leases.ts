import type { Db } from '#server/platform/db/db.ts'
import { type HeldRun, renewLeases } from './runs-store.ts'

/** Also how soon a stop is noticed whose notification was lost. */
const RENEW_MS = 1500

/** Callbacks for a run held by this worker. */
export type LeaseNews = (news: 'lost' | 'cancelled') => void

/**
 * Renews the leases of everything a worker holds: one query at a time for all of them, which waits for no lock.
 * A database outage is noticed by the running step; here it only means that nothing is renewed.
 */
export function createLeaseRenewal(db: Db) {
  const held = new Map<HeldRun, LeaseNews>()
  let timer: ReturnType<typeof setInterval> | null = null
  let requesting = false

  async function renewAll(): Promise<void> {
    for (const [accountId, runs] of Map.groupBy(held.keys(), (run) => run.accountId)) {
      const rows = new Map((await renewLeases(db, accountId, runs)).map((row) => [row.id, row]))
      for (const run of runs) {
        const row = rows.get(run.id)
        if (row?.attempt !== run.attempt || row.state !== 'running') held.get(run)?.('lost')
        else if (row.cancel_requested_at) held.get(run)?.('cancelled')
      }
    }
  }

  async function tick(): Promise<void> {
    if (requesting) return
    requesting = true
    await renewAll().catch(() => {})
    requesting = false
  }

  return {
    /** Renews a run's lease until the returned function is called. */
    track(run: HeldRun, onNews: LeaseNews): () => void {
      held.set(run, onNews)
      timer ??= setInterval(() => void tick(), RENEW_MS)
      return () => {
        held.delete(run)
        if (held.size > 0 || !timer) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}
