import { sql } from 'kysely'
import type { SignalChange } from '#contract/leads/signal-changes.ts'
import type { Db } from '#server/platform/db/db.ts'

interface Place {
  accountId: number
  listId: number
}

/** Which entries: those of a run, or those of all runs after one. */
type Which = { runId: number } | { afterRunId: number }

/** Which leads’ signals changed, each entry with its changes, without those undone with their check. */
export async function listSignalChanges(
  db: Db,
  { accountId, listId, ...which }: Place & Which,
): Promise<{ leadId: number; changes: SignalChange[] }[]> {
  const { rows } = await sql<{ lead_id: number; signals: SignalChange[] }>`
    select h.lead_id, h.detail -> 'signals' as signals
    from history h where h.account_id = ${accountId} and h.list_id = ${listId} and h.event = 'lead.signals_changed'
      and ${'runId' in which ? sql`h.run_id = ${which.runId}` : sql`h.run_id > ${which.afterRunId}`}
      and not exists (select from history u where u.account_id = ${accountId} and u.list_id = ${listId}
        and u.run_id = h.run_id and u.lead_id is null and u.event = 'run.check_websites' and u.undone_at is not null)
    order by h.id`.execute(db)
  return rows.map(({ lead_id, signals }) => ({ leadId: lead_id, changes: signals }))
}
