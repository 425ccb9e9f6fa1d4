import { type Generated, type Selectable, type SqlBool, sql } from 'kysely'
import type { BounceKind, BounceSource } from '#contract/branding/mail-events.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow, insertRows, updateRows } from '#server/platform/db/rows.ts'

export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'expired' | 'suppressed'

interface MailMessageTable {
  id: Generated<number>
  site_id: number | null
  account_id: number | null
  user_id: number | null
  recipient: string
  template: string
  variables: Record<string, string | number>
  secrets_sealed: string | null
  state: Generated<MailState>
  attempts: Generated<number>
  /** Attempts after which a server had the whole mail and never replied. */
  unanswered: Generated<number>
  last_error: string | null
  message_id: string | null
  transport: 'smtp' | 'console' | null
  /** The server that accepted it. */
  via: Generated<'own' | 'platform' | null>
  bounce: Generated<BounceKind | null>
  bounced_at: Generated<Date | null>
  /** The source of the event. */
  bounce_source: Generated<BounceSource | null>
  created_at: Generated<Date>
  sent_at: Date | null
  expires_at: Date | null
  lease_until: Generated<Date | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    mail_message: MailMessageTable
  }
}
export type MailRow = Selectable<MailMessageTable>

/** Seconds of a worker's claim; longer than sending may take. */
const LEASE_SECONDS = 90

const isOver = sql<SqlBool>`expires_at <= now()`

/** The id of the next mail; its secrets are sealed to it before the row exists. */
export async function nextMailId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('mail_message', 'id')) as id`.execute(db)
  return (rows[0] as { id: number }).id
}

export const insertMail = (
  db: Db,
  mail: Pick<
    MailRow,
    | 'id'
    | 'site_id'
    | 'account_id'
    | 'user_id'
    | 'recipient'
    | 'template'
    | 'variables'
    | 'secrets_sealed'
    | 'expires_at'
  >,
) =>
  insertRows(db, 'mail_message', {
    ...mail,
    last_error: null,
    message_id: null,
    transport: null,
    sent_at: null,
  })

export const findMail = (db: Db, id: number) => findRow(db, 'mail_message', { id })

export const findMailByMessageId = (db: Db, messageId: string) =>
  findRow(db, 'mail_message', { message_id: messageId })

/** Claims a mail for one attempt by this worker. Nothing when it is done, expired or claimed. */
export const claimMail = (db: Db, id: number, messageId: string) =>
  db
    .updateTable('mail_message')
    .set({
      state: 'sending',
      attempts: sql`attempts + 1`,
      message_id: sql`coalesce(message_id, ${messageId})`,
      lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where('id', '=', id)
    .where(
      sql<SqlBool>`(state = 'queued' or (state = 'sending' and lease_until < now())) and (${isOver}) is not true`,
    )
    .returningAll()
    .executeTakeFirst()

/** Marks it as sent, whoever has claimed it by now, and wipes its secrets in the same statement. */
export const markSent = (
  db: Db,
  id: number,
  by: { transport: 'smtp' | 'console'; via: 'own' | 'platform' },
) =>
  updateRows(
    db,
    'mail_message',
    { id },
    {
      state: 'sent',
      sent_at: sql`now()`,
      ...by,
      secrets_sealed: null,
      last_error: null,
      lease_until: null,
    },
  )

/**
 * Marks it as not sent, because its recipient does not want it or cannot be reached, and wipes its secrets in
 * the same statement.
 */
export const markSuppressed = (db: Db, mail: MailRow, reason: string) =>
  updateRows(
    db,
    'mail_message',
    { id: mail.id, state: 'sending', attempts: mail.attempts },
    { state: 'suppressed', last_error: reason, secrets_sealed: null, lease_until: null },
  )

/** Records a failed attempt, unless the mail has been claimed by another worker. */
const failedAttempt = (db: Db, mail: MailRow, error: string) =>
  db
    .updateTable('mail_message')
    .set({ last_error: error })
    .where('id', '=', mail.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', mail.attempts)

/** Given up. The sealed secrets stay while valid, so that an admin can retry it. */
export const markFailed = (db: Db, mail: MailRow, error: string) =>
  failedAttempt(db, mail, error).set({ state: 'failed', lease_until: null }).execute()

/** Counts an attempt without a reply. */
export const countUnanswered = (db: Db, mail: MailRow) =>
  db.updateTable('mail_message').set({ unanswered: sql`unanswered + 1` }).where('id', '=', mail.id).execute()

/** Back in the queue; until then the queue's pause, at most 2^attempts seconds, counts as its claim. */
export const markWaiting = (db: Db, mail: MailRow, error: string) =>
  failedAttempt(db, mail, error)
    .set({ state: 'queued', lease_until: sql`now() + make_interval(secs => power(2, attempts)::float8)` })
    .execute()

/** Gives up outdated mails, one of them or all. */
export async function expireMails(db: Db, id?: number): Promise<void> {
  let query = db
    .updateTable('mail_message')
    .set({ state: 'expired', secrets_sealed: null, lease_until: null })
    .where(sql<SqlBool>`(state = 'queued' or (state = 'sending' and lease_until < now())) and ${isOver}`)
  if (id !== undefined) query = query.where('id', '=', id)
  await query.execute()
}

/** Wipes secrets of given-up mails when they expire, and a week after they were written. */
export const wipeOldSecrets = (db: Db) =>
  db
    .updateTable('mail_message')
    .set({ secrets_sealed: null })
    .where('secrets_sealed', 'is not', null)
    .where(
      sql<SqlBool>`state = 'failed' and (expires_at <= now() or created_at <= now() - interval '7 days')`,
    )
    .execute()

/** Claims mails without a sign of life for ten minutes, up to `limit`. */
export async function claimLost(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .updateTable('mail_message')
    .set({ state: 'queued', lease_until: sql`now()` })
    .where('id', 'in', (lost) =>
      lost
        .selectFrom('mail_message')
        .select('id')
        .where('state', 'in', ['queued', 'sending'])
        .where('lease_until', '<', sql<Date>`now() - interval '10 minutes'`)
        .orderBy('lease_until')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Resets a mail's tries. False when it is neither waiting nor given up any more. */
export async function restartMail(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_message')
    .set({ state: 'queued', attempts: 0, unanswered: 0, lease_until: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** When a mail server last accepted a mail, as far as rows go back. */
export async function lastSentBySmtp(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('mail_message')
    .select((eb) => eb.fn.max('sent_at').as('at'))
    .where('transport', '=', 'smtp')
    .executeTakeFirst()
  return row?.at ?? null
}

/** Whether a mail server has accepted a mail of a brand. */
export const hasSentForSite = async (db: Db, siteId: number): Promise<boolean> =>
  (await db
    .selectFrom('mail_message')
    .select('id')
    .where('site_id', '=', siteId)
    .where('transport', '=', 'smtp')
    .where('sent_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Deletes mails older than 90 days. */
export const removeOldMails = (db: Db) =>
  db.deleteFrom('mail_message').where('created_at', '<', sql<Date>`now() - interval '90 days'`).execute()

export interface MailQuery {
  page: number
  limit: number
  state?: MailState
  search?: string
  bounced?: BounceKind
  /** Of one brand; null is the platform's. All when absent. */
  siteId?: number | null
}

/** One page of mails, newest first. */
export async function listMails(db: Db, query: MailQuery): Promise<{ rows: MailRow[]; total: number }> {
  let base = db.selectFrom('mail_message')
  if (query.siteId !== undefined) base = base.where('site_id', 'is not distinct from', query.siteId)
  if (query.bounced) base = base.where('bounce', '=', query.bounced)
  if (query.state) base = base.where('state', '=', query.state)
  if (query.search) base = base.where('recipient', 'ilike', containing(query.search))
  return readPage(base, base.selectAll().orderBy('id', 'desc'), query)
}

/** A person's time format in mails; undefined for people without an account. */
export const findMailReader = async (db: Db, userId: number | null) =>
  userId === null
    ? undefined
    : db
        .selectFrom('member as u')
        .innerJoin('account_node as a', 'a.id', 'u.account_id')
        .select((eb) => [
          eb.fn.coalesce('u.time_zone', 'a.time_zone').as('time_zone'),
          'u.locale',
          'u.hour_cycle',
        ])
        .where('u.id', '=', userId)
        .executeTakeFirst()
