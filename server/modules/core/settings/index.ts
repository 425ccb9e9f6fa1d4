import {
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  setSetting,
  settings,
} from '#contract/core/settings.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { route } from '#server/platform/http/route.ts'
import { findSetting, findSettings, lockSettings, saveSetting } from './settings-store.ts'

/** Whether a flag of the installation is on. */
export const isOn = async (db: Db, name: SettingName): Promise<boolean> =>
  (await findSetting(db, name))?.value ?? SETTINGS[name].default

/** @throws AppError conflict while it is off, with a sentence for the person. */
export async function requireOn(db: Db, name: SettingName, message: string): Promise<void> {
  if (!(await isOn(db, name))) throw new AppError('conflict', message)
}

export function createSettings({ db }: { db: Db }) {
  async function list(): Promise<Setting[]> {
    const rows = new Map((await findSettings(db)).map((row) => [row.name, row]))
    return SETTING_NAMES.map((name) => {
      const row = rows.get(name)
      return {
        name,
        ...SETTINGS[name],
        value: row?.value ?? SETTINGS[name].default,
        changed_by: row?.changed_by ?? null,
        changed_at: row?.updated_at.toISOString() ?? null,
      }
    })
  }
  const show = async (name: SettingName): Promise<Setting> =>
    (await list()).find((item) => item.name === name) as Setting

  return {
    list,

    set: (actor: Actor, name: SettingName, value: boolean): Promise<Setting> =>
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
  route(settings, async () => ({ data: await service.list() })),
  route(setSetting, async ({ actor, params, body }) => ({
    data: await service.set(actor, params.name, body.value),
    message: `${SETTINGS[params.name].label} turned ${body.value ? 'on' : 'off'}`,
  })),
]
