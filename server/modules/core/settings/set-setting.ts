import * as api from '#contract/core/settings.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { findSettings, lockSettings, saveSetting } from './settings-store.ts'

export async function listSettings(ctx: Context): Promise<api.Setting[]> {
  const rows = new Map((await findSettings(ctx.db)).map((row) => [row.name, row]))
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

const showSetting = async (ctx: Context, name: api.SettingName): Promise<api.Setting> =>
  (await listSettings(ctx)).find((item) => item.name === name) as api.Setting

/** Turns a setting on or off, at once in every process. */
export const setSetting = (
  ctx: Context,
  actor: Actor,
  name: api.SettingName,
  value: boolean,
): Promise<api.Setting> =>
  transaction(ctx.db, async () => {
    await lockSettings(ctx.db)
    const before = await showSetting(ctx, name)
    if (before.value === value) {
      markUnchanged()
      return before
    }
    await saveSetting(ctx.db, name, value, actor.userId)
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `setting:${name}`,
      detail: { before: { [name]: before.value }, after: { [name]: value } },
    })
    return showSetting(ctx, name)
  })
