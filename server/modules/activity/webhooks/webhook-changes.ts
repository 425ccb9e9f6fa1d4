import { LIST_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS } from '#contract/activity/webhooks.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { secretContext } from './attempt-delivery.ts'
import { checkUrl } from './check-url.ts'
import { wakeDispatchers } from './emit-events.ts'
import { newSecret } from './sign.ts'
import { requireList } from './webhook-reads.ts'
import * as store from './webhooks-store.ts'

export interface WebhookInput {
  url: string
  events: WebhookEventType[]
  name?: string
  list_id?: number | null
  origin?: store.WebhookRow['origin']
}
export type WebhookChange = Partial<Omit<WebhookInput, 'list_id' | 'origin'>> & {
  active?: boolean
}

const readHost = (url: string): string => new URL(url).host

/** Each event once, in declaration order. @throws AppError validation_failed for one a list does not have. */
function checkEvents(events: readonly WebhookEventType[], ofList: boolean): WebhookEventType[] {
  const known = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[]
  const wrong = ofList && events.find((type) => !LIST_EVENT_TYPES.includes(type))
  if (wrong) throw invalidField('events', `${WEBHOOK_EVENTS[wrong].name} is an event of the whole account`)
  return known.filter((type) => events.includes(type))
}

/** Records a change in the audit log. */
export const auditWebhook = (
  db: Db,
  { account_id, id, url, events }: Pick<store.WebhookRow, 'account_id' | 'id' | 'url' | 'events'>,
  detail: Record<string, unknown> = {},
) =>
  recordAudit(db, {
    accountId: account_id,
    subject: `webhook:${id}`,
    // Paths and queries of receivers often contain a key.
    detail: { host: readHost(url), events, ...detail },
  })

async function lockExisting(ctx: Context, actor: Actor, id: number): Promise<store.WebhookRow> {
  const row = await store.lockWebhook(ctx.db, actor.accountId, id)
  if (!row || row.deleted_at) throw notFound('The webhook')
  return row
}

/** @throws AppError conflict when the account has reached its limit. */
async function requireFreeSlot(ctx: Context, accountId: number): Promise<void> {
  if ((await store.countWebhooks(ctx.db, accountId)) >= MAX_WEBHOOKS)
    throw conflict(`An account can have ${MAX_WEBHOOKS} webhooks. Delete one you don’t need`)
}

/** @throws AppError not_found (list), conflict at the limit, validation_failed. */
export async function createWebhook(
  ctx: Context,
  actor: Actor,
  input: WebhookInput,
): Promise<{ id: number; secret: string }> {
  const { accountId, userId } = actor
  const listId = input.list_id ?? null
  // Nothing is sent to the address of a listener.
  const url = input.origin === 'listener' ? input.url : checkUrl(input.url, ctx.webhookSending.hosts)
  const events = checkEvents(input.events, listId !== null)
  return transaction(ctx.db, async () => {
    if (listId !== null) await requireList(ctx, actor, listId)
    await requireFreeSlot(ctx, accountId)
    const id = await store.nextWebhookId(ctx.db)
    const secret = newSecret()
    const row = {
      account_id: accountId,
      id,
      list_id: listId,
      url,
      name: input.name || readHost(url),
      events,
      secret: ctx.secretBox.seal(secret, secretContext(accountId, id)),
      created_by: userId,
      origin: input.origin ?? 'own',
    }
    await store.insertWebhook(ctx.db, row)
    auditWebhook(ctx.db, row, { list_id: listId, origin: row.origin })
    return { id, secret }
  })
}

export const updateWebhook = (ctx: Context, actor: Actor, id: number, input: WebhookChange): Promise<void> =>
  transaction(ctx.db, async () => {
    const row = await lockExisting(ctx, actor, id)
    const next = {
      url: input.url === undefined ? row.url : checkUrl(input.url, ctx.webhookSending.hosts),
      events: input.events ? checkEvents(input.events, row.list_id !== null) : row.events,
      name: input.name || row.name,
    }
    const active = input.active ?? row.is_active
    const same = next.url === row.url && next.name === row.name && next.events.join() === row.events.join()
    if (same && active === row.is_active) return markUnchanged()
    if (!same) await store.updateWebhook(ctx.db, actor.accountId, id, next)
    if (active !== row.is_active) await store.setActive(ctx.db, actor.accountId, id, active ? null : 'person')
    // A new URL may work at once.
    if (next.url !== row.url)
      await store.updateWebhook(ctx.db, actor.accountId, id, { failing_since: null, not_before: null })
    const before = { ...row, active: row.is_active, host: readHost(row.url) }
    const { name, events } = next
    auditWebhook(
      ctx.db,
      { ...row, ...next },
      fieldChanges(before, { name, events, active, host: readHost(next.url) }),
    )
    await wakeDispatchers(ctx.db, actor.accountId)
  })

export const deleteWebhook = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const row = await lockExisting(ctx, actor, id)
    await store.setDeleted(ctx.db, actor.accountId, id, true)
    auditWebhook(ctx.db, row)
    // A listener that is being read ends.
    await wakeDispatchers(ctx.db, actor.accountId)
  })

export const undeleteWebhook = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    await requireFreeSlot(ctx, actor.accountId)
    const row = await store.lockWebhook(ctx.db, actor.accountId, id)
    if (!row) throw notFound('The webhook')
    if (!row.deleted_at) return markUnchanged()
    await store.setDeleted(ctx.db, actor.accountId, id, false)
    auditWebhook(ctx.db, row)
    await wakeDispatchers(ctx.db, actor.accountId)
  })

/** Creates a new secret; the previous one also signs for a day. */
export const rotateWebhookSecret = (ctx: Context, actor: Actor, id: number): Promise<string> =>
  transaction(ctx.db, async () => {
    const row = await lockExisting(ctx, actor, id)
    const secret = newSecret()
    const sealed = ctx.secretBox.seal(secret, secretContext(actor.accountId, id))
    await store.rotateSecret(ctx.db, actor.accountId, { id, secret: sealed, hours: SECRET_OVERLAP_HOURS })
    auditWebhook(ctx.db, row)
    return secret
  })
