import { LIST_EVENT_TYPES, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { readStates } from './deliveries-reads.ts'
import { presentLast } from './present-webhook.ts'
import { createWebhook, deleteWebhook, updateWebhook } from './webhook-changes.ts'
import { requireList } from './webhook-reads.ts'
import { findWebhooks, setActive } from './webhooks-store.ts'

// The one webhook shown in a list's settings.

/** A list's first webhook created by a person, if any. */
const findFirst = async (ctx: Context, actor: Actor, listId: number) =>
  (await findWebhooks(ctx.db, actor.accountId, listId)).find(({ origin }) => origin === 'own')

export async function showListWebhook(ctx: Context, actor: Actor, listId: number) {
  await requireList(ctx, actor, listId)
  const row = await findFirst(ctx, actor, listId)
  if (!row) return { id: null, url: null, events: [], active: false, last_delivery: null }
  const [state] = await readStates(ctx.db, actor.accountId, [row.id])
  const { id, url, events, is_active: active } = row
  return { id, url, events, active, last_delivery: presentLast(state) }
}

/** Sets, changes or, without a URL, removes a list's webhook. @returns the secret of a new one. */
export async function setListWebhook(
  ctx: Context,
  actor: Actor,
  listId: number,
  input: { url: string | null; events?: WebhookEventType[]; active?: boolean },
) {
  const secret = await transaction(ctx.db, async () => {
    await requireList(ctx, actor, listId)
    const row = await findFirst(ctx, actor, listId)
    if (!input.url) {
      if (row) await deleteWebhook(ctx, actor, row.id)
      else markUnchanged()
      return null
    }
    const { url, events, active } = input
    if (row) {
      await updateWebhook(ctx, actor, row.id, { url, events, active })
      return null
    }
    const made = await createWebhook(ctx, actor, {
      url,
      events: events ?? LIST_EVENT_TYPES,
      list_id: listId,
    })
    if (active === false) await setActive(ctx.db, actor.accountId, made.id, 'person')
    return made.secret
  })
  return { ...(await showListWebhook(ctx, actor, listId)), secret }
}
