import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { insertRows, lockRow, updateRows } from '#server/platform/db/rows.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface WalletTable {
  account_id: number
  available: Generated<number>
  reserved: Generated<number>
  spent: Generated<number>
  expired: Generated<number>
  taken_back: Generated<number>
  in_transit: Generated<number>
  updated_at: Generated<Date>
}
const BOOKS = ['available', 'reserved', 'spent', 'expired', 'taken_back', 'in_transit'] as const
type Book = 'issued' | (typeof BOOKS)[number]
interface LedgerTable {
  account_id: number
  id: Generated<number>
  debit: Book
  credit: Book
  amount: number
  reason: string
  run_id: number | null
  lead_id: number | null
  entity_id: number | null
  user_id: number | null
  created_at: Generated<Date>
}
interface ReservationTable {
  account_id: number
  id: Generated<number>
  run_id: number
  /** Whose work it is; null for reservations made before this was recorded. */
  user_id: number | null
  amount: number
  captured: Generated<number>
  state: Generated<'open' | 'settled'>
  created_at: Generated<Date>
  settled_at: Date | null
}
interface ChargeTable {
  account_id: number
  entity_id: number
  charge_kind: string
  run_id: number
  /** Whose work it was; null for charges made before this was recorded that have lost their run. */
  user_id: number | null
  amount: number
  /** Id of the source, or of the model's provider, that delivered it; null for charges made before this was recorded. */
  source: string | null
  created_at: Generated<Date>
  refunded_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    wallet: WalletTable
    ledger: LedgerTable
    reservation: ReservationTable
    charge: ChargeTable
    charge_info: ReadOnly<
      ChargeTable,
      | 'account_id'
      | 'entity_id'
      | 'charge_kind'
      | 'run_id'
      | 'user_id'
      | 'amount'
      | 'created_at'
      | 'refunded_at'
      | 'source'
    >
    reservation_info: ReadOnly<ReservationTable, 'account_id' | 'run_id' | 'amount' | 'captured' | 'state'>
    ledger_info: ReadOnly<
      LedgerTable,
      | 'account_id'
      | 'id'
      | 'debit'
      | 'credit'
      | 'amount'
      | 'reason'
      | 'run_id'
      | 'lead_id'
      | 'user_id'
      | 'created_at'
    >
    wallet_info: ReadOnly<WalletTable, 'account_id' | 'available' | 'reserved' | 'spent' | 'updated_at'>
  }
}

/** The paid entity, delivered as a lead. */
export interface Delivery {
  entityId: number
  leadId: number
}

/** One movement between two books of an account. */
export interface Movement {
  accountId: number
  debit: Book
  credit: Book
  amount: number
  reason: string
  runId?: number | null
  leadId?: number | null
  entityId?: number | null
  userId: number | null
}

export const insertWallet = (db: Db, accountId: number) =>
  db
    .insertInto('wallet')
    .values({ account_id: accountId })
    .onConflict((oc) => oc.doNothing())
    .execute()

/** Credits in grants that are not spendable now: expired and not yet posted, or effective later. */
const unusable = (accountId: number) => sql`coalesce((select sum(g.remaining) from credit_grant g
  where g.account_id = ${accountId} and g.remaining > 0
    and (g.effective_at > statement_timestamp() or g.expires_at <= statement_timestamp())), 0)`

/** The wallet's row, locked; `available` is what can be spent now. */
export async function lockWalletRow(db: Db, accountId: number) {
  const { rows } = await sql<{ available: number; reserved: number; spent: number; has_expired: boolean }>`
    select w.available - ${unusable(accountId)}::bigint as available, w.reserved, w.spent,
      exists (select from credit_grant g where g.account_id = ${accountId} and g.remaining > 0
        and g.expires_at <= statement_timestamp()) as has_expired
    from wallet w where w.account_id = ${accountId} for update of w`.execute(db)
  return rows[0]
}

/** Running sums; `available` is what can be spent now, whether or not expired credits are posted already. */
export async function findWallet(db: Db, accountId: number) {
  const query = sql<{ available: number; reserved: number; spent: number }>`
    select w.available - ${unusable(accountId)}::bigint as available, w.reserved, w.spent
    from wallet w where w.account_id = ${accountId}`
  const [wallet] = await runPrepared(db, query)
  return wallet
}

/** Writes movements and updates the running balance in statement order. */
export async function move(db: Db, movements: Movement[]): Promise<void> {
  const first = movements[0]
  if (!first) return
  const delta: Partial<Record<Book, number>> = {}
  for (const { debit, credit, amount } of movements) {
    delta[debit] = (delta[debit] ?? 0) - amount
    delta[credit] = (delta[credit] ?? 0) + amount
  }
  const sums = BOOKS.filter((book) => delta[book] !== undefined)
  await updateRows(
    db,
    'wallet',
    { account_id: first.accountId },
    {
      ...Object.fromEntries(sums.map((book) => [book, sql<number>`${sql.ref(book)} + ${delta[book]}`])),
      updated_at: sql<Date>`now()`,
    },
  )
  await insertRows(
    db,
    'ledger',
    movements.map((line) => ({
      account_id: line.accountId,
      debit: line.debit,
      credit: line.credit,
      amount: line.amount,
      reason: line.reason,
      run_id: line.runId ?? null,
      lead_id: line.leadId ?? null,
      entity_id: line.entityId ?? null,
      user_id: line.userId,
    })),
  )
}

export const insertReservation = (
  db: Db,
  reservation: { accountId: number; runId: number; userId: number | null; amount: number },
) =>
  insertRows(db, 'reservation', {
    account_id: reservation.accountId,
    run_id: reservation.runId,
    user_id: reservation.userId,
    amount: reservation.amount,
    settled_at: null,
  })

export const lockReservation = (db: Db, accountId: number, runId: number) =>
  lockRow(db, 'reservation', { account_id: accountId, run_id: runId })

export const addCaptured = (db: Db, accountId: number, id: number, amount: number) =>
  updateRows(
    db,
    'reservation',
    { account_id: accountId, id },
    { captured: sql<number>`captured + ${amount}` },
  )

export const addReserved = (db: Db, accountId: number, id: number, amount: number) =>
  updateRows(db, 'reservation', { account_id: accountId, id }, { amount: sql<number>`amount + ${amount}` })

export const closeReservation = (db: Db, accountId: number, id: number) =>
  updateRows(
    db,
    'reservation',
    { account_id: accountId, id },
    { state: 'settled', settled_at: sql<Date>`now()` },
  )

/** Those of these entities already paid. */
export async function chargedEntities(
  db: Db,
  accountId: number,
  chargeKind: string,
  entityIds: number[],
): Promise<Set<number>> {
  if (entityIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('charge')
    .select('entity_id')
    .where('account_id', '=', accountId)
    .where('charge_kind', '=', chargeKind)
    .where('entity_id', '=', sql<number>`any(${entityIds}::bigint[])`)
    .execute()
  return new Set(rows.map((row) => row.entity_id))
}

/** Makes a payment for one entity also cover another, at no price. */
export const copyCharges = (db: Db, accountId: number, from: number, to: number) =>
  sql`insert into charge (account_id, entity_id, charge_kind, run_id, user_id, amount, source)
    select account_id, ${to}, charge_kind, run_id, user_id, 0, source from charge
    where account_id = ${accountId} and entity_id = ${from} on conflict do nothing`.execute(db)

/** Inserts charges; returns the entities that were really new. The primary key ensures a charge happens once. */
export async function insertCharges(
  db: Db,
  charge: {
    accountId: number
    runId: number
    userId: number | null
    chargeKind: string
    source: string | null
    amount: number
    entityIds: number[]
  },
): Promise<Set<number>> {
  if (charge.entityIds.length === 0) return new Set()
  const rows = await db
    .insertInto('charge')
    .values(
      charge.entityIds.map((entityId) => ({
        account_id: charge.accountId,
        entity_id: entityId,
        charge_kind: charge.chargeKind,
        run_id: charge.runId,
        user_id: charge.userId,
        amount: charge.amount,
        source: charge.source,
        refunded_at: null,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .returning('entity_id')
    .execute()
  return new Set(rows.map((row) => row.entity_id))
}

/**
 * A charge for an amount without an entity: it counts as spent like any other.
 * @returns the negative number that stands for the entity, so that its ledger line can name it.
 */
export async function insertAmountCharge(
  db: Db,
  charge: {
    accountId: number
    runId: number
    userId: number | null
    chargeKind: string
    source: string
    amount: number
  },
): Promise<number> {
  const { rows } = await sql<{
    entity_id: number
  }>`insert into charge (account_id, entity_id, charge_kind, run_id, user_id, amount, source)
    values (${charge.accountId}, -nextval('ledger_id_seq'), ${charge.chargeKind}, ${charge.runId}, ${charge.userId},
      ${charge.amount}, ${charge.source}) returning entity_id`.execute(db)
  return rows[0]?.entity_id as number
}

/** Marks charges of these entities as refunded; returns those that were paid and not refunded before. */
export const refundCharges = (db: Db, accountId: number, chargeKind: string, entityIds: number[]) =>
  db
    .updateTable('charge')
    .set({ refunded_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('charge_kind', '=', chargeKind)
    .where('entity_id', '=', sql<number>`any(${entityIds}::bigint[])`)
    .where('refunded_at', 'is', null)
    .where('amount', '>', 0)
    .returning(['entity_id', 'run_id', 'amount'])
    .execute()

/** The name of a transaction's lead: it is in the list of the transaction's run. */
const leadName = sql<string | null>`(
  select coalesce(d.name, d.email, d.domain) from run_info r join lead_info d
    on d.account_id = r.account_id and d.list_id = r.list_id and d.id = l.lead_id
  where r.account_id = l.account_id and r.id = l.run_id)`.as('lead_name')

export async function ledgerPage(
  db: Db,
  accountId: number,
  page: { page: number; limit: number; runId?: number },
) {
  let base = db.selectFrom('ledger as l').where('l.account_id', '=', accountId)
  if (page.runId !== undefined) base = base.where('l.run_id', '=', page.runId)
  return readPage(
    base,
    base
      .leftJoin('member as u', 'u.id', 'l.user_id')
      .selectAll('l')
      .select(['u.email as user_email', leadName])
      .orderBy('l.id', 'desc'),
    page,
  )
}

/** An account's transactions by id, in the form of `ledgerPage`. */
export const findLines = (db: Db, accountId: number, ids: number[]) =>
  db
    .selectFrom('ledger as l')
    .leftJoin('member as u', 'u.id', 'l.user_id')
    .where('l.account_id', '=', accountId)
    .where('l.id', '=', sql<number>`any(${ids}::bigint[])`)
    .selectAll('l')
    .select(['u.email as user_email', leadName])
    .execute()
export type LineRow = Awaited<ReturnType<typeof findLines>>[number]

/** What stays in the books of a deleted account: amounts and dates, without personal data. */
export async function blankLedger(db: Db, accountId: number): Promise<void> {
  const reason = 'Account deleted'
  await updateRows(
    db,
    'ledger',
    { account_id: accountId },
    { reason, run_id: null, lead_id: null, entity_id: null, user_id: null },
  )
  await updateRows(db, 'credit_grant', { account_id: accountId }, { reason })
  await updateRows(db, 'credit_transfer', { account_id: accountId }, { reason, user_id: null })
}
