import { transaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import type { RunPlace } from './locked-run.ts'

import { settleStep } from './settle-step.ts'
import { createStepStarter } from './start-step.ts'

/** Moves autopilot runs from their search through their steps. */
export function createAdvance(deps: AutopilotDeps) {
  const { db } = deps
  const startStep = createStepStarter(deps)

  /** Advances a run as far as possible without waiting. Each step is one transaction, so a crash repeats nothing. */
  return async function advance(place: RunPlace): Promise<void> {
    const moved = await settleStep(deps, place)
    for (let more = moved; more; ) more = await startStep(place)
    await transaction(db, () =>
      publish(db, { accountId: place.account_id, kind: 'autopilot', id: place.autopilot_id }),
    )
  }
}
