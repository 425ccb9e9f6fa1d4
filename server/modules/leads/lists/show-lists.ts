import type { List } from '#contract/leads/lists.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ListLookup } from './find-list.ts'
import { pageOfHistory } from './history-store.ts'
import { findCreators, findListView, findTags, type ListQuery, pageOfLists } from './lists-reads.ts'
import { presentList } from './present-list.ts'

interface ListPagesDeps {
  db: Db
  runs: Pick<RunsService, 'latestOf' | 'show'>
  find: ListLookup['find']
}

/** Lists, their filters and history for display. */
export const createListPages = ({ db, runs, find }: ListPagesDeps) => ({
  async show(actor: Actor, id: number): Promise<List> {
    const list = await findListView(db, actor, id)
    if (!list || list.deleted_at) throw notFound('The list')
    const latest = await runs.latestOf(actor.accountId, [id])
    return presentList(list, latest.get(id) ?? null)
  },

  async page(actor: Actor, query: ListQuery) {
    const { rows, total } = await pageOfLists(db, actor, query)
    const latest = await runs.latestOf(
      actor.accountId,
      rows.map((row) => row.id),
    )
    return {
      data: rows.map((row) => presentList(row, latest.get(row.id) ?? null)),
      currentPage: query.page,
      pageSize: query.limit,
      total,
    }
  },

  /** Creators of lists, for the page's filter. */
  creators: (actor: Actor) => findCreators(db, actor.accountId),

  tags: (actor: Actor) => findTags(db, actor.accountId),

  async history(actor: Actor, id: number, page: { page: number; limit: number }) {
    await find(actor, id)
    const { rows, total } = await pageOfHistory(db, actor.accountId, id, page)
    const runIds = [...new Set(rows.flatMap((row) => (row.run_id === null ? [] : [row.run_id])))]
    const views = new Map(
      await Promise.all(
        runIds.map(async (runId) => [runId, await runs.show(actor, runId).catch(() => null)] as const),
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
    return { data, currentPage: page.page, pageSize: page.limit, total }
  },
})

export type ListPages = ReturnType<typeof createListPages>
