import type { List } from '#contract/leads/lists.ts'
import { showLatestRuns, showRun } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { findOwnList } from './find-list.ts'
import { listHistory } from './history-store.ts'
import * as reads from './lists-reads.ts'
import { presentList } from './present-list.ts'

export async function showList(ctx: Context, actor: Actor, id: number): Promise<List> {
  const list = await reads.findListView(ctx.db, actor, id)
  if (!list || list.deleted_at) throw notFound('The list')
  const latest = await showLatestRuns(ctx, actor.accountId, [id])
  return presentList(list, latest.get(id) ?? null)
}

export async function listLists(ctx: Context, actor: Actor, query: reads.ListQuery) {
  const { rows, total } = await reads.findListPage(ctx.db, actor, query)
  const latest = await showLatestRuns(
    ctx,
    actor.accountId,
    rows.map((row) => row.id),
  )
  return pageReply(
    rows.map((row) => presentList(row, latest.get(row.id) ?? null)),
    query,
    total,
  )
}

/** Creators of lists, for the page's filter. */
export const listCreators = (ctx: Context, actor: Actor) => reads.listCreators(ctx.db, actor)

export const listFolders = (ctx: Context, actor: Actor) => reads.listFolders(ctx.db, actor)

export const listTags = (ctx: Context, actor: Actor) => reads.listTags(ctx.db, actor)

export async function listListHistory(
  ctx: Context,
  actor: Actor,
  id: number,
  page: { page: number; limit: number },
) {
  await findOwnList(ctx, actor, id)
  const { rows, total } = await listHistory(ctx.db, actor.accountId, id, page)
  const runIds = [...new Set(rows.flatMap((row) => (row.run_id === null ? [] : [row.run_id])))]
  const views = new Map(
    await Promise.all(
      runIds.map(async (runId) => [runId, await showRun(ctx, actor, runId).catch(() => null)] as const),
    ),
  )
  const data = rows.map((row) => ({
    id: row.id,
    event: row.event,
    detail: row.detail,
    run: (row.run_id !== null && views.get(row.run_id)) || null,
    user: row.user_email,
    can_undo: row.can_undo,
    undone_at: row.undone_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
  return pageReply(data, page, total)
}
