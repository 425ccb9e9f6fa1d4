import { sql } from 'kysely'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Condition } from './segment-values.ts'

/** Leads with the same values, and how many of them are won. */
export interface SignalCell {
  values: Record<string, string | null>
  leads: number
  won: number
}

const valueIn = (field: FieldDefinition) =>
  field.column
    ? sql<string | null>`nullif(${sql.ref(`l.${field.column}`)}, '')`
    : sql<string | null>`nullif(l.fields ->> ${field.name}, '')`

/** The account's active leads of a type, each business or person once, without sample data. */
const selectLeads = (accountId: number, type: ListTypeId, fields: readonly FieldDefinition[]) => sql`
  select distinct on (l.entity_id) l.entity_id, l.list_id, l.id, l.name, l.lead_status = 'won' as won
    ${fields.length > 0 ? sql`,` : sql``} ${sql.join(fields.map((field, at) => sql`${valueIn(field)} as ${sql.ref(`v${at}`)}`))}
  from lead_info l join list_info as list on list.account_id = l.account_id and list.id = l.list_id
  where l.account_id = ${accountId} and list.account_id = ${accountId} and list.type = ${type}
    and l.deleted_at is null and list.deleted_at is null and not l.is_sample
  order by l.entity_id, (l.lead_status = 'won') desc, l.id`

/** All leads of a list type, grouped by the values of `fields`. */
export async function signalCells(
  db: Db,
  accountId: number,
  type: ListTypeId,
  fields: readonly FieldDefinition[],
): Promise<SignalCell[]> {
  if (fields.length === 0) return []
  const values = sql.join(fields.map((_, at) => sql.ref(`x.v${at}`)))
  const { rows } = await sql<Omit<SignalCell, 'values'> & { values: (string | null)[] }>`
    select array[${values}]::text[] as values, count(*)::int as leads,
      (count(*) filter (where x.won))::int as won
    from (${selectLeads(accountId, type, fields)}) x group by ${values} order by leads desc, ${values}`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    values: Object.fromEntries(fields.map(({ name }, at) => [name, row.values[at] ?? null])),
  }))
}

/** A segment's won leads, newest first. */
export async function segmentLeads(
  db: Db,
  scope: { accountId: number; type: ListTypeId; fields: readonly FieldDefinition[] },
  conditions: readonly Condition[],
  limit: number,
): Promise<{ id: number; list_id: number; name: string | null }[]> {
  const { accountId, type, fields } = scope
  const tests = conditions.map(
    ({ field, value }) => sql`${sql.ref(`x.v${fields.findIndex(({ name }) => name === field)}`)} = ${value}`,
  )
  const { rows } = await sql<{ id: number; list_id: number; name: string | null }>`
    select x.id, x.list_id, x.name from (${selectLeads(accountId, type, fields)}) x
    where x.won and ${sql.join(tests, sql` and `)}
    order by x.id desc limit ${limit}`.execute(db)
  return rows
}
