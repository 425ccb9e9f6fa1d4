import { sql } from 'kysely'
import { MAX_TWIN_LEADS } from '#contract/list-twins.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ChangeDone } from '../edits/edits-service.ts'
import { closeChange, openChange } from '../edits/write-change.ts'
import { fieldsIn } from '../leads-reads.ts'
import type { LeadsService } from '../leads-service.ts'
import { findLeads } from '../leads-store.ts'
import { presentLead } from '../present-lead.ts'
import { type Group, groupTwins, type TwinFacts } from './group-twins.ts'
import { type Merge, mergeTwins } from './merge-twins.ts'

type Where = { listId: number; type: ListTypeId }

/** Twins within one list: leads that may be the same business or person, and their merge. */
export function createListTwins({ db, leads, lists }: { db: Db; leads: LeadsService; lists: ListsService }) {
  async function groupsOf(actor: Actor, { listId }: Where): Promise<Group[]> {
    const { rows } = await sql<TwinFacts>`
      select id, name, email, phone, domain, city, street, lat, lon,
        num_nonnulls(name, company, position, domain, website, email, phone, category, street, city, region, postal_code,
          country, lat) + (select count(*)::int from jsonb_object_keys(fields)) as filled
      from lead where account_id = ${actor.accountId} and list_id = ${listId} and deleted_at is null
      order by id limit ${MAX_TWIN_LEADS + 1}`.execute(db)
    if (rows.length > MAX_TWIN_LEADS)
      throw new AppError(
        'conflict',
        `Twins are looked for among ${MAX_TWIN_LEADS.toLocaleString('en')} leads at most. Move some to another list first`,
      )
    return groupTwins(rows)
  }

  return {
    async page(actor: Actor, where: Where, { page, limit }: { page: number; limit: number }) {
      await lists.find(actor, where.listId, where.type)
      const groups = await groupsOf(actor, where)
      const shown = groups.slice((page - 1) * limit, page * limit)
      const rows = await findLeads(
        db,
        actor.accountId,
        where.listId,
        shown.flatMap(({ ids }) => ids),
      )
      const byId = new Map(rows.map((row) => [row.id, presentLead(row, where.type)]))
      return {
        data: shown.map(({ ids, reasons, sure }) => ({
          ...{ reasons, sure },
          leads: ids.flatMap((id) => byId.get(id) ?? []),
        })),
        currentPage: page,
        pageSize: limit,
        total: groups.length,
        sure: groups.filter(({ sure }) => sure).length,
      }
    },

    /** Merges chosen groups, or all sure ones, as one change. */
    merge: (
      actor: Actor,
      where: Where,
      wish: { groups: Merge[] } | { sure: true },
    ): Promise<ChangeDone & { groups: number }> =>
      transaction(db, async () => {
        const { accountId } = actor
        const scope = await leads.scopeOf(actor, where.listId, where.type)
        const groups =
          'groups' in wish
            ? wish.groups
            : (await groupsOf(actor, where))
                .filter(({ sure }) => sure)
                .map(({ ids: [keep, ...merge] }) => ({ keep: keep as number, merge }))
        const place = { accountId, listId: where.listId, userId: actor.userId }
        const historyId = await openChange(db, place, 'leads.merged', { groups: groups.length })
        const { gone, emails } = await mergeTwins(db, place, groups, fieldsIn(scope), historyId)
        await lists.addToCounts(accountId, where.listId, { leads: -gone, emails })
        const token = await closeChange(db, accountId, historyId, gone)
        if (token === null) changedNothing()
        else
          recordAudit(db, {
            accountId,
            subject: `list:${where.listId}`,
            detail: { groups: groups.length, count: gone, undo_token: token },
          })
        return { count: gone, skipped: 0, token, groups: groups.length }
      }),
  }
}

export type ListTwins = ReturnType<typeof createListTwins>
