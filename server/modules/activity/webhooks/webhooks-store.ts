import { type Generated, type Selectable, sql } from 'kysely'
import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import { LISTENER_HOURS } from '#contract/activity/webhook-listeners.ts'
import type { WEBHOOK_OFF_REASONS } from '#contract/activity/webhooks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRows, lockRow, updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

export type OffReason = (typeof WEBHOOK_OFF_REASONS)[number]

interface WebhookTable {
  account_id: number
  id: Generated<number>
  list_id: number | null
  url: string
  name: string
  events: WebhookEventType[]
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
  is_active: Generated<boolean>
  off_reason: OffReason | null
  off_at: Date | null
  failing_since: Date | null
  not_before: Date | null
  created_by: number | null
  /** `zapier`: subscribed by a Zap, which also ends it. */
  /** `listener`: a command line reads its events; `updated_at` is when it last did. */
  origin: Generated<'own' | 'zapier' | 'listener'>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    webhook: WebhookTable
    webhook_info: ReadOnly<WebhookTable, 'account_id' | 'deleted_at'>
  }
}
export type WebhookRow = Selectable<WebhookTable>

const now = sql<Date>`now()`

const READ_LATELY = sql<boolean>`updated_at > now() - make_interval(hours => ${LISTENER_HOURS})`

/** Notes that a listener is read now. @returns false if it was not read for too long, is off or deleted. */
export async function touchListener(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('origin', '=', 'listener')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(READ_LATELY)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Webhooks that receive events now: of the account and of its lists. */
export const listeningWebhooks = (db: Db, accountId: number) =>
  db
    .selectFrom('webhook')
    .select(['id', 'list_id', 'events', 'origin'])
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('origin', '!=', 'listener'), READ_LATELY]))
    .orderBy('id')
    .execute()

/** All columns; an expired secret counts as absent. */
const COLUMNS = [
  ...(['account_id', 'id', 'list_id', 'url', 'name', 'events', 'secret', 'old_secret'] as const),
  ...(['is_active', 'off_reason', 'off_at', 'failing_since', 'not_before'] as const),
  ...(['created_by', 'origin', 'created_at', 'updated_at', 'deleted_at'] as const),
]
const OLD_UNTIL = sql<Date | null>`case when old_secret_until > now() then old_secret_until end`.as(
  'old_secret_until',
)

export const findWebhooks = (db: Db, accountId: number, listId?: number): Promise<WebhookRow[]> => {
  const found = db
    .selectFrom('webhook')
    .select(COLUMNS)
    .select(OLD_UNTIL)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return (listId === undefined ? found : found.where('list_id', '=', listId)).execute()
}

export const findWebhook = (db: Db, accountId: number, id: number): Promise<WebhookRow | undefined> =>
  db
    .selectFrom('webhook')
    .select(COLUMNS)
    .select(OLD_UNTIL)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The webhook of the whole account with this name that was deleted last. */
export const findDeletedWebhook = (db: Db, accountId: number, name: string) =>
  db
    .selectFrom('webhook')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('list_id', 'is', null)
    .where('origin', '=', 'own')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A webhook locked until the transaction ends, including a deleted one. */
export const lockWebhook = (db: Db, accountId: number, id: number): Promise<WebhookRow | undefined> =>
  lockRow(db, 'webhook', { account_id: accountId, id })

/** Locks the account's row, so that two concurrent new webhooks cannot exceed its limit. */
export async function countWebhooks(db: Db, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks of ' || ${accountId}::text, 0))`.execute(
    db,
  )
  const { total } = await db
    .selectFrom('webhook')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function nextWebhookId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('webhook_id_seq') as id`.execute(db)
  return (rows[0] as { id: number }).id
}

export const insertWebhook = (
  db: Db,
  webhook: Pick<
    WebhookRow,
    'account_id' | 'id' | 'list_id' | 'url' | 'name' | 'events' | 'secret' | 'created_by' | 'origin'
  >,
) =>
  insertRows(db, 'webhook', {
    ...webhook,
    old_secret: null,
    old_secret_until: null,
    off_reason: null,
    off_at: null,
    failing_since: null,
    not_before: null,
    deleted_at: null,
  })

export const updateWebhook = (
  db: Db,
  accountId: number,
  id: number,
  change: Partial<Pick<WebhookRow, 'url' | 'name' | 'events' | 'failing_since' | 'not_before'>>,
) => updateRows(db, 'webhook', { account_id: accountId, id }, { ...change, updated_at: now })

export const setActive = (db: Db, accountId: number, id: number, off: OffReason | null) =>
  updateRows(
    db,
    'webhook',
    { account_id: accountId, id },
    {
      is_active: off === null,
      off_reason: off,
      off_at: off === null ? null : now,
      ...(off === null && { failing_since: null, not_before: null }),
      updated_at: now,
    },
  )

export const setDeleted = (db: Db, accountId: number, id: number, deleted: boolean) =>
  updateRows(
    db,
    'webhook',
    { account_id: accountId, id },
    { deleted_at: deleted ? now : null, updated_at: now },
  )

/** Stores a new secret; the previous one also signs for this many hours. */
export const rotateSecret = (
  db: Db,
  accountId: number,
  { id, secret, hours }: { id: number; secret: string; hours: number },
) =>
  updateRows(
    db,
    'webhook',
    { account_id: accountId, id },
    {
      old_secret: sql<string>`secret`,
      old_secret_until: sql<Date>`now() + make_interval(hours => ${hours})`,
      secret,
      updated_at: now,
    },
  )
