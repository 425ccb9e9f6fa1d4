import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { ChangeDone } from '#server/modules/leads/lead-edits/index.ts'
import {
  type ChangePlace,
  closeChange,
  deleteLeadLabels,
  findLabels,
  findLeadIds,
  findLeadLabels,
  findLeadScope,
  holdLeads,
  insertLeadLabels,
  insertSameChange,
  openChange,
  type Selection,
} from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'

interface LabelRequest {
  add: number[]
  remove: number[]
  byRule: boolean
}

/**
 * Adds and removes labels of leads, in the caller's transaction and under an open history entry.
 * @returns how many leads changed.
 */
export async function writeLabels(
  db: Db,
  place: ChangePlace,
  wanted: number[],
  { add, remove, byRule }: LabelRequest,
  historyId: number,
): Promise<number> {
  const { accountId, listId, userId } = place
  const leads = (await holdLeads(db, { accountId, listId, ids: wanted })).map(({ id }) => id)
  const rows = await findLeadLabels(db, accountId, [...add, ...remove], leads)
  const has = new Set(rows.map(({ lead_id, label_id }) => `${lead_id} ${label_id}`))
  const parts = new Map<string, { added: number[]; removed: number[]; ids: number[] }>()
  for (const id of leads) {
    const added = add.filter((label) => !has.has(`${id} ${label}`))
    const removed = remove.filter((label) => has.has(`${id} ${label}`))
    if (added.length + removed.length === 0) continue
    const key = `${added} ${removed}`
    const part = parts.get(key) ?? { added, removed, ids: [] }
    part.ids.push(id)
    parts.set(key, part)
  }
  let count = 0
  for (const { added, removed, ids } of parts.values()) {
    for (const labelId of added) await insertLeadLabels(db, { accountId, labelId, userId, byRule }, ids)
    for (const labelId of removed) await deleteLeadLabels(db, { accountId, labelId }, ids)
    await insertSameChange(db, { accountId, historyId }, ids, {
      before: { labels: removed },
      after: { labels: added },
    })
    count += ids.length
  }
  return count
}

/** Adds and removes labels of selected leads. @throws AppError not_found for an unknown label. */
export const setLabels = (
  ctx: Context,
  actor: Actor,
  { listId, type }: { listId: number; type: ListTypeId },
  selection: Selection,
  { add, remove }: { add: number[]; remove: number[] },
): Promise<ChangeDone> =>
  transaction(ctx.db, async () => {
    const scope = await findLeadScope(ctx, actor, listId, type)
    const known = new Map((await findLabels(ctx.db, actor.accountId)).map((label) => [label.id, label.name]))
    if ([...add, ...remove].some((id) => !known.has(id))) throw notFound('The label')
    const ids = await findLeadIds(ctx, scope, selection)
    const place = { accountId: actor.accountId, listId, userId: actor.userId }
    const names = (list: number[]) => list.map((id) => known.get(id))
    const detail = { added: names(add), removed: names(remove) }
    const historyId = await openChange(ctx.db, place, 'leads.labelled', detail)
    const count = await writeLabels(ctx.db, place, ids, { add, remove, byRule: false }, historyId)
    const token = await closeChange(ctx.db, actor.accountId, historyId, count)
    if (token === null) markUnchanged()
    else
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        subject: `list:${listId}`,
        detail: { count, undo_token: token, ...detail },
      })
    return { count, skipped: ids.length - count, token }
  })
