import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { AutopilotRow, AutopilotRunRow } from './autopilots-store.ts'

/** Emits a webhook event that an autopilot run has ended, in its transaction. */
export const notifyFinished = (db: Db, { account_id, id, list_id }: AutopilotRow, run: AutopilotRunRow) =>
  emitEvent(db, account_id, {
    type: 'autopilot.finished',
    listId: list_id,
    data: { autopilot_id: id, autopilot_run_id: run.id },
  })
