import type { HistoryEventName } from '#contract/history.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import type { List } from '#contract/lists.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import { pageOfHistory, recordHistory } from './history-store.ts'
import { findCreators, findListView, findTags, type ListQuery, pageOfLists } from './lists-reads.ts'
import {
  addToCounts,
  type CountChange,
  changeCreator,
  countByCreator,
  findList,
  insertList,
  type ListRow,
  lockList,
  renameList,
  setArchived,
  setDeleted,
  setDetails,
} from './lists-store.ts'
import { deletePin, insertPin } from './pins-store.ts'
import { presentList } from './present-list.ts'

/** Entries written by one statement; PostgreSQL takes 65,535 parameters. */
const HISTORY_AT_ONCE = 1000

/** Saved lists of an account. Leads in them belong to the leads module. */
export function createListsService({ db, runs }: { db: Db; runs: RunsService }) {
  const tell = (accountId: number, id: number) => publish(db, { accountId, kind: 'list', id })

  async function show(actor: Actor, id: number): Promise<List> {
    const list = await findListView(db, actor, id)
    if (!list || list.deleted_at) throw notFound('The list')
    const latest = await runs.latestOf(actor.accountId, [id])
    return presentList(list, latest.get(id) ?? null)
  }

  async function find(actor: Actor, id: number, type?: ListTypeId): Promise<ListRow> {
    const list = await findList(db, actor.accountId, id)
    if (!list || (type && list.type !== type)) throw notFound('The list')
    return list
  }

  /** Changes lists and writes one history entry for each that changed. */
  function change(
    actor: Actor,
    event: HistoryEventName,
    work: (db: Db) => Promise<number[]>,
  ): Promise<number> {
    return transaction(db, async () => {
      const ids = await work(db)
      await recordHistory(
        db,
        ids.map((listId) => ({ accountId: actor.accountId, listId, userId: actor.userId, event })),
      )
      for (const id of ids) await tell(actor.accountId, id)
      if (ids.length === 0) changedNothing()
      else recordAudit(db, { accountId: actor.accountId, detail: { event, lists: ids } })
      return ids.length
    })
  }

  return {
    show,
    find,

    /** Holds a list until the transaction ends, so that it cannot go to the trash meanwhile. */
    async hold(accountId: number, id: number): Promise<void> {
      const list = await lockList(db, accountId, id)
      if (!list || list.deleted_at) throw notFound('The list')
    },

    async create(
      actor: Actor,
      input: { name: string; type: ListTypeId; search: Record<string, unknown> | null },
    ): Promise<ListRow> {
      const list = await insertList(db, { accountId: actor.accountId, createdBy: actor.userId, ...input })
      await recordHistory(db, [
        {
          accountId: actor.accountId,
          listId: list.id,
          userId: actor.userId,
          event: 'list.created',
          detail: { name: list.name },
        },
      ])
      await tell(actor.accountId, list.id)
      recordAudit(db, {
        accountId: actor.accountId,
        action: 'list.created',
        subject: `list:${list.id}`,
        detail: { name: list.name },
      })
      return list
    },

    /**
     * Keeps the stored numbers of leads true, in the transaction that changes them. Whoever changes leads locks them
     * before it calls this, and never the other way round: then no two wait for each other.
     */
    async addToCounts(accountId: number, id: number, change: CountChange): Promise<void> {
      if (change.leads === 0 && change.emails === 0) return
      await addToCounts(db, accountId, id, change)
      await tell(accountId, id)
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

    /** Who has made lists, for the filter of the page. */
    creators: (actor: Actor) => findCreators(db, actor.accountId),

    tags: (actor: Actor) => findTags(db, actor.accountId),

    /** Pins a list for the caller, or takes the pin off. @throws AppError not_found, also for one in the trash. */
    pin: (actor: Actor, id: number, pinned: boolean): Promise<void> =>
      transaction(db, async () => {
        await find(actor, id)
        const pin = { accountId: actor.accountId, userId: actor.userId, listId: id }
        const changed = pinned ? await insertPin(db, pin) : await deletePin(db, pin)
        if (!changed) return changedNothing()
        recordAudit(db, { accountId: actor.accountId, subject: `list:${id}`, detail: { is_pinned: pinned } })
      }),

    async rename(actor: Actor, id: number, name: string): Promise<List> {
      await transaction(db, async () => {
        const list = await lockList(db, actor.accountId, id)
        if (!list || list.deleted_at) throw notFound('The list')
        if (list.name === name) return changedNothing()
        await renameList(db, actor.accountId, id, name)
        await recordHistory(db, [
          {
            accountId: actor.accountId,
            listId: id,
            userId: actor.userId,
            event: 'list.renamed',
            detail: { from: list.name, to: name },
          },
        ])
        const detail = { from: list.name, to: name }
        recordAudit(db, { accountId: actor.accountId, subject: `list:${id}`, detail })
        await tell(actor.accountId, id)
      })
      return show(actor, id)
    },

    /** Sets tags and source of a list; what is absent stays. Tags are kept once each, whatever their capitals. */
    async setDetails(
      actor: Actor,
      id: number,
      wish: { tags?: string[] | undefined; source?: string | null | undefined },
    ): Promise<List> {
      await transaction(db, async () => {
        const list = await lockList(db, actor.accountId, id)
        if (!list || list.deleted_at) throw notFound('The list')
        const byWord = new Map((wish.tags ?? list.tags).toReversed().map((tag) => [tag.toLowerCase(), tag]))
        const details = {
          tags: [...byWord.values()].toReversed(),
          lead_source: wish.source === undefined ? list.lead_source : wish.source || null,
        }
        const same =
          details.tags.join('\n') === list.tags.join('\n') && details.lead_source === list.lead_source
        if (same) return changedNothing()
        await setDetails(db, actor.accountId, id, details)
        await recordHistory(db, [
          {
            accountId: actor.accountId,
            listId: id,
            userId: actor.userId,
            event: 'list.tagged',
            detail: details,
          },
        ])
        recordAudit(db, { accountId: actor.accountId, subject: `list:${id}`, detail: details })
        await tell(actor.accountId, id)
      })
      return show(actor, id)
    },

    async toggleArchived(actor: Actor, id: number): Promise<boolean> {
      return transaction(db, async () => {
        const list = await lockList(db, actor.accountId, id)
        if (!list || list.deleted_at) throw notFound('The list')
        const archived = !list.is_archived
        await change(actor, archived ? 'list.archived' : 'list.unarchived', () =>
          setArchived(db, actor.accountId, [id], archived),
        )
        return archived
      })
    },

    setArchived: (actor: Actor, ids: number[], archived: boolean): Promise<number> =>
      change(actor, archived ? 'list.archived' : 'list.unarchived', (db) =>
        setArchived(db, actor.accountId, ids, archived),
      ),

    /**
     * Puts lists in the trash and stops what works on them. Ids that are unknown or there already are left out of
     * the count.
     */
    remove: (actor: Actor, ids: number[]): Promise<number> =>
      change(actor, 'list.deleted', async (db) => {
        // A run that works holds itself and then takes its list: taken in the other order, the two would block each other.
        await runs.cancelOfLists(actor.accountId, ids)
        const moved = await setDeleted(db, actor.accountId, ids, true)
        await runs.cancelOfLists(actor.accountId, moved)
        return moved
      }),

    restore: (actor: Actor, ids: number[]): Promise<number> =>
      change(actor, 'list.restored', (db) => setDeleted(db, actor.accountId, ids, false)),

    /** How many lists each user of an account has made, archived and binned ones too; who made none is absent. */
    countByCreator: (accountId: number): Promise<Map<number, number>> => countByCreator(db, accountId),

    /**
     * Gives all lists of one user to another, archived and binned ones too; each list's history says so.
     * @returns how many there were.
     */
    async handOver(accountId: number, from: number, to: number, by: number | null = null): Promise<number> {
      const ids = await changeCreator(db, accountId, from, to)
      for (let at = 0; at < ids.length; at += HISTORY_AT_ONCE)
        await recordHistory(
          db,
          ids.slice(at, at + HISTORY_AT_ONCE).map((listId) => ({
            accountId,
            listId,
            userId: by,
            event: 'list.handed_over',
            detail: { from_id: from, to_id: to },
          })),
        )
      for (const id of ids) await tell(accountId, id)
      return ids.length
    },

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
  }
}

export type ListsService = ReturnType<typeof createListsService>
