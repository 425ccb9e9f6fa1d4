import { sql } from 'kysely'
import { MIN_WON_LEADS } from '#contract/ai/lead-scores.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow } from '#server/platform/db/rows.ts'
import type { ScoreModel, Weight } from './score-model.ts'

interface LeadScoreModelTable {
  account_id: number
  list_type: ListTypeId
  weights: Weight[]
  leads: number
  won: number
  computed_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    lead_score_model: LeadScoreModelTable
  }
}

export const findModel = (db: Db, accountId: number, type: ListTypeId) =>
  findRow(db, 'lead_score_model', { account_id: accountId, list_type: type })

export async function saveModel(
  db: Db,
  accountId: number,
  type: ListTypeId,
  model: ScoreModel | null,
): Promise<void> {
  if (!model) {
    await deleteRows(db, 'lead_score_model', { account_id: accountId, list_type: type })
    return
  }
  const row = { ...model, weights: asJson(model.weights), computed_at: sql<Date>`now()` }
  await db
    .insertInto('lead_score_model')
    .values({ account_id: accountId, list_type: type, ...row })
    .onConflict((oc) => oc.columns(['account_id', 'list_type']).doUpdateSet(row))
    .execute()
}

/** Won leads of a type, each once however many lists it is in. */
export async function countWon(db: Db, accountId: number, type: ListTypeId): Promise<number> {
  const { rows } = await sql<{ won: number }>`
    select count(distinct l.entity_id)::int as won from lead_info l
      join list_info list on list.account_id = l.account_id and list.id = l.list_id
      where l.account_id = ${accountId} and list.account_id = ${accountId} and list.type = ${type}
        and l.lead_status = 'won' and l.deleted_at is null and list.deleted_at is null
        and not l.is_sample`.execute(db)
  return rows[0]?.won ?? 0
}

/** Accounts and list types with enough won leads, or with existing scores. */
export async function findScorable(db: Db): Promise<{ account_id: number; type: ListTypeId }[]> {
  const { rows } = await sql<{ account_id: number; type: ListTypeId }>`
    select l.account_id, list.type from lead_info l
      join list_info list on list.account_id = l.account_id and list.id = l.list_id
      where l.lead_status = 'won' and l.deleted_at is null and list.deleted_at is null and not l.is_sample
      group by l.account_id, list.type having count(distinct l.entity_id) >= ${MIN_WON_LEADS}
    union
    select account_id, list_type from lead_score_model`.execute(db)
  return rows
}

/** Values of active leads of a type after a lead, in order of their ids. */
export async function leadsToScore(
  db: Db,
  accountId: number,
  type: ListTypeId,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; list_id: number; values: Record<string, string | null> }[]> {
  const { rows } = await sql<{ id: number; list_id: number; values: Record<string, string | null> }>`
    select l.id, l.list_id, l.fields || jsonb_build_object('category', l.category, 'region', l.region,
      'country', l.country, 'position', l.position) as values
    from lead_info l join list_info list on list.account_id = l.account_id and list.id = l.list_id
    where l.account_id = ${accountId} and list.account_id = ${accountId} and list.type = ${type}
      and l.deleted_at is null and l.id > ${after}
    order by l.id limit ${limit}`.execute(db)
  return rows
}
