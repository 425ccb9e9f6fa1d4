import { MAX_AUTOPILOTS } from '#contract/prospecting/autopilots.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { seesLists } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type Actor, findKeyId } from '#server/platform/http/actor.ts'
import { type AutopilotRow, countAutopilots, lockAutopilot } from './autopilots-store.ts'

/** Locks an account's autopilot; with `deleted`, one in the trash. @throws AppError not_found. */
export async function lockOwnAutopilot(
  db: Db,
  actor: Actor,
  id: number,
  deleted = false,
): Promise<AutopilotRow> {
  const row = await lockAutopilot(db, actor.accountId, id)
  if (!row || (row.deleted_at !== null) !== deleted || !(await seesLists(db, actor, [row.list_id])))
    throw notFound('The autopilot')
  return row
}

/** An autopilot's person, and the API key whose limit applies. */
export const runsAs = (actor: Pick<Actor, 'userId' | 'credential' | 'acting'>) => ({
  created_by: actor.userId,
  api_key_id: findKeyId(actor),
})

export const auditAutopilot = (db: Db, { account_id, id, name }: AutopilotRow, detail: object = {}) =>
  recordAudit(db, { accountId: account_id, subject: `autopilot:${id}`, detail: { name, ...detail } })

export async function refuseTooMany(db: Db, actor: Actor): Promise<void> {
  if ((await countAutopilots(db, actor.accountId)) >= MAX_AUTOPILOTS)
    throw conflict(`You’ve reached the limit of ${MAX_AUTOPILOTS} autopilots. Delete one to add another`)
}
