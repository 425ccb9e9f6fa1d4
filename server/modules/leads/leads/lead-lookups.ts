import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { customFieldsOf } from '#server/modules/leads/custom-fields/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { dataSources } from './data-sources.ts'
import { leadHistory } from './lead-history.ts'
import { pointsOfLeads } from './lead-points.ts'
import { countFacets, fieldsIn, idsInList, type LeadScope, pageOfLeads, selectedIds } from './leads-reads.ts'
import { findLead, findLeads, type LeadRow } from './leads-store.ts'
import { presentLead, presentLeadDetail, readable } from './present-lead.ts'
import { readRetention } from './retention.ts'

/** The leads of a list selected by a change. */
export type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number | undefined }

/** Whether filters or sorting use a custom field; only then the account's fields are loaded. */
const namesCustom = (filters: LeadFilters): boolean => CUSTOM_NAME.test(JSON.stringify(filters))
const CUSTOM_NAME = new RegExp(`"-?${CUSTOM_FIELD_PREFIX}`)

/** Looking up and showing leads of lists. */
export function createLeadLookups({ db, lists }: { db: Db; lists: ListsService }) {
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

  /** Reads in parallel with the list lookup: both are limited to the account, and a missing list has no leads. */
  async function readWithList<Read>(
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
    if ('resultIds' in selection) return idsInList(db, scope, selection.resultIds)
    const { filters, first } = selection
    return prefixFields('filters', () => selectedIds(db, scope, filters, first))
  }

  return {
    scopeOf,
    idsOf,

    async page(actor: Actor, listId: number, type: ListTypeId, filters: LeadFilters) {
      const scope = await scopeIn(actor, listId, type, namesCustom(filters))
      const { rows, total, listType } = await pageOfLeads(db, scope, filters)
      if (listType !== type) throw notFound('The list')
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
      const { rows, fields } = await readWithList(actor, listId, type, true, async (scope) => ({
        rows: await countFacets(db, scope, filters),
        fields: new Map(fieldsIn(scope).map((field) => [field.name, field])),
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
      readWithList(actor, listId, type, namesCustom(filters), (scope) => pointsOfLeads(db, scope, filters)),

    async show(actor: Actor, listId: number, type: ListTypeId, id: number) {
      const scope = await scopeOf(actor, listId, type)
      const lead = await findLead(db, scope.accountId, listId, id)
      if (!lead) throw notFound('The lead')
      const history = await leadHistory(db, lead)
      return presentLeadDetail(lead, type, history, await readRetention(db, [lead.provenance]))
    },

    /** Leads of a list for notifications, without deleted and suppressed ones. */
    async presented(accountId: number, list: { id: number; type: ListTypeId }, ids: number[]) {
      const rows = await findLeads(db, accountId, list.id, ids)
      return rows.map((row) => presentLead(row, list.type))
    },

    /** Ids of leads a run has added to a list, without deleted and suppressed ones. */
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

    /** Selected active leads as stored, in chunks of `size` and in order. */
    async *chunks(scope: LeadScope, ids: number[], size: number): AsyncGenerator<LeadRow[]> {
      for (let from = 0; from < ids.length; from += size)
        yield await findLeads(db, scope.accountId, scope.listId, ids.slice(from, from + size))
    },
  }
}

export type LeadLookups = ReturnType<typeof createLeadLookups>
