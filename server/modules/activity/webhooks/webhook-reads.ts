import type { Webhook } from '#contract/activity/webhooks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { statesOf } from './deliveries-reads.ts'
import type { EventSources } from './event-body.ts'
import { presentWebhook } from './present-webhook.ts'
import { findWebhook, findWebhooks, type WebhookRow } from './webhooks-store.ts'

type ListSource = Pick<EventSources, 'list'>

export interface WebhookReadsDeps {
  db: Db
  sources: ListSource
}

/** @throws AppError not_found, also for a deleted list. */
export async function requireList(sources: ListSource, { accountId }: Actor, id: number): Promise<void> {
  const list = await sources.list(accountId, id)
  if (!list || list.is_deleted) throw notFound('The list')
}

/** Webhooks with their lists and delivery status. */
export function createWebhookReads({ db, sources }: WebhookReadsDeps) {
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

  async function show(actor: Actor, id: number): Promise<Webhook> {
    return (await present(actor.accountId, [await find(actor, id)]))[0] as Webhook
  }

  async function list(actor: Actor, listId?: number): Promise<Webhook[]> {
    if (listId !== undefined) await requireList(sources, actor, listId)
    return present(actor.accountId, await findWebhooks(db, actor.accountId, listId))
  }

  return { find, show, list }
}
