import { findBrand, findBrandOfRealm, type SiteBrand } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findAccount } from './accounts.ts'

/** The brand that an account's people know, with its site; the platform's for an unknown account. */
export async function findBrandOfAccount(
  ctx: Context,
  accountId: number,
): Promise<SiteBrand & { siteId: number | null }> {
  const account = await findAccount(ctx, accountId)
  return account ? findBrandOfRealm(ctx, account.realm_id) : { ...(await findBrand(ctx, null)), siteId: null }
}

/** The account above, which sells to it; null for the installation's own. */
export const findSellerId = async (ctx: Context, accountId: number): Promise<number | null> =>
  (await findAccount(ctx, accountId))?.parent_id ?? null
