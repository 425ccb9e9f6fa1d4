import { sql } from 'kysely'
import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import { addToListCounts, recordHistory } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { rewriteChanges } from './changes/lead-changes.ts'
import { setValue, valueIn } from './lead-values.ts'
import { hasEmail, LEAD_COLUMNS, type LeadRow, updateLeads, VALUE_COLUMNS } from './leads-store.ts'
import { expiryIn, findExpiry, type Retention, readRetention } from './retention.ts'

/** Leads of one list per batch. */
export const EXPIRED_BATCH = 500

export interface ListPlace {
  accountId: number
  listId: number
}

/** Lists with values that expired by `now` (ISO 8601). */
export async function findListsWithExpired(db: Db, now: string): Promise<ListPlace[]> {
  const { rows } = await sql<{ account_id: number; list_id: number }>`
    select distinct account_id, list_id from lead
    where provenance ? 'expires_at' and provenance ->> 'expires_at' <= ${now}
    order by account_id, list_id`.execute(db)
  return rows.map(({ account_id, list_id }) => ({ accountId: Number(account_id), listId: Number(list_id) }))
}

/** Leads of a list with expired values, including deleted ones, locked in a consistent order. */
const lockDue = (db: Db, { accountId, listId }: ListPlace, now: string): Promise<LeadRow[]> =>
  db
    .selectFrom('lead')
    .select(LEAD_COLUMNS)
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where(sql<boolean>`provenance ? 'expires_at' and provenance ->> 'expires_at' <= ${now}`)
    .orderBy('id')
    .limit(EXPIRED_BATCH)
    .forUpdate()
    .execute()

/** The lead without expired values, and their names. */
function withoutExpired(
  lead: LeadRow,
  retention: Retention,
  now: string,
): { next: LeadRow; fields: string[] } {
  const next = { ...lead, fields: { ...lead.fields }, provenance: { ...lead.provenance } }
  const origins = { ...lead.provenance.fields }
  const fields = [...VALUE_COLUMNS, ...Object.keys(lead.fields)].filter((name) => {
    const at = valueIn(lead, name) === null ? null : expiryIn(retention, lead.provenance, name)
    return at !== null && at <= now
  })
  for (const name of fields) {
    setValue(next, name, null)
    delete origins[name]
  }
  next.provenance.fields = origins
  return { next, fields }
}

/**
 * Clears values of up to `EXPIRED_BATCH` leads of a list whose retention has ended, also in the trash and in the
 * history of leads, in the caller's transaction. What another source has confirmed stays, with that source.
 * @returns how many leads had such values.
 */
export async function expireValuesIn(ctx: Context, place: ListPlace, now: string): Promise<number> {
  const { db } = ctx
  const rows = await lockDue(db, place, now)
  const retention = await readRetention(
    db,
    rows.map(({ provenance }) => provenance),
  )
  const changed = rows.map((row) => ({ row, ...withoutExpired(row, retention, now) }))
  await updateLeads(
    db,
    changed.map(({ next }) => next),
  )
  const defaults = new Map(rows.map((row) => [row.id, row.provenance.default]))
  await rewriteChanges(db, place.accountId, [...defaults.keys()], (leadId, field, origin) => {
    const from = origin ?? defaults.get(leadId)
    const at = from ? findExpiry(retention, from, field) : null
    return at !== null && at <= now
  })
  const emptied = changed.filter(({ fields }) => fields.length > 0)
  await recordHistory(
    db,
    emptied.map(({ row, fields }) => ({
      ...place,
      leadId: row.id,
      userId: null,
      event: 'lead.expired',
      detail: { fields },
    })),
  )
  const active = emptied.filter(({ row }) => row.deleted_at === null)
  await emitLeads(
    db,
    place,
    'changed',
    active.map(({ row }) => row.id),
  )
  const emails = active.reduce(
    (sum, { row, next }) => sum + Number(hasEmail(next)) - Number(hasEmail(row)),
    0,
  )
  if (emails !== 0) await addToListCounts(ctx, place.accountId, place.listId, { leads: 0, emails })
  return rows.length
}
