import { sql } from 'kysely'
import { CUSTOM_FIELD_PREFIX } from '#contract/custom-fields.ts'
import type { EmailState } from '#contract/email-states.ts'
import type { LeadFilters } from '#contract/leads.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import { type ListsService, recordHistory } from '#server/modules/lists/index.ts'
import { tellLeads } from '#server/modules/webhooks/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound, underField } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { carryKey } from './carry-key.ts'
import { dataSources } from './data-sources.ts'
import { type FoundPlace, writeFound } from './edits/write-found.ts'
import { type RunPlace, recordEmailStates, setEmailSearch } from './email-search.ts'
import { fillLeads, type LeadFill, withoutSuppressed } from './fill-leads.ts'
import { leadHistory } from './lead-history.ts'
import { pointsOfLeads } from './lead-points.ts'
import { countFacets, fieldsIn, type LeadScope, pageOfLeads, selectedIds } from './leads-reads.ts'
import {
  type EmailSearch,
  entitiesInLists,
  findEntities,
  findLead,
  findLeads,
  hasEmail,
  insertLeads,
  type LeadRow,
  type NewLead,
  rowHasEmail,
  SAME_NAME,
  updateEmailState,
  upsertEntities,
} from './leads-store.ts'
import { presentLead, presentLeadDetail, readable } from './present-lead.ts'

/** Which leads of a list a change means. */
export type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number | undefined }

/** Whether sets of lead values are on the suppression list of an account or of one above it. */
export interface LeadGuard {
  leads(accountId: number, values: readonly Record<string, unknown>[]): Promise<boolean[]>
}

interface LeadsDeps {
  db: Db
  lists: ListsService
  suppression: LeadGuard
}

/** The one lead of a change, so that its own history tells it after the change is undone too; null for several. */
const onlyOf = (ids: number[]): number | null => (ids.length === 1 ? (ids[0] as number) : null)

/** Whether filters or an order name a custom field; only then the account's fields have to be known. */
const namesCustom = (filters: LeadFilters): boolean =>
  new RegExp(`"-?${CUSTOM_FIELD_PREFIX}`).test(JSON.stringify(filters))

/** Leads of lists: reading, filtering, counting, deleting and bringing back. */
export function createLeadsService({ db, lists, suppression }: LeadsDeps) {
  async function scopeOf(actor: Actor, listId: number, type: ListTypeId): Promise<LeadScope> {
    await lists.find(actor, listId, type)
    return scopeIn(actor, listId, type, true)
  }

  const scopeIn = async (
    actor: Actor,
    listId: number,
    type: ListTypeId,
    withCustom: boolean,
  ): Promise<LeadScope> => ({
    accountId: actor.accountId,
    listId,
    type,
    timeZone: actor.timeZone,
    ...(withCustom && { custom: await customFieldsOf(db, actor.accountId) }),
  })

  /** Reads while the list is being looked up: both are bound to the account, and a list that is not there has no leads. */
  async function readBeside<Read>(
    actor: Actor,
    listId: number,
    type: ListTypeId,
    withCustom: boolean,
    read: (scope: LeadScope) => Promise<Read>,
  ): Promise<Read> {
    const [, answer] = await Promise.all([
      lists.find(actor, listId, type),
      scopeIn(actor, listId, type, withCustom).then(read),
    ])
    return answer
  }

  async function idsOf(scope: LeadScope, selection: Selection): Promise<number[]> {
    if ('resultIds' in selection) return selection.resultIds
    const { filters, first } = selection
    return underField('filters', () => selectedIds(db, scope, filters, first))
  }

  /** Of these, the leads of the list that are not in its bin, locked. */
  async function lockLiving(scope: LeadScope, ids: number[]): Promise<number[]> {
    const rows = await db
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

  /** Marks or unmarks as deleted; answers how many changed, and how many of them have an email. */
  const setDeleted = async (scope: LeadScope, ids: number[], historyId: number | null) => {
    const rows = await db
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
    await tellLeads(
      db,
      scope,
      historyId === null ? 'added' : 'deleted',
      rows.map(({ id }) => id),
    )
    return { leads: rows.length, emails: rows.filter(({ has }) => has).length }
  }

  return {
    scopeOf,
    idsOf,

    async page(actor: Actor, listId: number, type: ListTypeId, filters: LeadFilters) {
      const { rows, total } = await readBeside(actor, listId, type, namesCustom(filters), (scope) =>
        pageOfLeads(db, scope, filters),
      )
      return {
        data: rows.map((row) => presentLead(row, type)),
        currentPage: filters.page,
        pageSize: filters.limit,
        total,
      }
    },

    async dataSources(actor: Actor, listId: number) {
      await lists.find(actor, listId)
      return dataSources(db, actor.accountId, listId)
    },

    async facets(actor: Actor, listId: number, type: ListTypeId, filters: LeadFilters) {
      const { rows, fields } = await readBeside(actor, listId, type, true, async (scope) => ({
        rows: await countFacets(db, scope, filters),
        fields: new Map(fieldsIn(scope).map((one) => [one.name, one])),
      }))
      const data: Record<string, { value: string | null; label: string; count: number }[]> = {}
      for (const { field, value, count, label: known } of rows) {
        const declared = fields.get(field)
        const label = known ?? (value === null ? 'None' : ((declared && readable(declared, value)) ?? value))
        data[field] ??= []
        data[field].push({ value, label, count })
      }
      return data
    },

    points: (actor: Actor, listId: number, type: ListTypeId, filters: LeadFilters) =>
      readBeside(actor, listId, type, namesCustom(filters), (scope) => pointsOfLeads(db, scope, filters)),

    async show(actor: Actor, listId: number, type: ListTypeId, id: number) {
      const scope = await scopeOf(actor, listId, type)
      const lead = await findLead(db, scope.accountId, listId, id)
      if (!lead) throw notFound('The lead')
      const history = await leadHistory(db, lead)
      return presentLeadDetail(lead, type, history)
    },

    /** Puts leads in the trash of their list. @returns how many, and the token that undoes just this, if there were any. */
    remove(
      actor: Actor,
      listId: number,
      type: ListTypeId,
      selection: Selection,
    ): Promise<{ count: number; undoToken: number | null }> {
      return transaction(db, async () => {
        const scope = await scopeOf(actor, listId, type)
        const ids = await lockLiving(scope, await idsOf(scope, selection))
        if (ids.length === 0) {
          changedNothing()
          return { count: 0, undoToken: null }
        }
        const [historyId] = await recordHistory(db, [
          {
            accountId: actor.accountId,
            listId,
            leadId: onlyOf(ids),
            userId: actor.userId,
            event: 'leads.deleted',
            detail: { count: ids.length },
          },
        ])
        const { leads: count, emails } = await setDeleted(scope, ids, historyId as number)
        await lists.addToCounts(actor.accountId, listId, { leads: -count, emails: -emails })
        recordAudit(db, { accountId: actor.accountId, subject: `list:${listId}`, detail: { count } })
        return { count, undoToken: historyId as number }
      })
    },

    /** Brings leads back: these, or all of one deletion. */
    restore(
      actor: Actor,
      listId: number,
      type: ListTypeId,
      which: { resultIds: number[] } | { undo_token: number },
    ): Promise<number> {
      return transaction(db, async () => {
        const scope = await scopeOf(actor, listId, type)
        const ids =
          'resultIds' in which
            ? which.resultIds
            : (
                await db
                  .selectFrom('lead')
                  .select('id')
                  .where('account_id', '=', actor.accountId)
                  .where('list_id', '=', listId)
                  .where('deleted_by_history_id', '=', which.undo_token)
                  .execute()
              ).map((row) => row.id)
        const back = await setDeleted(scope, ids, null)
        const count = back.leads
        if (count > 0) {
          await recordHistory(db, [
            {
              accountId: actor.accountId,
              listId,
              leadId: onlyOf(ids),
              userId: actor.userId,
              event: 'leads.restored',
              detail: { count },
            },
          ])
          await lists.addToCounts(actor.accountId, listId, back)
          recordAudit(db, { accountId: actor.accountId, subject: `list:${listId}`, detail: { count } })
        } else changedNothing()
        return count
      })
    },

    /** The account's entities of these keys, as far as they exist. */
    async knownEntities(accountId: number, type: ListTypeId, keys: string[]): Promise<Map<string, number>> {
      const rows = await findEntities(db, accountId, type, keys)
      return new Map(rows.map((row) => [row.entity_key, row.id]))
    },
    inLists: (accountId: number, entityIds: number[], listId?: number) =>
      entitiesInLists(db, accountId, entityIds, listId),
    upsertEntities,
    /** Carries the entities of one key over to another (carry-key.ts), in the caller's transaction. */
    carryKey: (type: ListTypeId, keys: { from: string; to: string; keepsFrom: boolean }) =>
      carryKey(db, type, keys),
    setEmailSearch: (where: RunPlace, items: EmailSearch[]) => setEmailSearch(db, where, items),

    /** Fills empty values of leads, as `fillLeads` does, and keeps the numbers of their list true. @returns the names filled per lead. */
    async fill(where: RunPlace, fills: LeadFill[]): Promise<Map<number, string[]>> {
      const { done, emails } = await fillLeads(
        db,
        where,
        await withoutSuppressed(suppression, where.accountId, fills),
      )
      await lists.addToCounts(where.accountId, where.listId, { leads: 0, emails })
      return done
    },

    /** Writes what a run has found, as `writeFound` does, without what is suppressed. @returns the leads that changed. */
    async writeFound(
      where: FoundPlace,
      fills: LeadFill[],
      overwrites: ReadonlySet<string>,
    ): Promise<number[]> {
      const allowed = await withoutSuppressed(suppression, where.accountId, fills)
      const { leadIds, emails } = await writeFound(db, where, allowed, overwrites)
      await lists.addToCounts(where.accountId, where.listId, { leads: 0, emails })
      return leadIds
    },

    /** Leads of a list for those who are told of them; what is in the trash or suppressed is absent. */
    async told(accountId: number, list: { id: number; type: ListTypeId }, ids: number[]) {
      const rows = await findLeads(db, accountId, list.id, ids)
      return rows.map((row) => presentLead(row, list.type))
    },

    /** Ids of the leads that a run has brought into a list and that are neither in its trash nor suppressed. */
    async addedBy(accountId: number, listId: number, runId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('lead')
        .select('id')
        .where('account_id', '=', accountId)
        .where('list_id', '=', listId)
        .where('run_id', '=', runId)
        .where('deleted_at', 'is', null)
        .where('suppressed_by', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** The selected leads that are not in the trash, as stored, in chunks of `size` and in one order. */
    async *chunks(scope: LeadScope, ids: number[], size: number): AsyncGenerator<LeadRow[]> {
      for (let from = 0; from < ids.length; from += size)
        yield await findLeads(db, scope.accountId, scope.listId, ids.slice(from, from + size))
    },

    /**
     * Marks addresses wherever they stand in the account, in the caller's transaction, and says so in the history
     * of each lead whose state is another now.
     * @returns how many leads and in which lists.
     */
    async setEmailState(
      accountId: number,
      addresses: string[],
      state: EmailState,
      because: 'checked' | 'bounced' = 'checked',
    ): Promise<{ leads: number; listIds: number[] }> {
      const rows = await updateEmailState(db, accountId, addresses, state)
      await recordEmailStates(db, accountId, rows, { email_state: state, because })
      const change = new Map<number, number>()
      for (const { list_id, had, has } of rows)
        change.set(list_id, (change.get(list_id) ?? 0) + Number(has) - Number(had))
      const listIds = [...change.keys()].sort((one, other) => one - other)
      for (const id of listIds)
        await tellLeads(
          db,
          { accountId, listId: id },
          'changed',
          rows.flatMap((row) => (row.list_id === id && row.living ? row.id : [])),
        )
      for (const id of listIds)
        await lists.addToCounts(accountId, id, { leads: 0, emails: change.get(id) ?? 0 })
      return { leads: rows.length, listIds }
    },

    /** @throws AppError conflict when values of a lead are on the suppression list. */
    async refuseSuppressed(accountId: number, values: Record<string, unknown>): Promise<void> {
      const [isOut] = await suppression.leads(accountId, [values])
      if (isOut) throw new AppError('conflict', 'This is on your suppression list, so it is not stored')
    },

    /** Adds leads to a list within the caller's transaction and keeps its number true; suppressed ones stay out. @returns entity id -> new lead id. */
    async add(
      where: { accountId: number; listId: number; runId: number | null },
      leads: NewLead[],
    ): Promise<Map<number, number>> {
      const isOut = await suppression.leads(
        where.accountId,
        leads.map(({ values }) => values),
      )
      const allowed = leads.filter((_, index) => !isOut[index])
      const added = await insertLeads(db, where.accountId, where.listId, where.runId, allowed)
      await tellLeads(
        db,
        where,
        'added',
        added.map(({ id }) => id),
      )
      const emails = added.filter(hasEmail).length
      await lists.addToCounts(where.accountId, where.listId, { leads: added.length, emails })
      return new Map(added.map((row) => [row.entity_id, row.id]))
    },
  }
}

export type LeadsService = ReturnType<typeof createLeadsService>
