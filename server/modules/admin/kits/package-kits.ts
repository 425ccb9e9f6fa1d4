import { findAccount, findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import { findPlanOfVersion } from '#server/modules/accounts/plans/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { ROLL_OUT_JOB } from './rollout-job.ts'
import { hasOrAwaitsKit, insertRollout, listWaitingForPerson } from './rollouts-store.ts'
import { findKit, findNewestVersion } from './stored-kits-store.ts'

/** The kit that a package names, with its newest version and its seller’s account. */
async function findPackageKit(ctx: Context, planVersionId: number) {
  const plan = await findPlanOfVersion(ctx.db, planVersionId)
  if (!plan || plan.kit_id === null) return null
  const sellerId = plan.owner_account_id ?? (await findPlatformId(ctx.db))
  const kit = sellerId === null ? undefined : await findKit(ctx.db, sellerId, plan.kit_id)
  const version = kit && (await findNewestVersion(ctx.db, kit))
  return kit && version ? { plan, kit, version } : null
}

/** Plans the kit that the package of a new account names: its newest version. Never keeps the account from opening. */
export async function planPackageKit(
  ctx: Context,
  { accountId, planVersionId }: { accountId: number; planVersionId: number },
): Promise<void> {
  const named = await findPackageKit(ctx, planVersionId)
  if (!named) return
  const { kit, version } = named
  const what = {
    account_id: kit.account_id,
    kit_id: kit.id,
    kit: kit.name,
    version: version.number,
    parts: Object.keys(version.document),
  }
  await insertRollout(
    ctx.db,
    { ...what, kind: 'package', conflicts: 'keep', rolls_back: null, created_by: null, variables: null },
    [{ id: accountId, useId: null }],
  )
}

/** Settings are made by people, so a kit waits for the first person of its account. */
export async function givePackageKit(ctx: Context, { accountId }: { accountId: number }): Promise<void> {
  for (const due of await listWaitingForPerson(ctx.db, accountId))
    await ctx.queue.send(ctx.db, ROLL_OUT_JOB, due)
}

/**
 * Offers the seller the kit of the package that an account has changed to, where the account doesn’t have that kit. It is
 * never applied by itself: the account has settings of its own by now.
 */
export async function offerPackageKit(
  ctx: Context,
  { accountId, planVersionId }: { accountId: number; planVersionId: number },
): Promise<void> {
  const named = await findPackageKit(ctx, planVersionId)
  if (!named) return
  const { kit, plan } = named
  // A new account gets it with its first person.
  if (await hasOrAwaitsKit(ctx.db, kit, accountId)) return
  await notify(ctx, {
    accountId: kit.account_id,
    permission: 'owner',
    kind: 'kit_offered',
    detail: {
      account_id: accountId,
      account: (await findAccount(ctx, accountId))?.name ?? '',
      kit_id: kit.id,
      kit: kit.name,
      package: plan.name,
      at: ctx.clock.now().toISOString(),
    },
  })
}
