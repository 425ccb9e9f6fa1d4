import { MAX_PREVIEW_NAMES, type RolloutPreview } from '#contract/admin/kit-rollouts.ts'
import type { KitDiff } from '#contract/admin/kits.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { getActorIn } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { requireModules } from './apply-kit.ts'
import { compareKit, presentDiff } from './compare-kit.ts'
import { findNewestUse, type KitUseRow } from './kits-store.ts'
import { findTargets, type Targets } from './rollout-targets.ts'
import { getKit, getKitVersion } from './stored-kits.ts'
import type { KitRow, KitVersionRow } from './stored-kits-store.ts'

const NOTHING: Omit<KitDiff, 'account_id' | 'kept' | 'changes'> = {
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
  kit: KitRow,
  { document }: KitVersionRow,
  accountId: number,
): Promise<RolloutPreview> {
  const name = (await findAccount(ctx, accountId))?.name ?? ''
  const last = await findNewestUse(ctx.db, accountId, { kit: kit.name, kit_id: kit.id })
  const account = { id: accountId, name }
  try {
    const target = await getActorIn(ctx, actor, accountId)
    requireModules(ctx, actor, target, new Set(Object.keys(document)))
    const all = await compareKit(ctx, target, document, last?.document)
    return presentPreview(account, last, presentDiff(accountId, all), null)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return presentPreview(account, last, NOTHING, error.message)
  }
}

/** What a version would change, account by account. @throws AppError as `findTargets`. */
export async function previewRollout(
  ctx: Context,
  actor: Actor,
  id: number,
  { version: number, ...targets }: Targets & { version?: number },
  query: { page: number; limit: number },
) {
  const kit = await getKit(ctx, actor, id)
  const version = await getKitVersion(ctx, kit, number)
  const ids = await findTargets(ctx, kit, targets)
  const from = (query.page - 1) * query.limit
  const data: RolloutPreview[] = []
  for (const accountId of ids.slice(from, from + query.limit))
    data.push(await previewAccount(ctx, actor, kit, version, accountId))
  return pageReply(data, query, ids.length)
}
