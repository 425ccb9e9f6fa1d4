import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRows, updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface AccountContactTable {
  account_id: number
  seller_account_id: number
  email: string
  first_name: string
  last_name: string
  created_at: Generated<Date>
}
interface CustomerMailTable {
  account_id: number
  /** What was mailed about, such as `receipt:31`. */
  event: string
  sent_at: Date
}
interface TrialUseTable {
  /** The seller. */
  account_id: number
  kind: 'email' | 'account' | 'free'
  value: string
  used_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    account_contact: AccountContactTable
    account_contact_info: ReadOnly<AccountContactTable, 'account_id' | 'email'>
    customer_mail: CustomerMailTable
    trial_use: TrialUseTable
  }
}

export const insertContact = (
  db: Db,
  contact: {
    account_id: number
    seller_account_id: number
    email: string
    first_name: string
    last_name: string
  },
) => insertRows(db, 'account_contact', contact)

/** A seller's account for a lowercase email. */
export const findContactAccount = async (
  db: Db,
  sellerAccountId: number,
  email: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('account_contact')
      .select('account_id')
      .where('seller_account_id', '=', sellerAccountId)
      .where(sql`lower(email)`, '=', email)
      .executeTakeFirst()
  )?.account_id

export async function knownEmails(db: Db, sellerAccountId: number, emails: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('account_contact')
    .select(sql<string>`lower(email)`.as('email'))
    .where('seller_account_id', '=', sellerAccountId)
    .where(sql`lower(email)`, '=', sql<string>`any(${emails}::text[])`)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** The email that an account was opened for. */
export const findContactEmail = async (db: Db, accountId: number): Promise<string | undefined> =>
  (await findRow(db, 'account_contact', { account_id: accountId }, ['email']))?.email

/** Who an account was opened for. */
export const findContact = (db: Db, accountId: number) =>
  findRow(db, 'account_contact', { account_id: accountId })

export const updateContact = (
  db: Db,
  accountId: number,
  set: Partial<Pick<AccountContactTable, 'email' | 'first_name' | 'last_name'>>,
) => updateRows(db, 'account_contact', { account_id: accountId }, set)

/** Records that a customer is mailed about something. @returns false when it was before. */
export async function claimMail(db: Db, accountId: number, event: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('customer_mail')
    .values({ account_id: accountId, event, sent_at: now })
    .onConflict((oc) => oc.columns(['account_id', 'event']).doNothing())
    .returning('event')
    .executeTakeFirst()
  return row !== undefined
}

type TrialUse = Pick<TrialUseTable, 'kind' | 'value'>

export const findTrialUse = (db: Db, sellerAccountId: number, uses: TrialUse[]) =>
  db
    .selectFrom('trial_use')
    .select('kind')
    .where('account_id', '=', sellerAccountId)
    .where((eb) => eb.or(uses.map((use) => eb.and(use))))
    .executeTakeFirst()

/** Records that a seller has given these a trial. @returns how many had none before. */
export async function insertTrialUse(
  db: Db,
  sellerAccountId: number,
  uses: TrialUse[],
  now: Date,
): Promise<number> {
  const rows = await db
    .insertInto('trial_use')
    .values(uses.map((use) => ({ account_id: sellerAccountId, ...use, used_at: now })))
    .onConflict((oc) => oc.columns(['account_id', 'kind', 'value']).doNothing())
    .returning('kind')
    .execute()
  return rows.length
}
