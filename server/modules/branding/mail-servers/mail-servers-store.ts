import { type Generated, type Selectable, type SqlBool, sql } from 'kysely'
import type { SmtpSecurity } from '#contract/branding/mail-server.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, insertRow } from '#server/platform/db/rows.ts'

interface MailServerTable {
  account_id: number
  host: string
  port: number
  security: SmtpSecurity
  username: string | null
  password_sealed: string | null
  from_address: string
  reply_to: string | null
  fallback: boolean
  return_domain: string | null
  updated_at: Generated<Date>
}
interface DkimKeyTable {
  account_id: number
  domain: string
  selector: string
  private_key_sealed: string
  public_key: string
  state: Generated<'pending' | 'active' | 'retiring'>
  created_at: Generated<Date>
  checked_at: Date | null
  retires_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    mail_server: MailServerTable
    mail_dkim_key: DkimKeyTable
  }
}
export type MailServerRow = Selectable<MailServerTable>
export type DkimKeyRow = Selectable<DkimKeyTable>

/** The installation's own account. */
export async function findPlatformAccount(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('account_node')
    .select('id')
    .where('parent_id', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export const findServer = (db: Db, accountId: number) => findRow(db, 'mail_server', { account_id: accountId })

export const saveServer = (db: Db, row: Omit<MailServerRow, 'updated_at'>) => {
  const { account_id: _key, ...values } = row
  return db
    .insertInto('mail_server')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...values, updated_at: sql<Date>`excluded.updated_at` }),
    )
    .execute()
}

export async function deleteServer(db: Db, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_server')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Keys of an account, newest first. */
export const findKeys = (db: Db, accountId: number) =>
  db
    .selectFrom('mail_dkim_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('selector', 'desc')
    .execute()

/** Serializes changes of an account's keys. */
export const lockKeys = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail_dkim_key:${accountId}`}, 0))`.execute(db)

export const insertKey = (
  db: Db,
  key: Pick<DkimKeyRow, 'account_id' | 'domain' | 'selector' | 'private_key_sealed' | 'public_key'>,
) => insertRow(db, 'mail_dkim_key', key)

const updateKey = (db: Db, key: Pick<DkimKeyRow, 'account_id' | 'domain' | 'selector'>) =>
  db
    .updateTable('mail_dkim_key')
    .where('account_id', '=', key.account_id)
    .where('domain', '=', key.domain)
    .where('selector', '=', key.selector)

export const markChecked = (db: Db, key: DkimKeyRow, state: DkimKeyRow['state'] = key.state) =>
  updateKey(db, key).set({ state, checked_at: sql<Date>`now()` }).execute()

/** Keys replaced by a new one: their records must stay for some days. */
export const retireOthers = (db: Db, key: DkimKeyRow, days: number) =>
  db
    .updateTable('mail_dkim_key')
    .set({ state: 'retiring', retires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .where('account_id', '=', key.account_id)
    .where('domain', '=', key.domain)
    .where('selector', '!=', key.selector)
    .where('state', '=', 'active')
    .execute()

/** Drops keys still waiting for their record: the newest counts. */
export const deletePending = (db: Db, accountId: number, domain: string) =>
  deleteRows(db, 'mail_dkim_key', { account_id: accountId, domain, state: 'pending' })

export const deleteRetired = (db: Db) =>
  db
    .deleteFrom('mail_dkim_key')
    .where('state', '=', 'retiring')
    .where('retires_at', '<', sql<Date>`now()`)
    .execute()

/** Keys due for a DNS check: new ones often, active ones once a day. */
export const findDueKeys = (db: Db) =>
  db
    .selectFrom('mail_dkim_key')
    .selectAll()
    .where(
      sql<SqlBool>`(state = 'pending' and created_at > now() - interval '30 days'
        and (checked_at is null or checked_at < now() - interval '8 minutes'))
      or (state = 'active' and checked_at < now() - interval '1 day')`,
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .execute()
