import { defineModule } from '#server/platform/module.ts'
import { leadEditRoutes } from './edits-routes.ts'
import { removeOldNotes } from './notes.ts'
import { leadTextTidyJob } from './text-index.ts'
import { leadTidyRoutes } from './tidy-routes.ts'

export type { ChangeDone } from './change-selection.ts'
export { changeReply } from './edits-routes.ts'
export { moveNotes } from './notes.ts'
export { readDay, slashedOrder } from './read-date.ts'
export { type ReadValue, readValue, type ValueContext } from './read-value.ts'
export { setStatus } from './set-status.ts'
export { knownEntityKeys } from './signals.ts'

export const leadEditsModule = defineModule({
  routes: (ctx) => [...leadEditRoutes(ctx), ...leadTidyRoutes(ctx)],
  jobs: (ctx) => [leadTextTidyJob(ctx)],
  housekeeping: (ctx) => ({ notes: () => removeOldNotes(ctx.db) }),
})
