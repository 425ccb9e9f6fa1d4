import type { AutopilotDeps } from './autopilot-deps.ts'
import { createAutopilotChecks } from './check-autopilot.ts'
import { createManualRuns } from './manual-runs.ts'
import { createAutopilotSaving } from './save-autopilots.ts'
import { createAutopilotReads } from './show-autopilots.ts'
import { createAutopilotSwitches } from './switch-autopilots.ts'

/** An account's autopilots: creating, changing and starting. Automatic work is in autopilot-worker.ts. */
export function createAutopilotsService(deps: AutopilotDeps) {
  const { db, clock, notifications } = deps
  const checks = createAutopilotChecks(deps)
  const reads = createAutopilotReads(deps)
  const { searchedList, next } = checks
  const { show } = reads
  return {
    ...reads,
    next,
    ...createAutopilotSaving({ db, checks, show }),
    ...createAutopilotSwitches({ db, clock, notifications, searchedList, show }),
    ...createManualRuns(deps),
  }
}

export type AutopilotsService = ReturnType<typeof createAutopilotsService>
