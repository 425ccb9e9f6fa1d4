import { LIST_EVENT_TYPES, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { statesOf } from './deliveries-reads.ts'
import type { EventSources } from './event-body.ts'
import { presentLast } from './present-webhook.ts'
import type { WebhookChanges } from './webhook-changes.ts'
import { requireList } from './webhook-reads.ts'
import { findWebhooks, setActive } from './webhooks-store.ts'

interface ListWebhookDeps {
  db: Db
  sources: Pick<EventSources, 'list'>
  webhooks: Pick<WebhookChanges, 'create' | 'change' | 'remove'>
}

/** The one webhook shown in a list's settings. */
export function createListWebhook({ db, sources, webhooks }: ListWebhookDeps) {
  /** A list's first webhook created by a person, if any. */
  const firstOf = async (actor: Actor, listId: number) =>
    (await findWebhooks(db, actor.accountId, listId)).find(({ origin }) => origin === 'own')

  async function ofList(actor: Actor, listId: number) {
    await requireList(sources, actor, listId)
    const row = await firstOf(actor, listId)
    if (!row) return { id: null, url: null, events: [], active: false, last_delivery: null }
    const [state] = await statesOf(db, actor.accountId, [row.id])
    const { id, url, events, is_active: active } = row
    return { id, url, events, active, last_delivery: presentLast(state) }
  }

  /** Sets, changes or, without a URL, removes a list's webhook. @returns the secret of a new one. */
  async function setOfList(
    actor: Actor,
    listId: number,
    input: { url: string | null; events?: WebhookEventType[] | undefined; active?: boolean | undefined },
  ) {
    const secret = await transaction(db, async () => {
      await requireList(sources, actor, listId)
      const row = await firstOf(actor, listId)
      if (!input.url) {
        if (row) await webhooks.remove(actor, row.id)
        else markUnchanged()
        return null
      }
      const { url, events, active } = input
      if (row) {
        await webhooks.change(actor, row.id, { url, events, active })
        return null
      }
      const made = await webhooks.create(actor, { url, events: events ?? LIST_EVENT_TYPES, list_id: listId })
      if (active === false) await setActive(db, actor.accountId, made.id, 'person')
      return made.secret
    })
    return { ...(await ofList(actor, listId)), secret }
  }

  return { ofList, setOfList }
}
