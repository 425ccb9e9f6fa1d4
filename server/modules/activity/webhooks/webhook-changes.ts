import { LIST_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS } from '#contract/activity/webhooks.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { secretContext } from './attempt-delivery.ts'
import { checkUrl } from './check-url.ts'
import type { EventSources } from './event-body.ts'
import { newSecret } from './sign.ts'
import { requireList } from './webhook-reads.ts'
import * as store from './webhooks-store.ts'

export interface WebhookChangesDeps {
  db: Db
  secretBox: SecretBox
  sources: Pick<EventSources, 'list'>
  /** Names of HOST_MAP, which may be reached over plain HTTP. */
  mappedHosts: ReadonlySet<string>
  wake(accountId: number): Promise<void>
}

export interface WebhookInput {
  url: string
  events: WebhookEventType[]
  name?: string | undefined
  list_id?: number | null | undefined
  origin?: store.WebhookRow['origin']
}
export type WebhookChange = Partial<Omit<WebhookInput, 'list_id' | 'origin'>> & {
  active?: boolean | undefined
}

const hostOf = (url: string): string => new URL(url).host

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
    detail: { host: hostOf(url), events, ...detail },
  })

/** Creates, changes, deletes and restores webhooks. */
export function createWebhookChanges({ db, secretBox, sources, mappedHosts, wake }: WebhookChangesDeps) {
  async function lockExisting(actor: Actor, id: number): Promise<store.WebhookRow> {
    const row = await store.lockWebhook(db, actor.accountId, id)
    if (!row || row.deleted_at) throw notFound('The webhook')
    return row
  }

  /** @throws AppError conflict when the account has reached its limit. */
  async function requireFreeSlot(accountId: number): Promise<void> {
    if ((await store.countWebhooks(db, accountId)) >= MAX_WEBHOOKS)
      throw conflict(`An account can have ${MAX_WEBHOOKS} webhooks. Delete one you don’t need`)
  }

  async function create(actor: Actor, input: WebhookInput): Promise<{ id: number; secret: string }> {
    const { accountId, userId } = actor
    const listId = input.list_id ?? null
    const url = checkUrl(input.url, mappedHosts)
    const events = checkEvents(input.events, listId !== null)
    return transaction(db, async () => {
      if (listId !== null) await requireList(sources, actor, listId)
      await requireFreeSlot(accountId)
      const id = await store.nextWebhookId(db)
      const secret = newSecret()
      const row = {
        account_id: accountId,
        id,
        list_id: listId,
        url,
        name: input.name || hostOf(url),
        events,
        secret: secretBox.seal(secret, secretContext(accountId, id)),
        created_by: userId,
        origin: input.origin ?? 'own',
      }
      await store.insertWebhook(db, row)
      auditWebhook(db, row, { list_id: listId, origin: row.origin })
      return { id, secret }
    })
  }

  const change = (actor: Actor, id: number, input: WebhookChange): Promise<void> =>
    transaction(db, async () => {
      const row = await lockExisting(actor, id)
      const next = {
        url: input.url === undefined ? row.url : checkUrl(input.url, mappedHosts),
        events: input.events ? checkEvents(input.events, row.list_id !== null) : row.events,
        name: input.name || row.name,
      }
      const active = input.active ?? row.is_active
      const same = next.url === row.url && next.name === row.name && next.events.join() === row.events.join()
      if (same && active === row.is_active) return markUnchanged()
      if (!same) await store.updateWebhook(db, actor.accountId, id, next)
      if (active !== row.is_active) await store.setActive(db, actor.accountId, id, active ? null : 'person')
      // A new URL may work at once.
      if (next.url !== row.url)
        await store.updateWebhook(db, actor.accountId, id, { failing_since: null, not_before: null })
      const before = { ...row, active: row.is_active, host: hostOf(row.url) }
      const { name, events } = next
      auditWebhook(
        db,
        { ...row, ...next },
        fieldChanges(before, { name, events, active, host: hostOf(next.url) }),
      )
      await wake(actor.accountId)
    })

  const remove = (actor: Actor, id: number): Promise<void> =>
    transaction(db, async () => {
      const row = await lockExisting(actor, id)
      await store.setDeleted(db, actor.accountId, id, true)
      auditWebhook(db, row)
    })

  const restore = (actor: Actor, id: number): Promise<void> =>
    transaction(db, async () => {
      await requireFreeSlot(actor.accountId)
      const row = await store.lockWebhook(db, actor.accountId, id)
      if (!row) throw notFound('The webhook')
      if (!row.deleted_at) return markUnchanged()
      await store.setDeleted(db, actor.accountId, id, false)
      auditWebhook(db, row)
      await wake(actor.accountId)
    })

  /** Creates a new secret; the previous one also signs for a day. */
  const rotate = (actor: Actor, id: number): Promise<string> =>
    transaction(db, async () => {
      const row = await lockExisting(actor, id)
      const secret = newSecret()
      const sealed = secretBox.seal(secret, secretContext(actor.accountId, id))
      await store.rotateSecret(db, actor.accountId, id, sealed, SECRET_OVERLAP_HOURS)
      auditWebhook(db, row)
      return secret
    })

  return { create, change, remove, restore, rotate }
}

export type WebhookChanges = ReturnType<typeof createWebhookChanges>
