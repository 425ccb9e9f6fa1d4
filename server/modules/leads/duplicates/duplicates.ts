import { MAX_COMPARED_LEADS } from '#contract/leads/list-duplicates.ts'
import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { ChangeDone } from '#server/modules/leads/lead-edits/index.ts'
import {
  closeChange,
  factsOfLeads,
  fieldsIn,
  findLeadScope,
  findLeads,
  openChange,
  presentLead,
} from '#server/modules/leads/leads/index.ts'
import { addToListCounts, findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { type Group, groupDuplicates } from './group-duplicates.ts'
import { type Merge, mergeGroups } from './merge-duplicates.ts'

type ListRef = { listId: number; type: ListTypeId }

// Duplicates within one list: leads that may be the same business or person, and merging them.

async function findGroups(ctx: Context, actor: Actor, { listId, type }: ListRef): Promise<Group[]> {
  const facts = await factsOfLeads(ctx.db, actor.accountId, listId, MAX_COMPARED_LEADS + 1)
  if (facts.length > MAX_COMPARED_LEADS)
    throw conflict(
      `You can find duplicates in up to ${MAX_COMPARED_LEADS.toLocaleString('en')} leads. Move some to another list first`,
    )
  return groupDuplicates(facts, { areCompanies: leadSubject(type) === 'business' })
}

export async function showDuplicates(
  ctx: Context,
  actor: Actor,
  where: ListRef,
  { page, limit }: { page: number; limit: number },
) {
  await findOwnList(ctx, actor, where.listId, where.type)
  const groups = await findGroups(ctx, actor, where)
  const shown = groups.slice((page - 1) * limit, page * limit)
  const rows = await findLeads(
    ctx.db,
    actor.accountId,
    where.listId,
    shown.flatMap(({ ids }) => ids),
  )
  const byId = new Map(rows.map((row) => [row.id, presentLead(row, where.type)]))
  return {
    data: shown.map(({ ids, reasons, sure }) => ({
      reasons,
      sure,
      leads: ids.flatMap((id) => byId.get(id) ?? []),
    })),
    currentPage: page,
    pageSize: limit,
    total: groups.length,
    sure: groups.filter(({ sure }) => sure).length,
  }
}

/** Merges chosen groups, or all certain ones, as one change. */
export const mergeDuplicates = (
  ctx: Context,
  actor: Actor,
  where: ListRef,
  request: { groups: Merge[] } | { sure: true },
): Promise<ChangeDone & { groups: number }> =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    const scope = await findLeadScope(ctx, actor, where.listId, where.type)
    const groups =
      'groups' in request
        ? request.groups
        : (await findGroups(ctx, actor, where))
            .filter(({ sure }) => sure)
            .map(({ ids: [keep, ...merge] }) => ({ keep: keep as number, merge }))
    const place = { accountId, listId: where.listId, userId: actor.userId }
    const historyId = await openChange(ctx.db, place, 'leads.merged', { groups: groups.length })
    const { removed, emails } = await mergeGroups(ctx.db, place, {
      groups,
      fields: fieldsIn(scope),
      historyId,
    })
    await addToListCounts(ctx, accountId, where.listId, { leads: -removed, emails })
    const token = await closeChange(ctx.db, accountId, historyId, removed)
    if (token === null) markUnchanged()
    else
      recordAudit(ctx.db, {
        accountId,
        subject: `list:${where.listId}`,
        detail: { groups: groups.length, count: removed, undo_token: token },
      })
    return { count: removed, skipped: 0, token, groups: groups.length }
  })
