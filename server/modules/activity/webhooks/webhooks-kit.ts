import type { KitWebhook } from '#contract/admin/kit-forms.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { createWebhook, deleteWebhook, undeleteWebhook, updateWebhook } from './webhook-changes.ts'
import { findDeletedWebhook, findWebhooks } from './webhooks-store.ts'

/** Webhooks of the whole account that people made. Of several with one name, the first. */
export const webhooksKitPart = defineKitPart<KitWebhook>({
  name: 'webhooks',
  module: 'leads',
  async list(ctx, { accountId }) {
    const rows = await findWebhooks(ctx.db, accountId)
    return byKitName(
      rows.filter(({ list_id, origin }) => list_id === null && origin === 'own').toReversed(),
      ({ name }) => name,
      ({ id, url, events }) => ({ id, content: { url, events } }),
    )
  },
  create: (ctx, actor, name, content) => createWebhook(ctx, actor, { ...content, name }),
  change: (ctx, actor, id, content, name) => updateWebhook(ctx, actor, id, { ...content, name }),
  remove: deleteWebhook,
  async restore(ctx, actor, name) {
    const row = await findDeletedWebhook(ctx.db, actor.accountId, name)
    if (!row) return null
    await undeleteWebhook(ctx, actor, row.id)
    return row.id
  },
})
