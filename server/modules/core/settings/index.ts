import * as api from '#contract/core/settings.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { data, route } from '#server/platform/http/route.ts'
import { findSetting, findSettings, lockSettings, saveSetting } from './settings-store.ts'

/** Whether a flag of the installation is on. */
export const isOn = async (db: Db, name: api.SettingName): Promise<boolean> =>
  (await findSetting(db, name))?.value ?? api.SETTINGS[name].default

/** @throws AppError conflict while it is off, with a sentence for the person. */
export async function requireOn(db: Db, name: api.SettingName, message: string): Promise<void> {
  if (!(await isOn(db, name))) throw conflict(message)
}

export function createSettings({ db }: { db: Db }) {
  async function list(): Promise<api.Setting[]> {
    const rows = new Map((await findSettings(db)).map((row) => [row.name, row]))
    return api.SETTING_NAMES.map((name) => {
      const row = rows.get(name)
      return {
        name,
        ...api.SETTINGS[name],
        value: row?.value ?? api.SETTINGS[name].default,
        changed_by: row?.changed_by ?? null,
        changed_at: row?.updated_at.toISOString() ?? null,
      }
    })
  }
  const show = async (name: api.SettingName): Promise<api.Setting> =>
    (await list()).find((item) => item.name === name) as api.Setting

  return {
    list,

    set: (actor: Actor, name: api.SettingName, value: boolean): Promise<api.Setting> =>
      transaction(db, async () => {
        await lockSettings(db)
        const before = await show(name)
        if (before.value === value) {
          markUnchanged()
          return before
        }
        await saveSetting(db, name, value, actor.userId)
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `setting:${name}`,
          detail: { before: { [name]: before.value }, after: { [name]: value } },
        })
        return show(name)
      }),
  }
}

export type SettingsService = ReturnType<typeof createSettings>

export const settingRoutes = (service: SettingsService) => [
  route(api.settings, () => data(service.list())),
  route(api.setSetting, async ({ actor, params, body }) => ({
    data: await service.set(actor, params.name, body.value),
    message: `${api.SETTINGS[params.name].label} turned ${body.value ? 'on' : 'off'}`,
  })),
]
