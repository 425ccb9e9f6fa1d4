import * as api from '#contract/core/settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { listSettings, setSetting } from './set-setting.ts'
import { findSetting } from './settings-store.ts'
import { switchesKitPart } from './switches-kit.ts'

/** Whether a flag of the installation is on. */
export const isOn = async (db: Db, name: api.SettingName): Promise<boolean> =>
  (await findSetting(db, name))?.value ?? api.SETTINGS[name].default

/** @throws AppError conflict while it is off, with a sentence for the person. */
export async function requireOn(db: Db, name: api.SettingName, message: string): Promise<void> {
  if (!(await isOn(db, name))) throw conflict(message)
}

const settingRoutes = (ctx: Context) => [
  route(api.settings, () => data(listSettings(ctx))),
  route(api.setSetting, async ({ actor, params, body }) => ({
    data: await setSetting(ctx, actor, params.name, body.value),
    message: `${api.SETTINGS[params.name].label} turned ${body.value ? 'on' : 'off'}`,
  })),
]

export const settingsModule = defineModule({ routes: settingRoutes, kitParts: [switchesKitPart] })
