import type { KitContent } from '#contract/admin/kit-document.ts'
import { findDeletedLabel, findLabels } from '#server/modules/leads/leads/index.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { changeLabel, createLabel, removeLabel, restoreLabel } from './labels.ts'

export const labelsKitPart = defineKitPart<KitContent<'labels'>>({
  name: 'labels',
  module: 'leads',
  async list(ctx, { accountId }) {
    const rows = await findLabels(ctx.db, accountId)
    return byKitName(
      rows,
      ({ name }) => name,
      ({ id, color, rule }) => ({ id, content: { color, rule } }),
    )
  },
  create: (ctx, actor, name, content) => createLabel(ctx, actor, { name, ...content }),
  change: changeLabel,
  remove: removeLabel,
  async restore(ctx, actor, name) {
    const label = await findDeletedLabel(ctx.db, actor.accountId, name)
    if (!label) return null
    await restoreLabel(ctx, actor, label.id)
    return label.id
  },
})
