import { createHash } from 'node:crypto'
import { DELIVERY_DAYS } from '#contract/prospecting/import-addresses.ts'
import { requireOpenAccount } from '#server/modules/accounts/accounts/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { isSigned } from '#server/modules/activity/webhooks/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { checkKey } from '#server/platform/http/idempotency.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import * as addresses from './addresses-store.ts'
import * as store from './deliveries-store.ts'
import { readDelivery } from './read-delivery.ts'
import { openSecret } from './seal-secret.ts'
import { writeRows } from './write-rows.ts'

/** Servers of Google, Make or Zapier work for many people. */
const networkLimit = defineRateLimit({ name: 'import-address-network', points: 600, seconds: 600 })
const addressLimit = defineRateLimit({ name: 'import-address', points: 1200, seconds: 3600 })
/** Deliveries of one account at a time; others wait outside of the database. */
const slotsOf = perContext(() => createKeyedSlots(2))

/** A delivery as it arrived. */
export interface Sent {
  key: string
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  ip: string
  signal: AbortSignal
}

const UNKNOWN =
  'This import address doesn’t exist, was turned off, or was replaced by a new one. Copy the address that the list has now'

const textOf = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

/** The address of a key, if the delivery may be made there. @throws AppError rate_limited, not_found, unauthorized */
async function findAllowed(ctx: Context, { key, body, headers, ip }: Sent) {
  await networkLimit.consume(ctx, ip)
  const address = await addresses.findByKey(ctx.db, hashToken(key))
  if (!address) throw new AppError('not_found', UNKNOWN)
  await addressLimit.consume(ctx, `${address.account_id}|${address.list_id}`)
  const secret = openSecret(ctx, address)
  if (secret !== null && !isSigned({ secret, headers, body, now: ctx.clock.now() }))
    throw new AppError(
      'unauthorized',
      'The signature is missing, wrong or older than 5 minutes. Sign deliveries with the secret of this address in the headers webhook-id, webhook-timestamp and webhook-signature',
    )
  return address
}

/** Why a delivery was refused as a whole, as it is kept. */
const refusal = (reason: string, rows: store.Outcome['rows']): store.Outcome => ({
  state: 'refused',
  reason,
  rows,
  results: [],
  unknown_columns: [],
})

/** Takes rows, or keeps why it couldn’t. @throws AppError for a closed account, and what is no fault of the rows */
async function judge(ctx: Context, address: addresses.AddressRow, rows: store.Outcome['rows']) {
  try {
    return await writeRows(ctx, address, rows)
  } catch (error) {
    if (!(error instanceof AppError) || !['validation_failed', 'conflict'].includes(error.code)) throw error
    return { outcome: refusal(error.message, rows), refusal: error }
  }
}

async function tellPeople(
  ctx: Context,
  { account_id: accountId, list_id: listId, notify_ids }: addresses.AddressRow,
) {
  const list = await findListFacts(ctx, accountId, listId)
  if (!list || notify_ids.length === 0) return
  const detail = {
    day: ctx.clock.now().toISOString().slice(0, 10),
    list_id: listId,
    list_type: list.type,
    name: list.name,
  }
  await notify(ctx, { accountId, userIds: notify_ids, kind: 'leads_received', detail })
}

const countOf = (row: Pick<store.Outcome, 'results'>, result: store.StoredResult['result']) =>
  row.results.filter((one) => one.result === result).length

/** Notes in the audit log what became of a delivery. */
const audit = (ctx: Context, row: store.DeliveryRow) =>
  recordAudit(ctx.db, {
    accountId: row.account_id,
    subject: `list:${row.list_id}`,
    detail: { delivery: row.id, state: row.state, rows: row.rows.length, added: countOf(row, 'added') },
  })

/**
 * Takes what a program handed in at an import address, once for each Idempotency-Key or webhook-id: what was accepted
 * isn’t taken again.
 * @throws AppError that says to the sender what to do; a refused delivery is kept all the same
 */
export async function takeDelivery(ctx: Context, sent: Sent): Promise<store.DeliveryRow> {
  const found = await findAllowed(ctx, sent)
  const sentKey = checkKey(sent.headers['idempotency-key'] ?? sent.headers['webhook-id']) ?? null
  const rows = readDelivery(sent.body, textOf(sent.headers['content-type']))
  const release = await slotsOf(ctx)(String(found.account_id), sent.signal)
  const taken = await transaction(ctx.db, async () => {
    await requireOpenAccount(ctx.db, found.account_id)
    const address = await addresses.lockAddress(ctx.db, found)
    if (!address || address.key_hash !== found.key_hash) throw new AppError('not_found', UNKNOWN)
    const body_hash = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
    const { account_id, list_id } = address
    const before =
      sentKey === null ? undefined : await store.findSent(ctx.db, { account_id, list_id }, sentKey)
    if (before && before.body_hash !== body_hash)
      throw new AppError(
        'idempotency_mismatch',
        'This Idempotency-Key was already used with other rows. Use a new key',
      )
    if (before?.state === 'accepted') {
      markUnchanged()
      return { row: before, refusal: null }
    }
    const { outcome, refusal } = await judge(ctx, address, rows)
    const row = before
      ? { ...before, ...outcome }
      : await store.insertDelivery(ctx.db, { account_id, list_id, sent_key: sentKey, body_hash }, outcome)
    if (before) await store.updateDelivery(ctx.db, before, outcome)
    if (outcome.results.some(({ lead_id }) => lead_id !== null)) await tellPeople(ctx, address)
    audit(ctx, row)
    return { row, refusal }
  }).finally(release)
  if (taken.refusal) throw taken.refusal
  return taken.row
}

/**
 * Takes a delivery again, with the columns as they are mapped now.
 * @throws AppError not_found, conflict, validation_failed
 */
export const replayDelivery = async (
  ctx: Context,
  { accountId, listId, id }: { accountId: number; listId: number; id: number },
): Promise<store.DeliveryRow> =>
  transaction(ctx.db, async () => {
    const place = { account_id: accountId, list_id: listId }
    const address = await addresses.lockAddress(ctx.db, place)
    const before = await store.lockDelivery(ctx.db, accountId, id)
    if (!address || before?.list_id !== listId) throw notFound('The delivery')
    const { outcome } = await writeRows(ctx, address, before.rows, before.results)
    const row = { ...before, ...outcome, replays: before.replays + 1 }
    await store.updateDelivery(ctx.db, before, { ...outcome, replays: row.replays })
    audit(ctx, row)
    return row
  })

export const removeExpired = (ctx: Context) => store.removeOldDeliveries(ctx.db, DELIVERY_DAYS)
