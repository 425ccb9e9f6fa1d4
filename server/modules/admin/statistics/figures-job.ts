import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { runSteps } from '#server/platform/queue/for-each-item.ts'
import { checkAttention } from './attention.ts'
import * as store from './figures-store.ts'

/** Rows written while the job runs may have started before it. */
const OVERLAP_MS = 15 * 60_000

/** Recounts days with changes since the last time; all days at first. */
async function countAll(db: Db): Promise<void> {
  const today = await store.platformDays(db, 1)
  if (!today) return
  const updated = await store.findUpdated(db)
  const since = updated ? new Date(updated.getTime() - OVERLAP_MS) : null
  await transaction(db, async () => {
    const days = await store.daysToCount(db, today.timeZone, since)
    await store.countUsage(db, today.timeZone, days)
    await store.countSignIns(db, since)
    await store.countFigures(db, today.timeZone, days, today.to)
    await store.saveAttention(db, 'figures', { amount: 0, detail: null, isFine: true })
  })
}

/** Updates the administrators' figures, and checks what needs attention. */
export async function refreshFigures(ctx: Context): Promise<void> {
  await runSteps({ figures: () => countAll(ctx.db), checks: () => checkAttention(ctx) })
}
