import { type Generated, type Selectable, sql } from 'kysely'
import type { GrantKind } from '#contract/accounts/credits.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, updateRows } from '#server/platform/db/rows.ts'
import type { Sale } from './grant-types.ts'

/** Credits of one grant in transit: down with the terms of the new grant, or up to the original grant. */
export interface TransferPiece {
  grantId: number
  amount: number
  kind?: GrantKind
  expiresAt?: string | null
  unitCost?: string
  providerCost?: string
  currency?: string | null
  sales?: Sale[]
  parentGrantId?: number
}

interface CreditTransferTable {
  account_id: number
  id: Generated<number>
  to_account_id: number
  direction: 'down' | 'up'
  /** Terms of the new grants; null keeps those of the pool's grants. */
  kind: GrantKind | null
  amount: number
  pieces: TransferPiece[]
  state: 'waiting' | 'sent' | 'done' | 'dropped'
  source_kind: string
  source_id: string
  unit_price: string | null
  currency: string | null
  priority: number
  expires_at: Date | null
  reason: string
  user_id: number | null
  created_at: Generated<Date>
  sent_at: Date | null
  done_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    credit_transfer: CreditTransferTable
    credit_arrival: {
      account_id: number
      from_account_id: number
      transfer_id: number
      arrived_at: Generated<Date>
    }
  }
}
export type TransferRow = Selectable<CreditTransferTable>

export type NewTransfer = Pick<
  TransferRow,
  | 'account_id'
  | 'to_account_id'
  | 'direction'
  | 'kind'
  | 'amount'
  | 'source_kind'
  | 'source_id'
  | 'unit_price'
  | 'currency'
  | 'priority'
  | 'expires_at'
  | 'reason'
  | 'user_id'
>

/** Writes a transfer that waits for its pool. @returns its id, or null when this source has made one before. */
export async function insertTransfer(db: Db, transfer: NewTransfer): Promise<number | null> {
  const row = await db
    .insertInto('credit_transfer')
    .values({
      ...transfer,
      pieces: sql<TransferPiece[]>`'[]'::jsonb`,
      state: 'waiting',
      sent_at: null,
      done_at: null,
    })
    .onConflict((oc) => oc.columns(['account_id', 'to_account_id', 'source_kind', 'source_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const findTransferOfSource = (
  db: Db,
  { account_id, to_account_id, source_kind, source_id }: NewTransfer,
) => findRow(db, 'credit_transfer', { account_id, to_account_id, source_kind, source_id })

export const markSent = (db: Db, accountId: number, id: number, pieces: TransferPiece[]) =>
  updateRows(
    db,
    'credit_transfer',
    { account_id: accountId, id },
    {
      state: 'sent',
      pieces: sql<TransferPiece[]>`${JSON.stringify(pieces)}::jsonb`,
      sent_at: sql<Date>`statement_timestamp()`,
    },
  )

export const closeTransfer = (db: Db, accountId: number, id: number, state: 'done' | 'dropped') =>
  db
    .updateTable('credit_transfer')
    .set({ state, done_at: sql<Date>`statement_timestamp()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
    .execute()

/** @returns whether it has arrived just now. */
export async function insertArrival(db: Db, transfer: TransferRow): Promise<boolean> {
  const { rows } = await sql`insert into credit_arrival (account_id, from_account_id, transfer_id)
    values (${transfer.to_account_id}, ${transfer.account_id}, ${transfer.id})
    on conflict do nothing returning transfer_id`.execute(db)
  return rows.length > 0
}

/** Accounts with transfers in this state, that of the oldest first. */
export async function accountsWithOpen(db: Db, state: 'waiting' | 'sent'): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`select account_id from credit_transfer
    where state in ('waiting', 'sent') and state = ${state} group by account_id order by min(id)`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** An account's transfers in transit, oldest first. */
export const listSent = (db: Db, accountId: number) =>
  db
    .selectFrom('credit_transfer')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'sent')
    .orderBy('id')
    .execute()

/** Transfers that wait for this pool, in order. */
export const listWaiting = (db: Db, accountId: number) =>
  db
    .selectFrom('credit_transfer')
    .selectAll()
    .select(sql<Date>`statement_timestamp()`.as('now'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1000)
    .execute()

/** Demand on a pool. `month` is the current one. */
export interface PoolFacts {
  month: string
  given: number
  waiting: number
  waiting_transfers: number
}

/** What a pool has given in the last 30 days, and what waits for it. */
export async function poolFacts(db: Db, accountId: number): Promise<PoolFacts> {
  const { rows } = await sql<PoolFacts>`select to_char(now(), 'YYYY-MM') as month,
      coalesce(sum(amount) filter (where sent_at > statement_timestamp() - interval '30 days'), 0)::bigint as given,
      coalesce(sum(amount) filter (where state = 'waiting'), 0)::bigint as waiting,
      count(*) filter (where state = 'waiting') as waiting_transfers
    from credit_transfer where account_id = ${accountId} and direction = 'down'
      and (state = 'waiting' or sent_at > statement_timestamp() - interval '30 days')`.execute(db)
  return rows[0] as PoolFacts
}

/** Credits on their way to an account. */
export async function arriving(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{
    amount: number
  }>`with arrived as materialized (
      select from_account_id, transfer_id from credit_arrival where account_id = ${accountId})
    select coalesce(sum(t.amount), 0)::bigint as amount from credit_transfer t
    where t.to_account_id = ${accountId} and t.state = 'sent' and not exists (
      select from arrived v where v.from_account_id = t.account_id and v.transfer_id = t.id)`.execute(db)
  return rows[0]?.amount ?? 0
}
