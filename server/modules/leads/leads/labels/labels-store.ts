import { type Generated, type Selectable, sql } from 'kysely'
import type { LabelColor } from '#contract/leads/label-colors.ts'
import type { LabelRule } from '#contract/leads/labels.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'

interface LabelTable {
  account_id: number
  id: Generated<number>
  name: string
  color: LabelColor
  rule: LabelRule | null
  rule_ran_at: Date | null
  created_by: number | null
  created_at: Generated<Date>
  deleted_at: Date | null
}
interface LeadLabelTable {
  account_id: number
  lead_id: number
  label_id: number
  by_rule: Generated<boolean>
  added_by: number | null
  added_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    label: LabelTable
    lead_label: LeadLabelTable
  }
}
export type LabelRow = Selectable<LabelTable>

const ofAccount = (db: Db, accountId: number) =>
  db.selectFrom('label').selectAll().where('account_id', '=', accountId)

/** An account's labels by name, without deleted ones. */
export const findLabels = (db: Db, accountId: number): Promise<LabelRow[]> =>
  ofAccount(db, accountId).where('deleted_at', 'is', null).orderBy(sql`lower(name)`).execute()

/** The label of this name that was deleted last, with its leads. */
export const findDeletedLabel = (db: Db, accountId: number, name: string) =>
  ofAccount(db, accountId)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const lockLabel = (db: Db, accountId: number, id: number): Promise<LabelRow | undefined> =>
  ofAccount(db, accountId).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertLabel = (
  db: Db,
  label: Pick<LabelRow, 'account_id' | 'name' | 'color' | 'rule' | 'created_by'>,
): Promise<LabelRow> =>
  insertRow(db, 'label', {
    ...label,
    rule: label.rule && asJson(label.rule),
    rule_ran_at: null,
    deleted_at: null,
  })

/** Changes of a label; `ran` records that its rule was run now. */
export type LabelChange =
  | { name?: string; color?: LabelColor; rule?: LabelRule | null }
  | { deleted: boolean }
  | { ran: true }

const now = sql<Date>`now()`

function makeColumns(change: LabelChange) {
  if ('ran' in change) return { rule_ran_at: now }
  if ('deleted' in change) return { deleted_at: change.deleted ? now : null }
  const { rule, ...rest } = change
  if (rule === undefined) return rest
  // A changed rule has not been run yet.
  return { ...rest, rule: rule && asJson(rule), rule_ran_at: null }
}

export const updateLabel = (db: Db, { account_id, id }: LabelRow, change: LabelChange): Promise<LabelRow> =>
  db
    .updateTable('label')
    .set(makeColumns(change))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Number of active leads and lists per label. Counted for each list first: sorted by list to count these, a million
 * labelled leads took three times as long.
 */
export async function countLabelUses(
  db: Db,
  accountId: number,
): Promise<Map<number, { leads: number; lists: number }>> {
  const { rows } = await sql<{ label_id: number; leads: number; lists: number }>`
    select used.label_id, sum(used.leads)::int as leads, count(*)::int as lists
    from (
      select ll.label_id, l.list_id, count(*) as leads from lead_label ll
      join lead l on l.account_id = ll.account_id and l.id = ll.lead_id
      where ll.account_id = ${accountId} and l.account_id = ${accountId} and l.deleted_at is null
      group by ll.label_id, l.list_id
    ) used
    join list_info list on list.account_id = ${accountId} and list.id = used.list_id and list.deleted_at is null
    group by used.label_id`.execute(db)
  return new Map(rows.map(({ label_id, ...uses }) => [label_id, uses]))
}

/** Active leads with a label, and whether its rule added it. */
export async function leadsWithLabel(
  db: Db,
  accountId: number,
  labelId: number,
): Promise<{ list_id: number; id: number; by_rule: boolean }[]> {
  const { rows } = await sql<{ list_id: number; id: number; by_rule: boolean }>`
    select l.list_id, l.id, ll.by_rule from lead_label ll
    join lead l on l.account_id = ll.account_id and l.id = ll.lead_id and l.deleted_at is null
    where ll.account_id = ${accountId} and ll.label_id = ${labelId}`.execute(db)
  return rows
}

export const findLeadLabels = (db: Db, accountId: number, labelIds: number[], leadIds: number[]) =>
  db
    .selectFrom('lead_label')
    .select(['lead_id', 'label_id'])
    .where('account_id', '=', accountId)
    .where('label_id', '=', sql<number>`any(${labelIds}::bigint[])`)
    .where('lead_id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .execute()

/** Adds one label to leads that lack it. */
export const insertLeadLabels = (
  db: Db,
  label: { accountId: number; labelId: number; userId: number | null; byRule: boolean },
  leadIds: number[],
) =>
  sql`insert into lead_label (account_id, lead_id, label_id, by_rule, added_by)
    select ${label.accountId}, id, ${label.labelId}, ${label.byRule}, ${label.userId}
    from unnest(${leadIds}::bigint[]) as id on conflict do nothing`.execute(db)

/** Adds the labels of other leads to a lead, including deleted labels. @returns the added labels. */
export async function joinLabels(
  db: Db,
  { accountId, userId }: { accountId: number; userId: number | null },
  to: number,
  from: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from label where account_id = ${accountId}`.execute(db)
  const labelIds = rows.map(({ id }) => id)
  if (labelIds.length === 0) return []
  const has = await findLeadLabels(db, accountId, labelIds, [to, ...from])
  const own = new Set(has.filter((row) => row.lead_id === to).map((row) => row.label_id))
  const added = [...new Set(has.map((row) => row.label_id))].filter((id) => !own.has(id))
  for (const labelId of added) await insertLeadLabels(db, { accountId, labelId, userId, byRule: false }, [to])
  return added
}

export const deleteLeadLabels = (db: Db, label: { accountId: number; labelId: number }, leadIds: number[]) =>
  db
    .deleteFrom('lead_label')
    .where('account_id', '=', label.accountId)
    .where('label_id', '=', label.labelId)
    .where('lead_id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .execute()

/** Adds another label to all leads of a label. @returns how many did not have it yet. */
export async function copyLabel(
  db: Db,
  { accountId, from, into }: { accountId: number; from: number; into: number },
): Promise<number> {
  const result = await sql`insert into lead_label (account_id, lead_id, label_id, added_by, merged_from)
    select account_id, lead_id, ${into}, added_by, ${from} from lead_label
    where account_id = ${accountId} and label_id = ${from} on conflict do nothing`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Removes labels added by merging this one into others. */
export async function revertMerges(db: Db, accountId: number, from: number): Promise<void> {
  await sql`delete from lead_label where account_id = ${accountId} and merged_from = ${from}`.execute(db)
}

/** Copies the labels of leads to their copies, which refer to the same business or person. */
export const copyLeadLabels = (
  db: Db,
  { accountId, from, to, ids }: { accountId: number; from: number; to: number; ids: number[] },
) =>
  sql`insert into lead_label (account_id, lead_id, label_id, by_rule, added_by)
    select ll.account_id, c.id, ll.label_id, ll.by_rule, ll.added_by
    from lead c
    join lead o on o.account_id = c.account_id and o.list_id = ${from} and o.entity_id = c.entity_id
    join lead_label ll on ll.account_id = o.account_id and ll.lead_id = o.id
    where c.account_id = ${accountId} and c.list_id = ${to} and c.id = any(${ids}::bigint[])
    on conflict do nothing`.execute(db)

/** Permanently deletes labels deleted more than `days` ago, and labels of deleted leads. */
export async function removeOldLabels(db: Db, days: number): Promise<void> {
  const old = sql`select account_id, id from label where deleted_at < now() - make_interval(days => ${days})`
  await sql`delete from lead_label where (account_id, label_id) in (${old})`.execute(db)
  await sql`delete from label where (account_id, id) in (${old})`.execute(db)
}
