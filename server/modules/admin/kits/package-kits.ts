import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import { findPlanOfVersion } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { ROLL_OUT_JOB } from './rollout-job.ts'
import { insertRollout, listWaitingForPerson } from './rollouts-store.ts'
import { findKit, findNewestVersion } from './stored-kits-store.ts'

/** Plans the kit that the package of a new account names: its newest version. Never keeps the account from opening. */
export async function planPackageKit(
  ctx: Context,
  { accountId, planVersionId }: { accountId: number; planVersionId: number },
): Promise<void> {
  const plan = await findPlanOfVersion(ctx.db, planVersionId)
  if (!plan || plan.kit_id === null) return
  const sellerId = plan.owner_account_id ?? (await findPlatformId(ctx.db))
  const kit = sellerId === null ? undefined : await findKit(ctx.db, sellerId, plan.kit_id)
  const version = kit && (await findNewestVersion(ctx.db, kit))
  if (!kit || !version) return
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
