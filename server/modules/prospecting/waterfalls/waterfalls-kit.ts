import type { KitContent } from '#contract/admin/kit-document.ts'
import { WANTS, type Want } from '#contract/sources/source-kinds/define.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { findWaterfallSetting, resetWaterfall, saveWaterfall } from './waterfall-settings.ts'

/** The account’s own orders of sources; those that are the default are left out. */
export const waterfallsKitPart = defineKitPart<KitContent<'waterfalls'>>({
  name: 'waterfalls',
  module: 'leads',
  async list(ctx, { accountId }) {
    const settings = []
    for (const want of WANTS) settings.push({ want, ...(await findWaterfallSetting(ctx, accountId, want)) })
    return byKitName(
      settings.filter(({ version }) => version > 0),
      ({ want }) => want,
      ({ want, steps, conditions }) => ({ id: want, content: { steps, conditions } }),
    )
  },
  create: (ctx, actor, want, content) => saveWaterfall(ctx, actor, want as Want, { ...content, version: 0 }),
  async change(ctx, actor, _id, content, want) {
    const { version } = await findWaterfallSetting(ctx, actor.accountId, want as Want)
    return saveWaterfall(ctx, actor, want as Want, { ...content, version })
  },
  remove: (ctx, actor, want) => resetWaterfall(ctx, actor, String(want) as Want),
})
