import { eventAutopilot, eventAutopilotRun } from '#server/modules/activity/webhooks/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { autopilotWorkerOf } from './autopilot-worker.ts'
import { autopilotsKitPart } from './autopilots-kit.ts'
import { autopilotRoutes } from './autopilots-routes.ts'
import { findAutopilot, findRun, removeOldAutopilots } from './autopilots-store.ts'
import { presentAutopilotRun } from './present-autopilot.ts'

export const autopilotsModule = defineModule({
  routes: autopilotRoutes,
  kitParts: [autopilotsKitPart],
  workers: (ctx) => [autopilotWorkerOf(ctx)],
  on: [
    eventAutopilot.answer(async ({ db }, { accountId, id }) => {
      const row = await findAutopilot(db, accountId, id)
      return row ? { id: row.id, name: row.name } : null
    }),
    eventAutopilotRun.answer(async ({ db }, { accountId, id }) => {
      const row = await findRun(db, accountId, id)
      if (!row) return null
      const { slot, state, leads, cost, message, finished_at } = presentAutopilotRun(row)
      return { id, slot, state, leads, cost, message, finished_at }
    }),
  ],
  housekeeping: (ctx) => ({ autopilots: () => removeOldAutopilots(ctx.db) }),
})

export { autopilotWorkerOf } from './autopilot-worker.ts'
export type { ScheduleClock } from './schedule-clock.ts'
