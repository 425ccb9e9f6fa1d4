import { publishedVersion } from '#server/modules/accounts/plans/index.ts'
import { isOn } from '#server/modules/core/settings/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as store from './accounts-store.ts'

/** The site's facts that a sign-up needs. */
interface SignUpSite {
  account_id: number
  realm_id: number
  sign_up_plan_id: number | null
}

/** The realm of an account's customers; created on first use. */
async function ownRealm(db: Db, accountId: number, name: string): Promise<number> {
  const realm = await store.findRealmOf(db, accountId)
  return realm?.id ?? store.insertRealm(db, name, accountId)
}

/** The realm of a new account's users: the nearest reseller above, else the platform's. */
export async function realmFor(db: Db, parent: store.AccountRow): Promise<number> {
  for (const id of parent.path.toReversed()) {
    const ancestor = await store.findAccount(db, id)
    if (!ancestor?.modules.includes('whitelabel') || ancestor.parent_id === null) continue
    return ownRealm(db, ancestor.id, ancestor.name)
  }
  return (await store.findPlatform(db))?.realm_id ?? parent.realm_id
}

// Realms and what people get when they sign up in them.

/** The realm of an account's customers; created on first use. */
export const findRealm = (ctx: Context, accountId: number, name: string) => ownRealm(ctx.db, accountId, name)

export const findPlatformRealm = async (ctx: Context) => (await store.findPlatform(ctx.db))?.realm_id ?? null

export const listBrandsOfRealms = (ctx: Context, realmIds: number[]) => store.findRealms(ctx.db, realmIds)

export const isEmailTaken = (ctx: Context, email: string, realmId: number) =>
  store.isEmailTaken(ctx.db, email, realmId)

export const setSignUpPlan = (ctx: Context, realmId: number, planId: number | null) =>
  store.setSignUpPlan(ctx.db, realmId, planId)

/**
 * Parent account, realm and plan for registrations on a site, with a chosen package or the site's; null where
 * sign-up is closed.
 */
export async function findSignUpPlan(ctx: Context, site: SignUpSite | null, packageVersionId?: number) {
  if (!(await isOn(ctx.db, 'sign_up'))) return null
  const platform = await store.findPlatform(ctx.db)
  const parentId = site?.account_id ?? platform?.id
  const realmId = site?.realm_id ?? platform?.realm_id
  if (parentId === undefined || realmId === undefined) return null
  if (packageVersionId !== undefined)
    return { parentId, realmId, planVersionId: packageVersionId, isChosen: true }
  const realm = await store.findRealm(ctx.db, realmId)
  const planId = site?.sign_up_plan_id ?? realm?.sign_up_plan_id
  const version = planId ? await publishedVersion(ctx.db, planId) : undefined
  return version ? { parentId, realmId, planVersionId: version.id, isChosen: false } : null
}
