import { SIGN_UP_MODULES } from '#contract/core/constants.ts'
import {
  insertPlan,
  isModelSupported,
  listSignUpPlans,
  publishedVersion,
  publishWithCredits,
} from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { findPlatform, findRealm, findRealmOf, setSignUpPlan } from './accounts-store.ts'

interface Owner {
  id: number
  parent_id: number | null
}
/** Columns of the site; its realm has the rest. */
interface SignUpSite {
  realm_id: number
  sign_up_plan_id: number | null
}

/** Plans for registration: those of an account; the platform's own have no owner. */
const listOwnSignUpPlans = (db: Db, { id, parent_id }: Owner) =>
  listSignUpPlans(db, parent_id === null ? null : id)

// Whether and on which plan people register on a site, and their free credits.

async function findPlanId(ctx: Context, owner: Owner, site: SignUpSite | null): Promise<number | null> {
  const isPlatform = owner.parent_id === null
  const realmId =
    site?.realm_id ??
    (isPlatform ? (await findPlatform(ctx.db))?.realm_id : (await findRealmOf(ctx.db, owner.id))?.id)
  const realm = realmId === undefined ? undefined : await findRealm(ctx.db, realmId)
  return site?.sign_up_plan_id ?? realm?.sign_up_plan_id ?? null
}

export async function showSignUpPlans(ctx: Context, owner: Owner, site: SignUpSite | null) {
  const plans = await listOwnSignUpPlans(ctx.db, owner)
  const planId = await findPlanId(ctx, owner, site)
  return {
    sign_up: planId !== null,
    sign_up_plan_id: planId,
    sign_up_credits: plans.find(({ id }) => id === planId)?.credits ?? 0,
    sign_up_plans: plans,
  }
}

/** The sign-up plan from now on; created if missing. */
async function choosePlan(
  ctx: Context,
  owner: Owner & { modules: string[] },
  site: SignUpSite,
  planId?: number | null,
) {
  const plans = await listOwnSignUpPlans(ctx.db, owner)
  if (planId && !plans.some(({ id }) => id === planId))
    throw invalidField('sign_up_plan_id', 'Choose one of your own free packages')
  const known = planId ?? (await findPlanId(ctx, owner, site)) ?? plans.at(-1)?.id
  if (known) return known
  const modules = SIGN_UP_MODULES.filter((slug) => owner.parent_id === null || owner.modules.includes(slug))
  const ownerAccountId = owner.parent_id === null ? null : owner.id
  const supportOpenAiApiKey = await isModelSupported(ctx.db, owner.id)
  const starter = { name: 'Starter', modules, freeCredits: 0, supportOpenAiApiKey, ownerAccountId }
  return (await insertPlan(ctx.db, starter)).plan_id
}

/** Opens or closes registration, or changes its plan or credits. @throws AppError validation_failed. */
export async function changeSignUpPlan(
  ctx: Context,
  owner: Owner & { modules: string[] },
  site: SignUpSite,
  change: {
    open?: boolean
    planId?: number | null
    credits?: number
  },
): Promise<void> {
  const isOpen = change.open ?? (change.planId !== null && (await findPlanId(ctx, owner, site)) !== null)
  if (!isOpen) {
    await setSignUpPlan(ctx.db, site.realm_id, null)
    return
  }
  const planId = await choosePlan(ctx, owner, site, change.planId)
  await setSignUpPlan(ctx.db, site.realm_id, planId)
  const sold = await publishedVersion(ctx.db, planId)
  // A version never changes, and its subscribers keep it.
  if (sold && change.credits !== undefined && change.credits !== sold.free_credits)
    await publishWithCredits(ctx.db, sold, change.credits)
}
