import { type Generated, type SqlBool, sql } from 'kysely'
import type { MailSuppressionReason } from '#contract/branding/mail-bounces.ts'
import type { BounceKind, BounceSource } from '#contract/branding/mail-events.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing, likeLiteral } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { deleteRows } from '#server/platform/db/rows.ts'

interface MailSuppressionTable {
  account_id: number
  address: string
  category: string
  reason: MailSuppressionReason
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    mail_suppression: MailSuppressionTable
  }
}

/** Records an event of a mail; false when it was known. A complaint follows a delivery and overrides it. */
export async function markBounced(
  db: Db,
  id: number,
  { kind, detail, source }: { kind: BounceKind; detail: string; source: BounceSource },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_message')
    .set({ bounce: kind, bounced_at: sql`now()`, bounce_source: source, last_error: detail || null })
    .where('id', '=', id)
    .where('bounce', 'is distinct from', kind)
    .where((eb) => eb.or([eb('bounce', 'is', null), eb.val(kind === 'complaint')]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const insertSuppression = (
  db: Db,
  row: { account_id: number; address: string; category: string; reason: MailSuppressionTable['reason'] },
) =>
  db
    .insertInto('mail_suppression')
    .values({ ...row, address: row.address.toLowerCase() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteSuppression = (db: Db, row: { account_id: number; address: string; category: string }) =>
  deleteRows(db, 'mail_suppression', {
    account_id: row.account_id,
    address: row.address.toLowerCase(),
    category: row.category,
    reason: 'unsubscribed',
  })

/** Why an address gets no mails of a category; undefined when it does. */
export async function findSuppression(db: Db, accountId: number, address: string, category: string) {
  const row = await db
    .selectFrom('mail_suppression')
    .select('reason')
    .where('account_id', '=', accountId)
    .where('address', '=', address.toLowerCase())
    .where('category', 'in', ['all', category])
    .limit(1)
    .executeTakeFirst()
  return row?.reason
}

/** A site's mails of one day, and how many addresses do not exist. */
export async function bouncesOfDay(db: Db, siteId: number | null): Promise<{ sent: number; hard: number }> {
  return db
    .selectFrom('mail_message')
    .select([
      sql<number>`count(*)::int`.as('sent'),
      sql<number>`(count(*) filter (where bounce = 'hard'))::int`.as('hard'),
    ])
    .where('site_id', 'is not distinct from', siteId)
    .where(sql<SqlBool>`created_at > now() - interval '1 day' and attempts > 0`)
    .executeTakeFirstOrThrow()
}

/** An address's soft bounces since the site's last delivery to it, within 30 days. */
export async function softBouncesInARow(db: Db, siteId: number | null, address: string): Promise<number> {
  const own = () =>
    db
      .selectFrom('mail_message')
      .where('recipient', 'ilike', likeLiteral(address))
      .where('site_id', 'is not distinct from', siteId)
      .where(sql<SqlBool>`created_at > now() - interval '30 days'`)
  const arrived = own()
    .where('state', '=', 'sent')
    .where('bounce', 'is', null)
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
  const { count } = await own()
    .where('bounce', '=', 'soft')
    .where('id', '>', arrived)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function listSuppressions(
  db: Db,
  accountId: number,
  query: {
    page: number
    limit: number
    reason?: MailSuppressionReason
    search?: string
  },
) {
  let base = db.selectFrom('mail_suppression').where('account_id', '=', accountId)
  if (query.reason) base = base.where('reason', '=', query.reason)
  if (query.search) base = base.where('address', 'like', containing(query.search.toLowerCase()))
  return readPage(base, base.selectAll().orderBy('address').orderBy('category'), query)
}

/** Allows emails to an address that bounced or complained. @returns the previous reason, if any. */
export const liftBounced = (db: Db, accountId: number, address: string) =>
  db
    .deleteFrom('mail_suppression')
    .where('account_id', '=', accountId)
    .where('address', '=', address.toLowerCase())
    .where('reason', '<>', 'unsubscribed')
    .returning('reason')
    .executeTakeFirst()
