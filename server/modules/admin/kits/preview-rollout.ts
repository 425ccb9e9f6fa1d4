import type { KitDocument } from '#contract/admin/kit-document.ts'
import { MAX_PREVIEW_NAMES, type RolloutPreview } from '#contract/admin/kit-rollouts.ts'
import type { KitDiff } from '#contract/admin/kits.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { getActorIn } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { numberedPage } from '#server/platform/http/page-reply.ts'
import { fillSettings, requireModules, settingsOf, skipEmptyParts } from './apply-kit.ts'
import { compareKit, presentDiff } from './compare-kit.ts'
import { findNewestUse, type KitIdentity, type KitUseRow, type Settings } from './kits-store.ts'
import { findTargets, type Targets } from './rollout-targets.ts'
import { getKit, getKitVersion } from './stored-kits.ts'

const NOTHING: Omit<KitDiff, 'account_id' | 'kept' | 'changes' | 'skipped'> = {
  added: [],
  changed: [],
  removed: [],
  unchanged: [],
  conflicts: [],
}

const presentPreview = (
  account: { id: number; name: string },
  last: KitUseRow | undefined,
  diff: typeof NOTHING,
  problem: string | null,
): RolloutPreview => ({
  account_id: account.id,
  account: account.name,
  version: last?.kit_version ?? null,
  counts: {
    added: diff.added.length,
    changed: diff.changed.length,
    removed: diff.removed.length,
    unchanged: diff.unchanged.length,
    conflicts: diff.conflicts.length,
  },
  names: {
    added: diff.added.slice(0, MAX_PREVIEW_NAMES),
    changed: diff.changed.slice(0, MAX_PREVIEW_NAMES),
    removed: diff.removed.slice(0, MAX_PREVIEW_NAMES),
    conflicts: diff.conflicts.slice(0, MAX_PREVIEW_NAMES),
  },
  problem,
})

async function previewAccount(
  ctx: Context,
  actor: Actor,
  kit: KitIdentity,
  settings: Settings,
  accountId: number,
): Promise<RolloutPreview> {
  const name = (await findAccount(ctx, accountId))?.name ?? ''
  const last = await findNewestUse(ctx.db, accountId, kit)
  const account = { id: accountId, name }
  try {
    const target = await getActorIn(ctx, actor, accountId)
    const { settings: usable } = skipEmptyParts(ctx, { actor, target }, settings)
    requireModules(ctx, actor, target, new Set(Object.keys(usable)))
    const all = await compareKit(ctx, target, usable, last?.document)
    return presentPreview(account, last, presentDiff(accountId, all), null)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return presentPreview(account, last, NOTHING, error.message)
  }
}

type Page = { page: number; limit: number }

async function previewAll(
  ctx: Context,
  actor: Actor,
  { settings, ...kit }: KitIdentity & { settings: Settings },
  ids: readonly number[],
  query: Page,
) {
  const from = (query.page - 1) * query.limit
  const data: RolloutPreview[] = []
  for (const accountId of ids.slice(from, from + query.limit))
    data.push(await previewAccount(ctx, actor, kit, settings, accountId))
  return numberedPage(data, query, ids.length)
}

/** What a version would change, account by account. @throws AppError as `findTargets`. */
export async function previewRollout(
  ctx: Context,
  actor: Actor,
  id: number,
  {
    version: number,
    variables,
    ...targets
  }: Targets & { version?: number; variables: Record<string, string> },
  query: Page,
) {
  const kit = await getKit(ctx, actor, id)
  const { document } = await getKitVersion(ctx, kit, number)
  const ids = await findTargets(ctx, kit, targets)
  const settings = fillSettings(document, variables)
  return previewAll(ctx, actor, { kit: kit.name, kit_id: kit.id, settings }, ids, query)
}

/** The same for a document that isn't kept. */
export async function previewDocument(
  ctx: Context,
  actor: Actor,
  {
    document,
    variables,
    ...targets
  }: Omit<Targets, 'on_kit'> & { document: KitDocument; variables: Record<string, string> },
  query: Page,
) {
  const kit = { account_id: actor.accountId, id: 0, name: document.kit }
  const ids = await findTargets(ctx, kit, { ...targets, on_kit: false })
  const settings = fillSettings(settingsOf(document), variables)
  return previewAll(ctx, actor, { kit: document.kit, kit_id: null, settings }, ids, query)
}
