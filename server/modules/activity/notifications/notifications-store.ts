import { type Generated, type Selectable, sql } from 'kysely'
import type { MailChannel, NotificationDetail } from '#contract/activity/notification-kinds/define.ts'
import { NOTIFICATION_DAYS } from '#contract/activity/notifications.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRows } from '#server/platform/db/rows.ts'

interface NotificationTable {
  account_id: number
  id: Generated<number>
  user_id: number
  kind: string
  detail: NotificationDetail
  event: string
  is_shown: boolean
  created_at: Generated<Date>
  read_at: Generated<Date | null>
  digest_due_at: Date | null
}
interface NotificationSettingTable {
  account_id: number
  user_id: number
  kind: string
  in_app: boolean
  mail: MailChannel
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    notification: NotificationTable
    notification_setting: NotificationSettingTable
  }
}
export type NotificationRow = Selectable<NotificationTable>

export interface Person {
  accountId: number
  userId: number
}

/** Hour of the daily mail, in the reader's time zone. */
const DIGEST_HOUR = 8

/** The next eight o'clock in a time zone. */
const nextDigest = (timeZone: string) => {
  const local = sql`(now() at time zone ${timeZone})`
  const today = sql`(date_trunc('day', ${local}) + make_interval(hours => ${DIGEST_HOUR}))`
  return sql<Date>`(case when ${local} < ${today} then ${today} else ${today} + interval '1 day' end) at time zone ${timeZone}`
}

/** Writes one for a person; false when the person has already been notified of this event. */
export async function insertNotification(
  db: Db,
  { accountId, userId }: Person,
  notification: {
    kind: string
    event: string
    detail: NotificationDetail
    isShown: boolean
    /** Time zone of its daily mail, or null. */
    digestIn: string | null
  },
): Promise<boolean> {
  const row = await db
    .insertInto('notification')
    .values({
      account_id: accountId,
      user_id: userId,
      kind: notification.kind,
      event: notification.event,
      detail: asJson(notification.detail),
      is_shown: notification.isShown,
      digest_due_at: notification.digestIn === null ? null : nextDigest(notification.digestIn),
    })
    .onConflict((oc) => oc.columns(['account_id', 'user_id', 'kind', 'event']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const shownTo = (db: Db, { accountId, userId }: Person) =>
  db
    .selectFrom('notification')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('is_shown', '=', true)

/** One page of a person's, newest first. */
export async function listNotifications(
  db: Db,
  person: Person,
  query: { page: number; limit: number; unread: boolean; kind?: string },
): Promise<{ rows: NotificationRow[]; total: number }> {
  let base = shownTo(db, person)
  if (query.unread) base = base.where('read_at', 'is', null)
  if (query.kind) base = base.where('kind', '=', query.kind)
  return readPage(base, base.selectAll().orderBy('id', 'desc'), query)
}

export async function countUnread(db: Db, person: Person): Promise<number> {
  const { unread } = await shownTo(db, person)
    .where('read_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Marks these, or all, of a person's; returns how many changed. */
export async function markRead(
  db: Db,
  { accountId, userId }: Person,
  { ids, read }: { ids?: readonly number[]; read: boolean },
): Promise<number> {
  let query = db
    .updateTable('notification')
    .set({ read_at: read ? sql<Date>`now()` : null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('is_shown', '=', true)
    .where('read_at', read ? 'is' : 'is not', null)
  if (ids) query = query.where('id', '=', sql<number>`any(${ids}::bigint[])`)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function findSettings(db: Db, { accountId, userId }: Person) {
  const rows = await findRows(db, 'notification_setting', { account_id: accountId, user_id: userId }, [
    'kind',
    'in_app',
    'mail',
  ])
  return new Map(rows.map((row) => [row.kind, row]))
}

export const upsertSetting = (
  db: Db,
  { accountId, userId }: Person,
  setting: { kind: string; in_app: boolean; mail: MailChannel },
) =>
  db
    .insertInto('notification_setting')
    .values({ account_id: accountId, user_id: userId, ...setting })
    .onConflict((oc) => oc.columns(['account_id', 'user_id', 'kind']).doUpdateSet(setting))
    .execute()

/** People whose daily mail is due, up to `limit`. */
export async function findDueReaders(db: Db): Promise<Person[]> {
  const rows = await db
    .selectFrom('notification')
    .select(['account_id', 'user_id'])
    .distinct()
    .where('digest_due_at', '<=', sql<Date>`now()`)
    .execute()
  return rows.map((row) => ({ accountId: row.account_id, userId: row.user_id }))
}

/** Claims a person's due notifications, oldest first: whoever commits first has them, others get none. */
export async function claimDue(db: Db, { accountId, userId }: Person): Promise<NotificationRow[]> {
  const rows = await db
    .updateTable('notification')
    .set({ digest_due_at: null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('digest_due_at', '<=', sql<Date>`now()`)
    .returningAll()
    .execute()
  return rows.sort((a, b) => a.id - b.id)
}

/** Deletes notifications after 90 days. */
export const removeOldNotifications = (db: Db) =>
  db
    .deleteFrom('notification')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${NOTIFICATION_DAYS})`)
    .execute()
