import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { findBrand, findSiteOfRealm } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'

/** The site of the brand that an account's people know, and its origin without a trailing slash. */
export async function findBrandOfAccount(
  ctx: Context,
  accountId: number,
): Promise<{ siteId: number | null; url: string }> {
  const account = await findAccount(ctx, accountId)
  const site = account ? await findSiteOfRealm(ctx, account.realm_id) : null
  const siteId = site?.id ?? null
  return { siteId, url: (await findBrand(ctx, siteId)).url }
}

/** Origin of the pages of an account. */
export const findOrigin = async (ctx: Context, accountId: number): Promise<string> =>
  (await findBrandOfAccount(ctx, accountId)).url

/** The account above, which sells to it; null for the installation's own. */
export const findSellerId = async (ctx: Context, accountId: number): Promise<number | null> =>
  (await findAccount(ctx, accountId))?.parent_id ?? null
