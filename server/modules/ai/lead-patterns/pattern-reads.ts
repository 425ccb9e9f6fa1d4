import { sql } from 'kysely'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIGNALS, type SignalId } from '#contract/leads/signals.ts'
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

/** The conditions on rows `x` of `selectLeads`. */
const testsOf = (fields: readonly FieldDefinition[], conditions: readonly Condition[]) =>
  conditions.map(
    ({ field, value }) => sql`${sql.ref(`x.v${fields.findIndex(({ name }) => name === field)}`)} = ${value}`,
  )

/** How many leads have a value of a signal, among the won ones of a segment and among all others. */
export interface SignalCount {
  signal: SignalId
  value: 'yes' | 'no'
  inside: number
  outside: number
}

const YES_NO_SIGNALS = SIGNALS.filter(({ kind }) => kind === 'yes-no').map(({ id }) => id)

interface CountedValue {
  signal: SignalId
  value: 'yes' | 'no'
  /** A bit for each segment of whose won leads these are. */
  segments: number
  leads: number
}

/**
 * Counts each yes and no of the signals, for each segment; unknown is neither. Of a won lead it counts only what was
 * seen before it was won: what a customer has since may be what it bought. One that was won when it was imported was
 * won before.
 */
export async function countSignals(
  db: Db,
  { accountId, type, fields }: { accountId: number; type: ListTypeId; fields: readonly FieldDefinition[] },
  segments: readonly (readonly Condition[])[],
): Promise<SignalCount[][]> {
  if (segments.length === 0) return []
  const bits = segments.map(
    (conditions, at) =>
      sql`case when ${sql.join([sql`x.won`, ...testsOf(fields, conditions)], sql` and `)} then ${2 ** at}::int else 0 end`,
  )
  const { rows } = await sql<CountedValue>`
    select s.signal, s.value, s.segments, count(*)::int as leads from (
      select known.id as signal, l.fields ->> known.id as value, ${sql.join(bits, sql` + `)} as segments
      from (${selectLeads(accountId, type, fields)}) x
      join lead_info l on l.account_id = ${accountId} and l.list_id = x.list_id and l.id = x.id
      left join lateral (
        select max(h.created_at) as at from lead_change_info c
        join history_info h on h.account_id = c.account_id and h.id = c.history_id
        where c.account_id = ${accountId} and h.account_id = ${accountId} and c.lead_id = x.id
          and c.after -> 'values' ->> 'lead_status' = 'won'
      ) w on x.won
      cross join unnest(${YES_NO_SIGNALS}::text[]) as known (id)
      where l.fields ->> known.id in ('yes', 'no') and (not x.won or coalesce(
        l.provenance -> 'fields' -> known.id ->> 'observed_at', l.provenance -> 'default' ->> 'observed_at'
      )::timestamptz < coalesce(w.at, l.added_at))
    ) s group by s.signal, s.value, s.segments order by s.signal, s.value`.execute(db)
  const byValue = [...Map.groupBy(rows, ({ signal, value }) => `${signal} ${value}`).values()]
  return segments.map((_segment, at) =>
    byValue.map((counted): SignalCount => {
      const { signal, value } = counted[0] as CountedValue
      const sum = (isInside: boolean) =>
        counted
          .filter(({ segments }) => ((segments & (2 ** at)) !== 0) === isInside)
          .reduce((total, { leads }) => total + leads, 0)
      return { signal, value, inside: sum(true), outside: sum(false) }
    }),
  )
}

/** A segment's won leads, newest first. */
export async function segmentLeads(
  db: Db,
  scope: { accountId: number; type: ListTypeId; fields: readonly FieldDefinition[] },
  conditions: readonly Condition[],
  limit: number,
): Promise<{ id: number; list_id: number; name: string | null }[]> {
  const { accountId, type, fields } = scope
  const tests = testsOf(fields, conditions)
  const { rows } = await sql<{ id: number; list_id: number; name: string | null }>`
    select x.id, x.list_id, x.name from (${selectLeads(accountId, type, fields)}) x
    where x.won and ${sql.join(tests, sql` and `)}
    order by x.id desc limit ${limit}`.execute(db)
  return rows
}
