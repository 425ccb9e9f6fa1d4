import { sql } from 'kysely'
import type { CrmId } from '#contract/leads/crm.ts'
import { SENDER_OUTCOMES, type SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import type { Db } from '#server/platform/db/db.ts'

/** What is done once about a lead: its status is set, and an unsubscribed address is suppressed. */
type OutcomeDeed = SenderOutcome | 'suppressed'

export interface OutcomeLead {
  lead_id: number
  list_id: number
  win: OutcomeDeed
  /** As it was handed over. */
  address: string | null
  at: Date | null
}

/** What is needed of a connection. */
interface Reader {
  account_id: number
  crm: CrmId
  remote_account: string
}
/** What a sender tells. */
interface Told {
  kind: SenderOutcome
  contactId: string
  email: string | null
  at: Date | null
}

/** Campaigns into which leads were handed over, also with a connection that is gone. */
export async function listUsedCampaigns(db: Db, row: Reader): Promise<string[]> {
  const { rows } = await sql<{ campaign: string }>`
    select distinct g.campaign from crm_ledger g
      join crm_connection c on c.account_id = g.account_id and c.id = g.connection_id
    where g.account_id = ${row.account_id} and c.account_id = ${row.account_id} and c.crm = ${row.crm}
      and c.remote_account = ${row.remote_account} and g.campaign is not null and g.sent_at is not null
    order by 1`.execute(db)
  return rows.map(({ campaign }) => campaign)
}

/**
 * Leads that were handed over to this account of the sender and of which it tells something that nothing was done
 * about yet: by the sender’s id, or by the address where the lead is in a later campaign now.
 */
export async function listOutcomeLeads(db: Db, row: Reader, events: readonly Told[]): Promise<OutcomeLead[]> {
  if (events.length === 0) return []
  const told = events.flatMap(({ kind, contactId, email, at }) =>
    (kind === 'unsubscribed' ? [kind, 'suppressed'] : [kind]).map((win) => ({
      win,
      contact: contactId,
      email,
      at,
    })),
  )
  const { rows } = await sql<OutcomeLead>`
    with told as (
        select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        as n(win text, contact text, email text, at timestamptz)),
      sent as (
        select g.lead_id, g.list_id, g.remote_id, lower(g.stored ->> 'email') as address
        from crm_ledger g join crm_connection c on c.account_id = g.account_id and c.id = g.connection_id
        where g.account_id = ${row.account_id} and c.account_id = ${row.account_id} and c.crm = ${row.crm}
          and c.remote_account = ${row.remote_account} and g.sent_at is not null),
      found as (
        select s.lead_id, s.list_id, n.win, coalesce(s.address, n.email) as address, n.at
        from told n join sent s on s.remote_id = n.contact
        union all
        select s.lead_id, s.list_id, n.win, n.email, n.at from told n join sent s on s.address = n.email)
    select distinct on (f.list_id, f.lead_id, f.win) f.lead_id, f.list_id, f.win, f.address, f.at
    from found f
    where not exists (select from crm_win w where w.account_id = ${row.account_id} and w.lead_id = f.lead_id
      and w.win = f.win)
    order by f.list_id, f.lead_id, f.win, f.at`.execute(db)
  return rows
}

/** How many leads a connection told each outcome of. */
export async function countOutcomes(
  db: Db,
  accountId: number,
  connectionId: number,
): Promise<Record<SenderOutcome, number>> {
  const rows = await db
    .selectFrom('crm_win')
    .select(['win', sql<number>`count(*)::int`.as('count')])
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .groupBy('win')
    .execute()
  const countOf = (kind: SenderOutcome) => rows.find(({ win }) => win === kind)?.count ?? 0
  return Object.fromEntries(SENDER_OUTCOMES.map((kind) => [kind, countOf(kind)])) as Record<
    SenderOutcome,
    number
  >
}
