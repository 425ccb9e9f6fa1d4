import { expressionBuilder, type SqlBool, sql } from 'kysely'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { type ListTypeId, listFields } from '#contract/leads/list-types/index.ts'
import type { ServiceSignal } from '#contract/leads/services.ts'
import type { Db } from '#server/platform/db/db.ts'
import { makeOrder, type SortKey, startPage } from '#server/platform/db/paging.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { labelNames } from './labels/label-conditions.ts'
import { withoutEmailResult } from './lead-conditions.ts'
import { filterExpression, matchesAllActive, sortOrder } from './lead-filters.ts'
import { LEAD_COLUMNS, type LeadRow } from './leads-store.ts'
import { SHOWN_COLUMNS, type ShownLead } from './present-lead.ts'

/** A list, or some of its leads, and the time zone of its account. */
export interface LeadScope {
  accountId: number
  listId: number
  ids?: number[]
  type: ListTypeId
  timeZone: string
  /** Of the reader: decides the order of texts. */
  locale?: string | null
  /** The account's custom fields. */
  custom?: FieldDefinition[]
  /** What an order by `why` counts. */
  reasons?: readonly ServiceSignal[]
}

export const fieldsIn = ({ type, custom }: Pick<LeadScope, 'type' | 'custom'>): FieldDefinition[] =>
  listFields(type, custom)

const FACET_VALUES = 50

/** The field with a lead's labels. */
const LABELS_FIELD = 'labels'

/** Query of a list's leads that match the filters, without columns or order. */
export function filteredLeads(db: Db, scope: LeadScope, filters: LeadFilters, skipField?: string) {
  const query = db
    .selectFrom('lead')
    .where('lead.account_id', '=', scope.accountId)
    .where('lead.list_id', '=', scope.listId)
    .where((eb) => filterExpression(eb, fieldsIn(scope), filters, scope.timeZone, skipField))
  return scope.ids ? query.where('lead.id', '=', sql<number>`any(${scope.ids}::bigint[])`) : query
}

/** A total order: the requested sort, leads without a value last, then arrival. */
function leadSortKeys(scope: LeadScope, filters: LeadFilters): SortKey[] {
  const order = sortOrder(fieldsIn(scope), filters.sort, scope)
  const arrival = { by: sql`lead.id`, isRequired: true }
  if (!order) return [arrival]
  const { by, descending, isRequired } = order
  return [{ by: sql`${by}`, descending, nulls: 'last', isRequired }, arrival]
}

/** The same query with columns and order. */
export function orderedLeads(db: Db, scope: LeadScope, filters: LeadFilters) {
  return filteredLeads(db, scope, filters)
    .select(LEAD_COLUMNS)
    .select(labelNames(scope.accountId).as('labels'))
    .orderBy(makeOrder(leadSortKeys(scope, filters)))
}

export interface LeadPlace {
  list_id: number
  id: number
}

/** Leads of all lists of a type that match the filters, except lists in the trash. */
export const leadsOfEveryList = (
  db: Db,
  scope: Omit<LeadScope, 'listId' | 'ids'>,
  filters: LeadFilters,
): Promise<LeadPlace[]> =>
  db
    .selectFrom('lead')
    .innerJoin('list_info as list', (join) =>
      join.onRef('list.account_id', '=', 'lead.account_id').onRef('list.id', '=', 'lead.list_id'),
    )
    .select(['lead.list_id', 'lead.id'])
    .where('lead.account_id', '=', scope.accountId)
    .where('list.type', '=', scope.type)
    .where('list.deleted_at', 'is', null)
    .where((eb) => filterExpression(eb as never, fieldsIn(scope), filters, scope.timeZone))
    .execute()

const SHOWN = sql.raw(SHOWN_COLUMNS.map((name) => `lead.${name}`).join(', '))
const SHOWN_WITH_ORIGINS = sql`${SHOWN}, lead.provenance`

/**
 * A page, its total, and the type of the list, null when there is no such list outside the trash. The two statements run in
 * parallel, because the count takes longest. They are raw SQL: with thirty columns the query builder takes longer
 * than the database does for a small list.
 */
export async function listLeads(db: Db, scope: LeadScope, filters: LeadFilters, withOrigins = false) {
  const given = [expressionBuilder<Tables, 'lead'>(), fieldsIn(scope), filters, scope.timeZone] as const
  const passes = filterExpression(...given)
  const { accountId, listId, ids } = scope
  const among = ids ? sql<SqlBool>`lead.id = any(${ids}::bigint[])` : sql<SqlBool>`true`
  const page = startPage(leadSortKeys(scope, filters), filters)
  const matching = sql`from lead where lead.account_id = ${accountId} and lead.list_id = ${listId}
    and ${among} and ${passes}`
  // The list knows how many leads it has; counting a million takes longer than all the rest.
  const counted =
    !ids && matchesAllActive(...given)
      ? sql`(select list.lead_count from list_info as list where list.account_id = ${accountId} and list.id = ${listId})`
      : sql`(select count(*) ${matching})`
  const [found, about] = await Promise.all([
    sql<
      ShownLead & Partial<Pick<LeadRow, 'provenance'>>
    >`select ${withOrigins ? SHOWN_WITH_ORIGINS : SHOWN}, ${labelNames(accountId)} as labels, ${sql.join(page.columns)}
      ${matching} and ${page.condition}
      order by ${page.order} limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number; type: ListTypeId | null }>`select
        ${page.knownTotal === null ? counted : sql`${page.knownTotal}::bigint`} as total,
        (select list.type from list_info as list
          where list.account_id = ${accountId} and list.id = ${listId} and list.deleted_at is null) as type`.execute(
      db,
    ),
  ])
  const { total, type } = about.rows[0] as { total: number; type: ListTypeId | null }
  return { rows: page.take(found.rows, Number(total)), total: Number(total), listType: type }
}

const facetColumn = (fields: readonly FieldDefinition[], name: string) => {
  const field = fields.find((item) => item.name === name)
  if (name === 'email_state') return sql<string | null>`coalesce(${withoutEmailResult}, lead.email_state)`
  return field?.column
    ? sql<string | null>`${sql.ref(`lead.${field.column}`)}`
    : sql<string | null>`(lead.fields ->> ${name})`
}

export interface FacetRow {
  field: string
  value: string | null
  /** Label of the value, where the database has one. */
  label?: string
  count: number
}

/**
 * Counts per value of the facet fields. Fields without a condition of their own share one pass over the rows
 * (grouping sets); each of the others is counted without its own conditions.
 */
export async function countFacets(db: Db, scope: LeadScope, filters: LeadFilters): Promise<FacetRow[]> {
  const facets = fieldsIn(scope)
    .filter((field) => field.facet && field.kind !== 'labels')
    .map((field) => field.name)
  const own = new Set(
    filters.custom_search
      .filter((rule) => rule.operator === 'like' || rule.operator === 'not like')
      .map((rule) => rule.field),
  )
  const shared = facets.filter((name) => !own.has(name))
  const groups = [
    ...(shared.length > 0 ? [{ names: shared, skip: undefined }] : []),
    ...facets.filter((name) => own.has(name)).map((name) => ({ names: [name], skip: name })),
  ]
  const results = await Promise.all([
    ...groups.map(({ names, skip }) => countGroup(db, scope, filters, names, skip)),
    countLabels(db, scope, filters),
  ])
  return results.flat()
}

/** Counts per value of one field, without its own conditions. */
export const countField = (db: Db, scope: LeadScope, filters: LeadFilters, name: string) =>
  countGroup(db, scope, filters, [name], name)

/** Leads per label id, ignoring conditions on labels. */
async function countLabels(db: Db, scope: LeadScope, filters: LeadFilters): Promise<FacetRow[]> {
  const filtered = filteredLeads(db, scope, filters, LABELS_FIELD).select('lead.id')
  const { rows } = await sql<FacetRow & { label: string }>`
    select ${LABELS_FIELD} as field, label.id::text as value, label.name as label, count(*)::int as count
    from lead_label
    join label on label.account_id = lead_label.account_id and label.id = lead_label.label_id and label.deleted_at is null
    where lead_label.account_id = ${scope.accountId} and lead_label.lead_id in (${filtered})
    group by label.id, label.name order by count desc, label.name limit ${FACET_VALUES}`.execute(db)
  return rows
}

async function countGroup(
  db: Db,
  scope: LeadScope,
  filters: LeadFilters,
  names: string[],
  skip: string | undefined,
): Promise<FacetRow[]> {
  const columns = names.map((name, index) => facetColumn(fieldsIn(scope), name).as(`v${index}`))
  const rows = filteredLeads(db, scope, filters, skip).select(columns as never)
  const refs = names.map((_name, index) => sql.ref(`v${index}`))
  const sets = sql.join(refs.map((ref) => sql`(${ref})`))
  const which = sql.join(
    names.map((name, index) => sql`when grouping(${refs[index]}) = 0 then ${name}::text`),
    sql` `,
  )
  const value = sql.join(
    names.map((_name, index) => sql`when grouping(${refs[index]}) = 0 then ${refs[index]}`),
    sql` `,
  )
  const counted = sql<FacetRow>`
    with rows as (${rows}),
    counted as (select case ${which} end as field, case ${value} end as value, count(*)::int as count from rows group by grouping sets (${sets})),
    ranked as (select *, row_number() over (partition by field order by count desc, value) as rank from counted)
    select field, value, count from ranked where rank <= ${FACET_VALUES} order by field, rank`
  return (await counted.execute(db)).rows
}

/** Which of these ids are leads of the list, in order and once each, including deleted and suppressed leads. */
export async function idsInList(
  db: Db,
  { accountId, listId }: Pick<LeadScope, 'accountId' | 'listId'>,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('lead')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const filtered = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => filtered.has(id))
}

/** Ids of a selection, in list order. */
export async function selectedIds(
  db: Db,
  scope: LeadScope,
  filters: LeadFilters,
  first: number | undefined,
): Promise<number[]> {
  let query = orderedLeads(db, scope, filters).clearSelect().select('lead.id')
  if (first !== undefined) query = query.limit(first)
  const { ids } = await db
    .selectFrom(query.as('selected'))
    .select(sql<number[]>`coalesce(array_agg(id), '{}')`.as('ids'))
    .executeTakeFirstOrThrow()
  return ids
}

/** A list's leads with their labels, by id; `withDeleted` for an import, which brings leads back. */
export function leadsAfter(
  db: Db,
  { accountId, listId, after, limit }: { accountId: number; listId: number; after: number; limit: number },
  { withDeleted = false } = {},
) {
  const query = db
    .selectFrom('lead')
    .select(LEAD_COLUMNS)
    .select(labelNames(accountId).as('labels'))
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  return (withDeleted ? query : query.where('deleted_at', 'is', null)).execute()
}
