import type { Webhook } from '#contract/activity/webhooks.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createListWebhook } from './list-webhook.ts'
import { createWebhookTest } from './send-test.ts'
import { createWebhookChanges, type WebhookChange, type WebhookChangesDeps } from './webhook-changes.ts'
import { createWebhookReads } from './webhook-reads.ts'

/** Webhooks of an account: the events they receive, their secrets, and switching them on and off. */
export function createWebhooksService({ db, secretBox, sources, mappedHosts, wake }: WebhookChangesDeps) {
  const reads = createWebhookReads({ db, sources })
  const changes = createWebhookChanges({ db, secretBox, sources, mappedHosts, wake })
  const { create, change, remove, restore, rotate } = changes

  return {
    ...reads,
    ...createListWebhook({ db, sources, webhooks: changes }),
    create,
    remove,
    rotate,
    test: createWebhookTest({ db, find: reads.find, wake }),

    async change(actor: Actor, id: number, input: WebhookChange): Promise<Webhook> {
      await change(actor, id, input)
      return reads.show(actor, id)
    },

    async restore(actor: Actor, id: number): Promise<Webhook> {
      await restore(actor, id)
      return reads.show(actor, id)
    },
  }
}

export type WebhooksService = ReturnType<typeof createWebhooksService>
