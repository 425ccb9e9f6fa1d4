import { sql } from 'kysely'
import type { LeadDetail } from '#contract/leads/leads.ts'
import { historyOfLead, starterOfRun } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { changesOfLead, type LeadChange } from './changes/lead-changes.ts'
import type { LeadRow } from './leads-store.ts'

async function creditsByRun(db: Db, lead: LeadRow, runIds: number[]): Promise<Map<number, number>> {
  if (runIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledger_info')
    .select('run_id')
    .select(sql<number>`sum(amount)::int`.as('credits'))
    .where('account_id', '=', lead.account_id)
    .where('lead_id', '=', lead.id)
    .where('run_id', '=', sql<number>`any(${runIds}::bigint[])`)
    .where('credit', '=', 'spent')
    .groupBy('run_id')
    .execute()
  return new Map(rows.map(({ run_id, credits }) => [run_id as number, Number(credits)]))
}

/** Events that a run's credits for a lead are shown at. */
const PAID_EVENTS: ReadonlySet<string> = new Set(['lead.added', 'lead.enriched'])

/** An entry's old and new values; verification results have their own entries. */
function valueChanges(change: LeadChange | undefined) {
  const after = change?.after.values
  if (!after) return {}
  const changes = Object.entries(after).map(([field, value]) => ({
    field,
    from: change.before.values?.[field] ?? null,
    to: value,
  }))
  return { changes }
}

/** A lead's history with people, runs and costs: newest first, ending with its creation. */
export async function leadHistory(db: Db, lead: LeadRow): Promise<LeadDetail['history']> {
  const { account_id: accountId, list_id: listId, run_id: runId } = lead
  const bulk = lead.deleted_by_history_id === null ? [] : [lead.deleted_by_history_id]
  const changes = await changesOfLead(db, accountId, lead.id)
  const events = await historyOfLead(db, accountId, lead.id, [...bulk, ...changes.keys()])
  const starter = runId === null ? undefined : await starterOfRun(db, accountId, listId, runId)
  const runIds = [runId, ...events.map(({ run_id }) => run_id)].filter((id) => id !== null)
  const credits = await creditsByRun(db, lead, [...new Set(runIds)])
  const entries = [
    ...events.map((entry) => ({
      ...entry,
      detail: { ...entry.detail, ...valueChanges(changes.get(entry.id)) },
    })),
    {
      event: 'lead.added' as const,
      detail: { source: lead.source },
      created_at: lead.added_at,
      run_id: runId,
      user_email: starter?.user_email ?? null,
      user_name: starter?.user_name ?? null,
    },
  ]
  return entries.map((entry) => ({
    event: entry.event,
    detail: entry.detail,
    user: entry.user_email,
    user_name: entry.user_name,
    run_id: entry.run_id,
    credits: PAID_EVENTS.has(entry.event) && entry.run_id !== null ? (credits.get(entry.run_id) ?? 0) : 0,
    created_at: entry.created_at.toISOString(),
  }))
}
