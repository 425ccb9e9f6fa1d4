import { type Generated, sql } from 'kysely'
import { SENDERS } from '#contract/core/crms/index.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import type { Db } from '#server/platform/db/db.ts'

interface CrmWinTable {
  account_id: number
  connection_id: number
  lead_id: number
  win: string
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    crm_win: CrmWinTable
  }
}

/** What is needed of a connection. */
interface Reader {
  account_id: number
  id: number
  crm: CrmId
  remote_account: string
  created_at: Date
}

export interface WonLead {
  lead_id: number
  list_id: number
  win: string
}

/**
 * Leads whose contacts have these wins and that were not marked by them before: by what was sent to the same account
 * of the CRM, also with a connection that is gone.
 */
export async function listWonLeads(
  db: Db,
  { account_id: accountId, id, crm, remote_account: remoteAccount }: Reader,
  wins: readonly { win: string; contact: string }[],
): Promise<WonLead[]> {
  if (wins.length === 0) return []
  const { rows } = await sql<WonLead>`
    select distinct g.lead_id, g.list_id, n.win
    from jsonb_to_recordset(${JSON.stringify(wins)}::jsonb) as n(win text, contact text)
      join crm_ledger g on g.account_id = ${accountId} and g.remote_id = n.contact and g.sent_at is not null
      join crm_connection c on c.account_id = g.account_id and c.id = g.connection_id
    where c.account_id = ${accountId} and c.crm = ${crm} and c.remote_account = ${remoteAccount}
      and not exists (select from crm_win w where w.account_id = ${accountId} and w.connection_id = ${id}
        and w.lead_id = g.lead_id and w.win = n.win)
    order by g.list_id, g.lead_id`.execute(db)
  return rows
}

/** Records that leads were marked by wins. @returns the leads for which this is new */
export async function insertWins(
  db: Db,
  place: { accountId: number; connectionId: number },
  leads: readonly WonLead[],
): Promise<number[]> {
  const rows = leads.map(({ lead_id, win }) => ({
    account_id: place.accountId,
    connection_id: place.connectionId,
    lead_id,
    win,
  }))
  const added = await db
    .insertInto('crm_win')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .returning('lead_id')
    .execute()
  return [...new Set(added.map(({ lead_id }) => lead_id))]
}

/** How many leads a connection has marked. */
export async function countWins(db: Db, accountId: number, connectionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('crm_win')
    .select(sql<number>`count(distinct lead_id)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirstOrThrow()
  return count
}

/** When the same account of the CRM was first connected, also by a connection that is gone. */
export async function findFirstConnected(
  db: Db,
  { account_id, crm, remote_account, created_at }: Reader,
): Promise<Date> {
  const { first } = await db
    .selectFrom('crm_connection')
    .select((eb) => eb.fn.min('created_at').as('first'))
    .where('account_id', '=', account_id)
    .where('crm', '=', crm)
    .where('remote_account', '=', remote_account)
    .executeTakeFirstOrThrow()
  return first ?? created_at
}

/** Connections of all accounts whose wins or outcomes are read, those that wait longest first. */
export const listWinReaders = (db: Db, limit: number) =>
  db
    .selectFrom('crm_connection')
    .select(['account_id', 'id', 'crm'])
    .where((eb) => eb.or([eb('win_sign', 'is not', null), eb('crm', 'in', SENDERS)]))
    .where('state', '=', 'ready')
    .where('deleted_at', 'is', null)
    .orderBy(sql`wins_read_at nulls first`)
    .limit(limit)
    .execute()
