import { sql } from 'kysely'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRows, updateRows } from '#server/platform/db/rows.ts'
import type { AtVendor, ConnectionRow } from './payments-tables.ts'

const VENDOR = 'stripe' as const
const AUTHORIZATION_MINUTES = 15

export const findConnection = (db: Db, accountId: number) =>
  findRow(db, 'payment_connection', { account_id: accountId, vendor: VENDOR })

/** The seller of a vendor account. */
export const findByExternal = (db: Db, externalId: string) =>
  findRow(db, 'payment_connection', { vendor: VENDOR, external_id: externalId })

/** All sellers whose accounts can be queried. */
export const activeConnections = (db: Db) =>
  db
    .selectFrom('payment_connection')
    .selectAll()
    .where('vendor', '=', VENDOR)
    .where('state', '=', 'connected')
    .orderBy('account_id')
    .execute()

export const atStripe = (connection: Pick<ConnectionRow, 'external_id'>): AtVendor => ({
  vendor: VENDOR,
  account: connection.external_id,
})

/** Stores a seller's account, replacing another one. */
export async function saveConnection(
  db: Db,
  accountId: number,
  set: Pick<ConnectionRow, 'external_id' | 'state' | 'live'> & Partial<ConnectionRow>,
): Promise<ConnectionRow> {
  const { requirements, ...rest } = set
  const values = {
    ...rest,
    ...(requirements && { requirements: asJson(requirements) }),
  }
  return db
    .insertInto('payment_connection')
    .values({ account_id: accountId, vendor: VENDOR, ...EMPTY, ...values })
    .onConflict((oc) => oc.columns(['account_id', 'vendor']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}
const EMPTY = {
  name: null,
  country: null,
  currency: null,
  portal_configuration: null,
  connected_at: null,
  disconnected_at: null,
  event_cursor: null,
  reconciled_at: null,
}

export const updateConnection = (
  db: Db,
  accountId: number,
  { requirements, ...set }: Partial<Omit<ConnectionRow, 'account_id' | 'vendor'>>,
) =>
  updateRows(
    db,
    'payment_connection',
    { account_id: accountId, vendor: VENDOR },
    { ...set, ...(requirements && { requirements: asJson(requirements) }) },
  )

export async function insertAuthorization(
  db: Db,
  consent: { stateHash: string; accountId: number; userId: number },
): Promise<void> {
  await db.deleteFrom('payment_authorization').where('expires_at', '<', sql<Date>`now()`).execute()
  await insertRows(db, 'payment_authorization', {
    state_hash: consent.stateHash,
    account_id: consent.accountId,
    user_id: consent.userId,
    expires_at: sql<Date>`now() + make_interval(mins => ${AUTHORIZATION_MINUTES})`,
  })
}

/** Uses up an OAuth state. @returns whether it was this person's and not expired. */
export async function redeemAuthorization(
  db: Db,
  person: { accountId: number; userId: number },
  stateHash: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom('payment_authorization')
    .where('state_hash', '=', stateHash)
    .where('account_id', '=', person.accountId)
    .where('user_id', '=', person.userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Accounts whose package is paid through this vendor account. */
export const payingAccounts = async (db: Db, { vendor, account }: AtVendor): Promise<PayingAccount[]> =>
  db
    .selectFrom('payment_subscription')
    .select(['account_id', 'external_id', 'state'])
    .where('vendor', '=', vendor)
    .where('vendor_account', '=', account)
    .where('state', 'not in', ['canceled', 'incomplete_expired'])
    .orderBy('account_id')
    .execute()
interface PayingAccount {
  account_id: number
  external_id: string
  state: string
}
