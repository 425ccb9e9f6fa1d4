import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { RunPlace } from './locked-run.ts'
import { settleStep } from './settle-step.ts'
import { startStep } from './start-step.ts'

/**
 * Advances an autopilot run, from its search through its steps, as far as possible without waiting. Each step is one
 * transaction, so a crash repeats nothing.
 */
export async function advanceAutopilotRun(ctx: Context, place: RunPlace): Promise<void> {
  const moved = await settleStep(ctx, place)
  for (let more = moved; more; ) more = await startStep(ctx, place)
  await transaction(ctx.db, () =>
    publish(ctx.db, { accountId: place.account_id, kind: 'autopilot', id: place.autopilot_id }),
  )
}
