import { recordHistory } from '#server/modules/leads/lists/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type EmailSearch, updateEmailSearch } from './leads-store.ts'

/** The run that works on leads of a list. */
export interface RunPlace {
  accountId: number
  listId: number
  runId: number
  userId: number | null
}

const CHUNK = 2000
/** Results that get a history entry: found values have their own, and skipped leads have nothing to show. */
const RECORDED = new Set(['not_found', 'unreadable'])

/** Records the state of leads' email searches, with a history entry when one ended without an email. */
export async function setEmailSearch(db: Db, where: RunPlace, items: EmailSearch[]): Promise<void> {
  const { accountId, listId, runId, userId } = where
  const at = systemClock.now().toISOString()
  const dated = items.map((item) => (RECORDED.has(item.state) ? { ...item, at } : item))
  for (let from = 0; from < items.length; from += CHUNK)
    await updateEmailSearch(db, accountId, listId, dated.slice(from, from + CHUNK))
  await recordHistory(
    db,
    items
      .filter(({ state }) => RECORDED.has(state))
      .map(({ leadId, state, reason, sources }) => ({
        accountId,
        listId,
        leadId,
        runId,
        userId,
        event: 'lead.email_searched' as const,
        detail: {
          email_search: state,
          ...(reason && { email_search_reason: reason }),
          ...(sources && { sources }),
          run_id: runId,
        },
      })),
  )
}

/** Adds a history entry that sources were queried for a value without a result. */
export const recordLookup = (
  db: Db,
  where: RunPlace,
  leadId: number,
  detail: { want: string; sources: number },
) => recordHistory(db, [{ ...where, leadId, event: 'lead.looked_up' as const, detail }])

/** Adds history entries about verification results of emails. */
export async function recordEmailStates(
  db: Db,
  accountId: number,
  rows: { id: number; list_id: number }[],
  detail: { email_state: string; because: 'checked' | 'bounced' },
): Promise<void> {
  const event = { accountId, userId: null, event: 'lead.email_checked' as const, detail }
  for (let from = 0; from < rows.length; from += CHUNK)
    await recordHistory(
      db,
      rows.slice(from, from + CHUNK).map(({ id, list_id }) => ({ ...event, leadId: id, listId: list_id })),
    )
}
