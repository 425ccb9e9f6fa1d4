import { type Generated, sql } from 'kysely'
import type { CreditRequest } from '#contract/accounts/billing.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { deleteRows, findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'

interface CreditAlertTable {
  account_id: number
  threshold: number
  low_since: Date | null
}
interface CreditRequestTable {
  account_id: number
  id: Generated<number>
  seller_account_id: number
  amount: number
  note: string
  state: Generated<CreditRequest['state']>
  requested_by: number
  created_at: Generated<Date>
  decided_at: Date | null
  pack_name: string | null
  price: number | null
  currency: string | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    credit_alert: CreditAlertTable
    credit_request: CreditRequestTable
  }
}

export const findAlert = (db: Db, accountId: number) => findRow(db, 'credit_alert', { account_id: accountId })

/** Sets or removes the alert. A balance already below it does not trigger it. */
export async function saveAlert(db: Db, accountId: number, threshold: number | null): Promise<void> {
  if (threshold === null) {
    await deleteRows(db, 'credit_alert', { account_id: accountId })
    return
  }
  await sql`insert into credit_alert (account_id, threshold, low_since)
    select account_id, ${threshold}, case when available < ${threshold} then (select now()) end
    from wallet_info where account_id = ${accountId}
    on conflict (account_id) do update set threshold = excluded.threshold, low_since = excluded.low_since`.execute(
    db,
  )
}

/** Records whether the balance is below the alert; returns the alert when it has just dropped below. */
export async function crossAlert(
  db: Db,
  accountId: number,
): Promise<{ threshold: number; available: number; since: Date } | null> {
  const { rows } = await sql<{ threshold: number; available: number; since: Date | null }>`
    update credit_alert a set low_since = case when w.available < a.threshold then (select now()) end
    from wallet_info w
    where a.account_id = ${accountId} and w.account_id = ${accountId}
      and (w.available < a.threshold) <> (a.low_since is not null)
    returning a.threshold, w.available, a.low_since as since`.execute(db)
  const [row] = rows
  return row?.since ? { ...row, since: row.since } : null
}

/** The parent account, which sells to this one. */
export const findSeller = (db: Db, accountId: number) =>
  db
    .selectFrom('account_node as a')
    .innerJoin('account_node as p', 'p.id', 'a.parent_id')
    .where('a.id', '=', accountId)
    .select(['p.id', 'p.name'])
    .executeTakeFirst()

const requests = (db: Db) =>
  db
    .selectFrom('credit_request as r')
    .innerJoin('account_node as a', 'a.id', 'r.account_id')
    .leftJoin('member as u', 'u.id', 'r.requested_by')

/** A page of requests: made by an account, or made to it. */
export async function listRequests(
  db: Db,
  side: 'account_id' | 'seller_account_id',
  accountId: number,
  { page, limit }: { page: number; limit: number },
) {
  const base = requests(db).where(`r.${side}`, '=', accountId)
  return readPage(
    base,
    base.selectAll('r').select(['a.name as account', 'u.email as requester']).orderBy('r.id', 'desc'),
    { page, limit },
  )
}

export const findRequest = (
  db: Db,
  side: 'account_id' | 'seller_account_id',
  accountId: number,
  id: number,
) =>
  requests(db)
    .where(`r.${side}`, '=', accountId)
    .where('r.id', '=', id)
    .selectAll('r')
    .select(['a.name as account', 'u.email as requester'])
    .executeTakeFirst()
export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>

export const insertRequest = (
  db: Db,
  request: Pick<
    CreditRequestTable,
    | 'account_id'
    | 'seller_account_id'
    | 'amount'
    | 'note'
    | 'requested_by'
    | 'pack_name'
    | 'price'
    | 'currency'
  >,
) => insertRow(db, 'credit_request', { ...request, decided_at: null }, ['id'])

export const saveDecision = (db: Db, sellerId: number, id: number, state: CreditRequest['state']) =>
  updateRows(
    db,
    'credit_request',
    { seller_account_id: sellerId, id },
    { state, decided_at: state === 'open' ? null : sql<Date>`now()` },
  )

/** A transaction for the file. */
export interface FileLine {
  id: number
  at: string
  debit: string
  credit: string
  amount: number
  reason: string
  run_id: number | null
  run: string | null
  list_id: number | null
  list: string | null
  person: string | null
}

/** Transactions of these days after the one of this id, oldest first. */
export async function linesAfter(
  db: Db,
  { accountId, timeZone, from, to }: { accountId: number; timeZone: string; from: string; to: string },
  after: number,
  limit: number,
): Promise<FileLine[]> {
  const { rows } = await sql<FileLine>`
    select g.id, to_char(g.created_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS') as at, g.debit, g.credit,
      g.amount, g.reason, g.run_id, r.title as run, r.list_id, l.name as list, u.email as person
    from ledger_info g
    left join run_info r on r.account_id = g.account_id and r.id = g.run_id
    left join list_info l on l.account_id = g.account_id and l.id = r.list_id
    left join member u on u.id = g.user_id
    where g.account_id = ${accountId} and g.id > ${after}
      and g.created_at >= (${from}::date::timestamp at time zone ${timeZone})
      and g.created_at < ((${to}::date + 1)::timestamp at time zone ${timeZone})
    order by g.id limit ${limit}`.execute(db)
  return rows
}

/** Whether a moment has passed, by the database's clock. */
export async function isOver(db: Db, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`select ${moment}::timestamptz <= now() as is_over`.execute(
    db,
  )
  return rows[0]?.is_over === true
}
