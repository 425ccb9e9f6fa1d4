import { type Generated, type Selectable, sql } from 'kysely'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, findRows, insertRow } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface UploadTable {
  id: string
  account_id: number
  user_id: number
  name: string
  size: number
  received: Generated<number>
  created_at: Generated<Date>
  expires_at: Date
}
interface TicketTable {
  hash: string
  account_id: number
  user_id: number
  kind: string
  input: Record<string, unknown>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    upload: UploadTable
    upload_info: ReadOnly<UploadTable, 'account_id' | 'received' | 'created_at' | 'expires_at'>
    ticket: TicketTable
  }
}
export type UploadRow = Selectable<UploadTable>
export type TicketRow = Selectable<TicketTable>

const UPLOAD_HOURS = 48
const TICKET_SECONDS = 60

export const insertUpload = (
  db: Db,
  upload: { id: string; accountId: number; userId: number; name: string; size: number },
) =>
  insertRow(db, 'upload', {
    id: upload.id,
    account_id: upload.accountId,
    user_id: upload.userId,
    name: upload.name,
    size: upload.size,
    expires_at: sql<Date>`now() + make_interval(hours => ${UPLOAD_HOURS})`,
  })

const findUploadQuery = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)

export const findUpload = (db: Db, accountId: number, id: string) =>
  findUploadQuery(db, accountId, id).executeTakeFirst()

/** Uploads of a user with missing bytes. */
export async function countOpenUploads(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .whereRef('received', '<', 'size')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Locks an upload for this transaction: chunks of one file are written in order. */
export const lockUpload = (db: Db, accountId: number, id: string) =>
  findUploadQuery(db, accountId, id).forUpdate().executeTakeFirst()

/** Adds received bytes, if nobody else has in the meantime. */
export const advanceUpload = (db: Db, id: string, from: number, to: number) =>
  db
    .updateTable('upload')
    .set({ received: to })
    .where('id', '=', id)
    .where('received', '=', from)
    .returningAll()
    .executeTakeFirst()

export async function findExpiredUploads(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('upload').select('id').where('expires_at', '<', sql<Date>`now()`).execute()
  return rows.map(({ id }) => id)
}

/** @returns false when it is no longer expired, or gone. */
export async function deleteExpiredUpload(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const insertTicket = (
  db: Db,
  ticket: { hash: string; accountId: number; userId: number; kind: string; input: Record<string, unknown> },
) =>
  insertRow(db, 'ticket', {
    hash: ticket.hash,
    account_id: ticket.accountId,
    user_id: ticket.userId,
    kind: ticket.kind,
    input: asJson(ticket.input),
    expires_at: sql<Date>`now() + make_interval(secs => ${TICKET_SECONDS})`,
    used_at: null,
  })

/** Redeems a ticket: only the caller for whom the row changes gets the file. */
export async function redeemTicket(db: Db, hash: string) {
  const ticket = await db
    .updateTable('ticket')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
  if (!ticket) return undefined
  // Someone suspended or removed in the meantime gets nothing.
  const active = await findRow(db, 'member', { id: ticket.user_id, state: 'active' }, ['id'])
  return active && ticket
}

export const removeOldTickets = (db: Db) =>
  db.deleteFrom('ticket').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()

export async function uploadNames(db: Db, accountId: number): Promise<string[]> {
  const rows = await findRows(db, 'upload', { account_id: accountId }, ['id'])
  return rows.map(({ id }) => id)
}

/**
 * Storage names of uploads after `after`, in byte order.
 * @param accountIds null: those of every account, and of none
 */
export async function uploadsAfter(db: Db, accountIds: number[] | null, after: string): Promise<string[]> {
  const within = accountIds ? sql`account_id = any(${accountIds}::bigint[])` : sql`true`
  const { rows } = await sql<{ name: string }>`select id as name from upload
    where ${within} and id collate "C" > ${after} order by id collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

/** Deletes a file's record by its storage name, for any owner. */
export async function forgetUpload(db: Db, name: string): Promise<void> {
  await sql`delete from upload where id = ${name}`.execute(db)
}
