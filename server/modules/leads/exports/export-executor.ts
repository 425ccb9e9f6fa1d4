import { exportRun } from '#contract/activity/run-kinds/export.ts'
import { defineExecutor, RunStopped } from '#server/modules/activity/runs/index.ts'

/** Cancels the run of a download that was never fetched, long after its ticket expired. */
export const exportRunExecutor = defineExecutor(exportRun, {
  run: async () => {
    throw new RunStopped('cancelled')
  },
})
