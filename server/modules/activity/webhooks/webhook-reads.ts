import type { Webhook } from '#contract/activity/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { readStates } from './deliveries-reads.ts'
import { presentWebhook } from './present-webhook.ts'
import { eventList } from './signals.ts'
import { findWebhook, findWebhooks, type WebhookRow } from './webhooks-store.ts'

/** @throws AppError not_found, also for a deleted list. */
export async function requireList(ctx: Context, { accountId }: Actor, id: number): Promise<void> {
  const list = await eventList.ask(ctx, { accountId, id })
  if (!list || list.is_deleted) throw notFound('The list')
}

/** Webhooks with their lists and delivery status. */
async function present(ctx: Context, accountId: number, rows: WebhookRow[]): Promise<Webhook[]> {
  const states = await readStates(
    ctx.db,
    accountId,
    rows.map(({ id }) => id),
  )
  const byId = new Map(states.map((state) => [state.webhook_id, state]))
  const listIds = [...new Set(rows.flatMap(({ list_id }) => list_id ?? []))]
  const lists = new Map(
    await Promise.all(listIds.map(async (id) => [id, await eventList.ask(ctx, { accountId, id })] as const)),
  )
  return rows.map((row) => {
    const list = row.list_id === null ? null : lists.get(row.list_id)
    const shown = list ? { id: list.id, name: list.name, type: list.type } : null
    return presentWebhook(row, byId.get(row.id), shown)
  })
}

export async function findOwnWebhook(ctx: Context, actor: Actor, id: number): Promise<WebhookRow> {
  const row = await findWebhook(ctx.db, actor.accountId, id)
  if (!row) throw notFound('The webhook')
  return row
}

export async function showWebhook(ctx: Context, actor: Actor, id: number): Promise<Webhook> {
  return (await present(ctx, actor.accountId, [await findOwnWebhook(ctx, actor, id)]))[0] as Webhook
}

export async function listWebhooks(ctx: Context, actor: Actor, listId?: number): Promise<Webhook[]> {
  if (listId !== undefined) await requireList(ctx, actor, listId)
  return present(ctx, actor.accountId, await findWebhooks(ctx.db, actor.accountId, listId))
}
