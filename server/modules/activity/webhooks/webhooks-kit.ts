import type { KitWebhook } from '#contract/admin/kit-forms.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { createWebhook, deleteWebhook, undeleteWebhook, updateWebhook } from './webhook-changes.ts'
import { findDeletedWebhook, findWebhooks } from './webhooks-store.ts'

/**
 * Webhooks of the whole account that people made. Of several with one name, the first. A new one is off unless the
 * document says otherwise: somebody looks at its address before leads go there.
 */
export const webhooksKitPart = defineKitPart<KitWebhook>({
  name: 'webhooks',
  module: 'leads',
  leaves: ['active'],
  async list(ctx, { accountId }) {
    const rows = await findWebhooks(ctx.db, accountId)
    return byKitName(
      rows.filter(({ list_id, origin }) => list_id === null && origin === 'own').toReversed(),
      ({ name }) => name,
      ({ id, url, events, is_active }) => ({ id, content: { url, events, active: is_active || null } }),
    )
  },
  async create(ctx, actor, name, { active, ...content }) {
    const { id } = await createWebhook(ctx, actor, { ...content, name })
    if (!active) await updateWebhook(ctx, actor, id, { active: false })
  },
  change: (ctx, actor, id, { active, ...content }, name) =>
    updateWebhook(ctx, actor, id, { ...content, name, ...(active && { active }) }),
  remove: deleteWebhook,
  async restore(ctx, actor, name) {
    const row = await findDeletedWebhook(ctx.db, actor.accountId, name)
    if (!row) return null
    await undeleteWebhook(ctx, actor, row.id)
    return row.id
  },
})
