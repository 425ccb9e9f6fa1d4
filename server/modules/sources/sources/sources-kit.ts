import { isDeepStrictEqual } from 'node:util'
import type { InstallationSource } from '#contract/admin/installation-document.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineKitPart, type KitItem } from '#server/platform/kit-part.ts'
import { NEVER_TESTED, openSourceKey } from './credentials.ts'
import { findOwn } from './credentials-store.ts'
import { setRetention } from './retention.ts'
import { changeSearcher } from './searchers.ts'
import { findSettings, savePlace, saveRetention } from './settings-store.ts'
import { listAllSources } from './source-registry.ts'
import { removeSourceKey, saveSourceKey } from './stored-keys.ts'

const DEFAULT: InstallationSource = {
  on: true,
  place: null,
  prices: {},
  daily_limit: null,
  retention_days: null,
  keys: null,
  key_daily_limit: null,
}

/** The installation’s own key; one that can’t be opened any more is there with no values. */
async function readKey(ctx: Context, accountId: number, id: string) {
  const row = await findOwn(ctx.db, accountId, id)
  if (!row) return { keys: null, key_daily_limit: null }
  try {
    return { keys: openSourceKey(ctx, accountId, id, row.sealed), key_daily_limit: row.daily_limit }
  } catch {
    return { keys: {}, key_daily_limit: row.daily_limit }
  }
}

async function readSource(ctx: Context, accountId: number, id: string): Promise<InstallationSource> {
  const row = (await findSettings(ctx.db)).find(({ source_id }) => source_id === id)
  const { is_on: on = true, place = null, prices = {}, daily_limit = null, retention_days = null } = row ?? {}
  return { on, place, prices, daily_limit, retention_days, ...(await readKey(ctx, accountId, id)) }
}

async function saveKey(
  ctx: Context,
  actor: Actor,
  id: string,
  now: InstallationSource,
  next: InstallationSource,
) {
  const { keys, key_daily_limit } = next
  if (isDeepStrictEqual([now.keys, now.key_daily_limit], [keys, key_daily_limit])) return
  if (keys === null) await removeSourceKey(ctx, actor, id)
  else
    await saveSourceKey(
      ctx,
      actor,
      id,
      { values: keys, daily_limit: key_daily_limit, save_untested: true },
      NEVER_TESTED,
    )
}

/** Writes what differs. Keys are stored without asking the vendor, as the caller’s transaction is open. */
async function saveSource(ctx: Context, actor: Actor, id: string, next: InstallationSource): Promise<void> {
  const now = await readSource(ctx, actor.accountId, id)
  const { on: is_on, prices, daily_limit } = next
  await changeSearcher(ctx, actor, id, { is_on, prices, daily_limit })
  if (now.place !== next.place) await savePlace(ctx.db, id, next.place)
  if (next.retention_days === null) await saveRetention(ctx.db, id, null)
  else if (next.retention_days !== now.retention_days) await setRetention(ctx, actor, id, next.retention_days)
  await saveKey(ctx, actor, id, now, next)
  const { place, retention_days } = next
  recordAudit(ctx.db, {
    accountId: actor.accountId,
    subject: `source:${id}`,
    detail: { place, retention_days },
  })
}

const variableOf = (id: string, field: string): string =>
  `\${env:${`SOURCE_${id}_${field}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}}`

/** Lead sources that differ from what they are by default, with the installation’s own keys. */
export const sourcesKitPart = defineKitPart<InstallationSource>({
  name: 'sources',
  module: 'admin',
  conceal: (id, { keys, ...source }) => ({
    ...source,
    keys: keys && Object.fromEntries(Object.keys(keys).map((field) => [field, variableOf(id, field)])),
  }),
  async list(ctx, { accountId }) {
    const sources = new Map<string, KitItem<InstallationSource>>()
    for (const { declaration } of listAllSources(ctx)) {
      const { id } = declaration
      const content = await readSource(ctx, accountId, id)
      if (!isDeepStrictEqual(content, DEFAULT)) sources.set(id, { id, content })
    }
    return sources
  },
  create: (ctx, actor, id, source) => saveSource(ctx, actor, id, source),
  change: (ctx, actor, _id, source, id) => saveSource(ctx, actor, id, source),
  remove: (ctx, actor, _id, id) => saveSource(ctx, actor, id, DEFAULT),
})
