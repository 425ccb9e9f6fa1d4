import { SETTING_NAMES, SETTINGS, type SettingName } from '#contract/core/settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { setSetting } from './set-setting.ts'
import { findSettings } from './settings-store.ts'

const save = (ctx: Context, actor: Actor, name: string, value: boolean) =>
  setSetting(ctx, actor, name as SettingName, value)

/** What administrators turn on and off, where it differs from the default. */
export const switchesKitPart = defineKitPart<boolean>({
  name: 'switches',
  module: 'admin',
  async list(ctx) {
    const rows = (await findSettings(ctx.db)).filter(
      ({ name, value }) => SETTING_NAMES.includes(name) && value !== SETTINGS[name].default,
    )
    return byKitName(
      rows,
      ({ name }) => name,
      ({ name, value }) => ({ id: name, content: value }),
    )
  },
  create: save,
  change: (ctx, actor, _id, value, name) => save(ctx, actor, name, value),
  remove: (ctx, actor, _id, name) => save(ctx, actor, name, SETTINGS[name as SettingName].default),
})
