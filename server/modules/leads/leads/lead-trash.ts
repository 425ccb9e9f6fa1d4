import { sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { addToListCounts, recordHistory } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { binnedBy } from './changes/bulk-leads.ts'
import { findLeadIds, findLeadScope, type Selection } from './lead-lookups.ts'
import type { LeadScope } from './leads-reads.ts'
import { rowHasEmail, SAME_NAME } from './leads-store.ts'

/** The lead of a change to one lead only, whose history shows it even after an undo; null for several leads. */
const onlyOne = (ids: number[]): number | null => (ids.length === 1 ? (ids[0] as number) : null)

async function lockActive(ctx: Context, scope: LeadScope, ids: number[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('lead')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('list_id', '=', scope.listId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** Marks or unmarks as deleted; returns how many changed, and how many of them have an email. */
async function setDeleted(ctx: Context, scope: LeadScope, ids: number[], historyId: number | null) {
  const rows = await ctx.db
    .updateTable('lead')
    .set({
      deleted_at: historyId === null ? null : sql<Date>`now()`,
      deleted_by_history_id: historyId,
      ...SAME_NAME,
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', scope.accountId)
    .where('list_id', '=', scope.listId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', historyId === null ? 'is not' : 'is', null)
    .where('suppressed_by', 'is', null)
    .returning(['id', rowHasEmail('lead').as('has')])
    .execute()
  await emitLeads(
    ctx.db,
    scope,
    historyId === null ? 'added' : 'deleted',
    rows.map(({ id }) => id),
  )
  return { leads: rows.length, emails: rows.filter(({ has }) => has).length }
}

/** Deletes leads of a list. @returns how many, and the token that undoes this deletion, if any. */
export function deleteLeads(
  ctx: Context,
  actor: Actor,
  listId: number,
  type: ListTypeId,
  selection: Selection,
): Promise<{ count: number; undoToken: number | null }> {
  return transaction(ctx.db, async () => {
    const scope = await findLeadScope(ctx, actor, listId, type)
    const ids = await lockActive(ctx, scope, await findLeadIds(ctx, scope, selection))
    if (ids.length === 0) {
      markUnchanged()
      return { count: 0, undoToken: null }
    }
    const [historyId] = await recordHistory(ctx.db, [
      {
        accountId: actor.accountId,
        listId,
        leadId: onlyOne(ids),
        userId: actor.userId,
        event: 'leads.deleted',
        detail: { count: ids.length },
      },
    ])
    const { leads: count, emails } = await setDeleted(ctx, scope, ids, historyId as number)
    await addToListCounts(ctx, actor.accountId, listId, { leads: -count, emails: -emails })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `list:${listId}`, detail: { count } })
    return { count, undoToken: historyId as number }
  })
}

/** Restores these leads, or all of one deletion. */
export function restoreLeads(
  ctx: Context,
  actor: Actor,
  listId: number,
  type: ListTypeId,
  request: { resultIds: number[] } | { undo_token: number },
): Promise<number> {
  return transaction(ctx.db, async () => {
    const scope = await findLeadScope(ctx, actor, listId, type)
    const ids = 'resultIds' in request ? request.resultIds : await binnedBy(ctx.db, scope, request.undo_token)
    const back = await setDeleted(ctx, scope, ids, null)
    const count = back.leads
    if (count > 0) {
      await recordHistory(ctx.db, [
        {
          accountId: actor.accountId,
          listId,
          leadId: onlyOne(ids),
          userId: actor.userId,
          event: 'leads.restored',
          detail: { count },
        },
      ])
      await addToListCounts(ctx, actor.accountId, listId, back)
      recordAudit(ctx.db, { accountId: actor.accountId, subject: `list:${listId}`, detail: { count } })
    } else markUnchanged()
    return count
  })
}
