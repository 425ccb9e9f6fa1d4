import { LIST_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from '#contract/webhook-events.ts'
import { type Delivery, MAX_WEBHOOKS, SECRET_OVERLAP_HOURS, type Webhook } from '#contract/webhooks.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { secretContext } from './attempt-delivery.ts'
import { checkUrl } from './check-url.ts'
import { statesOf } from './deliveries-reads.ts'
import { insertEvents } from './deliveries-store.ts'
import type { EventSources } from './event-body.ts'
import { presentLast, presentWebhook } from './present-webhook.ts'
import { newSecret } from './sign.ts'
import { newMessageId } from './tell-events.ts'
import {
  countWebhooks,
  findWebhook,
  findWebhooks,
  insertWebhook,
  lockWebhook,
  nextWebhookId,
  rotateSecret,
  setActive,
  setDeleted,
  updateWebhook,
  type WebhookRow,
} from './webhooks-store.ts'

export interface WebhooksDeps {
  db: Db
  secretBox: SecretBox
  sources: Pick<EventSources, 'list'>
  /** Names of HOST_MAP, which may be reached over plain HTTP. */
  mappedHosts: ReadonlySet<string>
  wake(accountId: number): Promise<void>
}

interface Wish {
  url: string
  events: WebhookEventType[]
  name?: string | undefined
  list_id?: number | null | undefined
  origin?: WebhookRow['origin']
}
type Change = Partial<Omit<Wish, 'list_id' | 'origin'>> & { active?: boolean | undefined }

const hostOf = (url: string): string => new URL(url).host

/** Each event once, in the order of their declarations. @throws AppError validation_failed for one that a list has not. */
function checkEvents(events: readonly WebhookEventType[], ofList: boolean): WebhookEventType[] {
  const known = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[]
  const wrong = ofList && events.find((type) => !LIST_EVENT_TYPES.includes(type))
  if (wrong) throw invalidField('events', `${WEBHOOK_EVENTS[wrong].name} is an event of the whole account`)
  return known.filter((type) => events.includes(type))
}

/** Webhooks of an account: what they are told, their secrets, and switching them. */
export function createWebhooksService({ db, secretBox, sources, mappedHosts, wake }: WebhooksDeps) {
  async function present(accountId: number, rows: WebhookRow[]): Promise<Webhook[]> {
    const states = await statesOf(
      db,
      accountId,
      rows.map(({ id }) => id),
    )
    const byId = new Map(states.map((state) => [state.webhook_id, state]))
    const listIds = [...new Set(rows.flatMap(({ list_id }) => list_id ?? []))]
    const lists = new Map(
      await Promise.all(listIds.map(async (id) => [id, await sources.list(accountId, id)] as const)),
    )
    return rows.map((row) => {
      const list = row.list_id === null ? null : lists.get(row.list_id)
      const shown = list ? { id: list.id, name: list.name, type: list.type } : null
      return presentWebhook(row, byId.get(row.id), shown)
    })
  }

  async function find(actor: Actor, id: number): Promise<WebhookRow> {
    const row = await findWebhook(db, actor.accountId, id)
    if (!row) throw notFound('The webhook')
    return row
  }

  async function hold(actor: Actor, id: number): Promise<WebhookRow> {
    const row = await lockWebhook(db, actor.accountId, id)
    if (!row || row.deleted_at) throw notFound('The webhook')
    return row
  }

  async function show(actor: Actor, id: number): Promise<Webhook> {
    return (await present(actor.accountId, [await find(actor, id)]))[0] as Webhook
  }

  async function requireList(actor: Actor, id: number): Promise<void> {
    const list = await sources.list(actor.accountId, id)
    if (!list || list.is_deleted) throw notFound('The list')
  }

  const tellAudit = (
    { account_id, id, url, events }: Pick<WebhookRow, 'account_id' | 'id' | 'url' | 'events'>,
    detail: Record<string, unknown> = {},
  ) =>
    recordAudit(db, {
      accountId: account_id,
      subject: `webhook:${id}`,
      // Paths and queries of receivers often hold a key.
      detail: { host: hostOf(url), events, ...detail },
    })

  /** @throws AppError conflict when the account has as many as it may. */
  async function requireRoom(accountId: number): Promise<void> {
    if ((await countWebhooks(db, accountId)) >= MAX_WEBHOOKS)
      throw new AppError(
        'conflict',
        `An account can have ${MAX_WEBHOOKS} webhooks. Delete one you don’t need`,
      )
  }

  async function create(actor: Actor, wish: Wish): Promise<{ id: number; secret: string }> {
    const { accountId, userId } = actor
    const listId = wish.list_id ?? null
    const url = checkUrl(wish.url, mappedHosts)
    const events = checkEvents(wish.events, listId !== null)
    return transaction(db, async () => {
      if (listId !== null) await requireList(actor, listId)
      await requireRoom(accountId)
      const id = await nextWebhookId(db)
      const secret = newSecret()
      const row = {
        account_id: accountId,
        id,
        list_id: listId,
        url,
        name: wish.name || hostOf(url),
        events,
        secret: secretBox.seal(secret, secretContext(accountId, id)),
        created_by: userId,
        origin: wish.origin ?? 'own',
      }
      await insertWebhook(db, row)
      tellAudit(row, { list_id: listId, origin: row.origin })
      return { id, secret }
    })
  }

  const change = (actor: Actor, id: number, wish: Change): Promise<void> =>
    transaction(db, async () => {
      const row = await hold(actor, id)
      const next = {
        url: wish.url === undefined ? row.url : checkUrl(wish.url, mappedHosts),
        events: wish.events ? checkEvents(wish.events, row.list_id !== null) : row.events,
        name: wish.name || row.name,
      }
      const active = wish.active ?? row.is_active
      const same = next.url === row.url && next.name === row.name && next.events.join() === row.events.join()
      if (same && active === row.is_active) return changedNothing()
      if (!same) await updateWebhook(db, actor.accountId, id, next)
      if (active !== row.is_active) await setActive(db, actor.accountId, id, active ? null : 'person')
      // Another address may work at once.
      if (next.url !== row.url)
        await updateWebhook(db, actor.accountId, id, { failing_since: null, not_before: null })
      tellAudit({ ...row, ...next }, { active })
      await wake(actor.accountId)
    })

  const remove = (actor: Actor, id: number): Promise<void> =>
    transaction(db, async () => {
      const row = await hold(actor, id)
      await setDeleted(db, actor.accountId, id, true)
      tellAudit(row)
    })

  /** The first webhook of a list that a person made, if it has one. */
  const firstOf = async (actor: Actor, listId: number) =>
    (await findWebhooks(db, actor.accountId, listId)).find(({ origin }) => origin === 'own')

  async function ofList(actor: Actor, listId: number) {
    await requireList(actor, listId)
    const row = await firstOf(actor, listId)
    if (!row) return { id: null, url: null, events: [], active: false, last_delivery: null }
    const [state] = await statesOf(db, actor.accountId, [row.id])
    const { id, url, events, is_active: active } = row
    return { id, url, events, active, last_delivery: presentLast(state) }
  }

  return {
    show,
    create,
    remove,
    ofList,
    find,

    async list(actor: Actor, listId?: number): Promise<Webhook[]> {
      if (listId !== undefined) await requireList(actor, listId)
      return present(actor.accountId, await findWebhooks(db, actor.accountId, listId))
    },

    async change(actor: Actor, id: number, wish: Change): Promise<Webhook> {
      await change(actor, id, wish)
      return show(actor, id)
    },

    async restore(actor: Actor, id: number): Promise<Webhook> {
      await transaction(db, async () => {
        await requireRoom(actor.accountId)
        const row = await lockWebhook(db, actor.accountId, id)
        if (!row) throw notFound('The webhook')
        if (!row.deleted_at) return changedNothing()
        await setDeleted(db, actor.accountId, id, false)
        tellAudit(row)
        await wake(actor.accountId)
      })
      return show(actor, id)
    },

    /** A new secret; the one before signs too for a day. */
    rotate: (actor: Actor, id: number): Promise<string> =>
      transaction(db, async () => {
        const row = await hold(actor, id)
        const secret = newSecret()
        const sealed = secretBox.seal(secret, secretContext(actor.accountId, id))
        await rotateSecret(db, actor.accountId, id, sealed, SECRET_OVERLAP_HOURS)
        tellAudit(row)
        return secret
      }),

    /** Sends the example of an event, marked as a test, beside all others. @returns the delivery. */
    test: (actor: Actor, id: number, event?: WebhookEventType): Promise<Delivery['id']> =>
      transaction(db, async () => {
        const row = await find(actor, id)
        if (!row.is_active)
          throw new AppError('conflict', 'This webhook is switched off. Switch it on to test it')
        const type = event ?? (row.events[0] as WebhookEventType)
        const [deliveryId] = await insertEvents(db, actor.accountId, [
          {
            messageId: newMessageId(),
            type,
            listId: null,
            data: {},
            isTest: true,
            byHand: true,
            webhookIds: [id],
          },
        ])
        tellAudit(row, { event: type })
        await wake(actor.accountId)
        return deliveryId as number
      }),

    /** Sets, changes or, without an address, removes the webhook of a list. @returns the secret of a new one. */
    async setOfList(
      actor: Actor,
      listId: number,
      wish: { url: string | null; events?: WebhookEventType[] | undefined; active?: boolean | undefined },
    ) {
      const secret = await transaction(db, async () => {
        await requireList(actor, listId)
        const row = await firstOf(actor, listId)
        if (!wish.url) {
          if (row) await remove(actor, row.id)
          else changedNothing()
          return null
        }
        const { url, events, active } = wish
        if (row) {
          await change(actor, row.id, { url, events, active })
          return null
        }
        const made = await create(actor, { url, events: events ?? LIST_EVENT_TYPES, list_id: listId })
        if (active === false) await setActive(db, actor.accountId, made.id, 'person')
        return made.secret
      })
      return { ...(await ofList(actor, listId)), secret }
    },
  }
}

export type WebhooksService = ReturnType<typeof createWebhooksService>
