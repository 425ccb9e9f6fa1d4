import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { joinReasons } from '#contract/leads/services.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import { getServices } from '#server/modules/leads/services/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField, notFound, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { dataSources } from './data-sources.ts'
import { leadHistory } from './lead-history.ts'
import { pointsOfLeads } from './lead-points.ts'
import * as reads from './leads-reads.ts'
import { fieldsIn, idsInList, type LeadScope, selectedIds } from './leads-reads.ts'
import { findLead, findLeads, type LeadRow } from './leads-store.ts'
import { presentLead, presentLeadDetail, readable } from './present-lead.ts'
import { readRetention } from './retention.ts'
import { presentWhy, withReasons } from './why.ts'

/** The leads of a list selected by a change. */
export type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number }

/** Whether filters or sorting use a custom field; only then the account's fields are loaded. */
const namesCustom = (filters: LeadFilters): boolean => CUSTOM_NAME.test(JSON.stringify(filters))
const CUSTOM_NAME = new RegExp(`"-?${CUSTOM_FIELD_PREFIX}`)

export async function findLeadScope(
  ctx: Context,
  actor: Actor,
  listId: number,
  type: ListTypeId,
): Promise<LeadScope> {
  await findOwnList(ctx, actor, listId, type)
  return scopeIn(ctx, actor, listId, type, true)
}

const scopeIn = async (
  ctx: Context,
  actor: Actor,
  listId: number,
  type: ListTypeId,
  withCustom: boolean,
): Promise<LeadScope> => ({
  accountId: actor.accountId,
  listId,
  type,
  timeZone: actor.timeZone,
  locale: actor.locale ?? null,
  ...(withCustom && { custom: await findFieldDefinitions(ctx.db, actor.accountId) }),
})

/** Reads in parallel with the list lookup: both are limited to the account, and a missing list has no leads. */
async function readWithList<Read>(
  ctx: Context,
  actor: Actor,
  listId: number,
  type: ListTypeId,
  withCustom: boolean,
  read: (scope: LeadScope) => Promise<Read>,
): Promise<Read> {
  const [, answer] = await Promise.all([
    findOwnList(ctx, actor, listId, type),
    scopeIn(ctx, actor, listId, type, withCustom).then(read),
  ])
  return answer
}

export async function findLeadIds(ctx: Context, scope: LeadScope, selection: Selection): Promise<number[]> {
  if ('resultIds' in selection) return idsInList(ctx.db, scope, selection.resultIds)
  const { filters, first } = selection
  const ordered = await withReasons(ctx, scope, filters.sort)
  return prefixFields('filters', () => selectedIds(ctx.db, ordered, filters, first))
}

/** A page of leads; `service` adds why each may need it. @throws AppError not_found for the list or the service. */
export async function listLeads(
  ctx: Context,
  actor: Actor,
  { listId, type, service }: { listId: number; type: ListTypeId; service?: number | 'all' },
  filters: LeadFilters,
) {
  if (actor.ownListsOnly) await findOwnList(ctx, actor, listId, type)
  const reasons =
    service === undefined ? null : joinReasons(await getServices(ctx.db, actor.accountId, service))
  const plain = await scopeIn(ctx, actor, listId, type, namesCustom(filters))
  const scope = await withReasons(ctx, plain, filters.sort)
  const { rows, total, listType } = await reads.listLeads(ctx.db, scope, filters, reasons !== null)
  if (listType !== type) throw notFound('The list')
  return pageReply(
    rows.map((row) => ({
      ...presentLead(row, type),
      ...(reasons &&
        row.provenance && { why: presentWhy(ctx, { ...row, provenance: row.provenance }, reasons) }),
    })),
    filters,
    total,
  )
}

export async function listDataSources(ctx: Context, actor: Actor, listId: number) {
  await findOwnList(ctx, actor, listId)
  return dataSources(ctx.db, actor.accountId, listId)
}

/** A field whose values are counted on demand. @throws AppError validation_failed. */
function readCounted(scope: LeadScope, name: string): string {
  const field = fieldsIn(scope).find((known) => known.name === name)
  if (field?.facet && field.kind !== 'labels') return name
  if (field?.kind === 'choice') return name
  throw invalidField('field', 'This field has no values to count')
}

/** Counts of all facets, or of one field. */
export async function countFacets(
  ctx: Context,
  actor: Actor,
  {
    listId,
    type,
    filters,
    field,
  }: { listId: number; type: ListTypeId; filters: LeadFilters; field?: string },
) {
  const { rows, fields } = await readWithList(ctx, actor, listId, type, true, async (scope) => ({
    rows: await (field === undefined
      ? reads.countFacets(ctx.db, scope, filters)
      : reads.countField(ctx.db, scope, filters, readCounted(scope, field))),
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
}

export const listPoints = (
  ctx: Context,
  actor: Actor,
  listId: number,
  type: ListTypeId,
  filters: LeadFilters,
) =>
  readWithList(ctx, actor, listId, type, namesCustom(filters), (scope) =>
    pointsOfLeads(ctx.db, scope, filters),
  )

export async function showLead(ctx: Context, actor: Actor, listId: number, type: ListTypeId, id: number) {
  const scope = await findLeadScope(ctx, actor, listId, type)
  const lead = await findLead(ctx.db, scope.accountId, listId, id)
  if (!lead) throw notFound('The lead')
  const history = await leadHistory(ctx.db, lead)
  return presentLeadDetail(lead, { type, history, retention: await readRetention(ctx.db, [lead.provenance]) })
}

/** Leads of a list for notifications, without deleted and suppressed ones. */
export async function presentLeads(
  ctx: Context,
  accountId: number,
  list: { id: number; type: ListTypeId },
  ids: number[],
) {
  const rows = await findLeads(ctx.db, accountId, list.id, ids)
  return rows.map((row) => presentLead(row, list.type))
}

/** Ids of leads a run has added to a list, without deleted and suppressed ones. */
export async function listLeadsAddedBy(
  ctx: Context,
  accountId: number,
  listId: number,
  runId: number,
): Promise<number[]> {
  const rows = await ctx.db
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
}

/** Selected active leads as stored, in chunks of `size` and in order. */
export async function* readLeadChunks(
  ctx: Context,
  scope: LeadScope,
  ids: number[],
  size: number,
): AsyncGenerator<LeadRow[]> {
  for (let from = 0; from < ids.length; from += size)
    yield await findLeads(ctx.db, scope.accountId, scope.listId, ids.slice(from, from + size))
}
