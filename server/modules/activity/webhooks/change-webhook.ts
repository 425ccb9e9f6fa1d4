import type { Webhook } from '#contract/activity/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { undeleteWebhook, updateWebhook, type WebhookChange } from './webhook-changes.ts'
import { showWebhook } from './webhook-reads.ts'

export async function changeWebhook(
  ctx: Context,
  actor: Actor,
  id: number,
  input: WebhookChange,
): Promise<Webhook> {
  await updateWebhook(ctx, actor, id, input)
  return showWebhook(ctx, actor, id)
}

export async function restoreWebhook(ctx: Context, actor: Actor, id: number): Promise<Webhook> {
  await undeleteWebhook(ctx, actor, id)
  return showWebhook(ctx, actor, id)
}
