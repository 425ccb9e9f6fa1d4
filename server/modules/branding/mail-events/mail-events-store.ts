import { type Generated, type Selectable, sql } from 'kysely'
import type { MailEventSender } from '#contract/branding/mail-events.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRows, updateRows } from '#server/platform/db/rows.ts'

interface MailEventSourceTable {
  account_id: number
  sender: MailEventSender
  secret_sealed: string
  updated_at: Generated<Date>
  last_event_at: Generated<Date | null>
  last_error: Generated<string | null>
  last_error_at: Generated<Date | null>
}
interface MailEventSeenTable {
  account_id: number
  sender: MailEventSender
  event_id: string
  received_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    mail_event_source: MailEventSourceTable
    mail_event_seen: MailEventSeenTable
  }
}
export type EventSourceRow = Selectable<MailEventSourceTable>
type Key = Pick<EventSourceRow, 'account_id' | 'sender'>

export const findSources = (db: Db, accountId: number): Promise<EventSourceRow[]> =>
  findRows(db, 'mail_event_source', { account_id: accountId })

const selectRow = (db: Db, { account_id, sender }: Key) =>
  db
    .selectFrom('mail_event_source')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('sender', '=', sender)

export const findSource = (db: Db, key: Key) => selectRow(db, key).executeTakeFirst()

/** Stores a new secret; errors of the previous one no longer apply. */
export const saveSource = (db: Db, row: Key & Pick<EventSourceRow, 'secret_sealed'>) =>
  db
    .insertInto('mail_event_source')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'sender']).doUpdateSet((eb) => ({
        secret_sealed: eb.ref('excluded.secret_sealed'),
        updated_at: eb.ref('excluded.updated_at'),
        last_error: null,
        last_error_at: null,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteSource(db: Db, { account_id, sender }: Key): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_event_source')
    .where('account_id', '=', account_id)
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Records that a request arrived; `error` is why it was refused. */
export const noteRequest = (db: Db, { account_id, sender }: Key, error: string | null) =>
  updateRows(
    db,
    'mail_event_source',
    { account_id, sender },
    error === null
      ? { last_event_at: sql<Date>`(select now())` }
      : { last_error: error, last_error_at: sql<Date>`(select now())` },
  )

/** False when the event was accepted before. */
export async function insertSeen(db: Db, key: Key, eventId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_event_seen')
    .values({ account_id: key.account_id, sender: key.sender, event_id: eventId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes events that are too old to be accepted again. */
export const removeOldEvents = (db: Db) =>
  db.deleteFrom('mail_event_seen').where('received_at', '<', sql<Date>`now() - interval '3 days'`).execute()
