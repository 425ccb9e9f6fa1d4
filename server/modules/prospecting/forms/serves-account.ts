import { findAccount, findBrandOfAccount } from '#server/modules/accounts/accounts/index.ts'
import {
  findBrand,
  findHostKind,
  findOwnSite,
  findPlatformSite,
  findSiteOfHost,
  plainHost,
} from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'

/** The brand that an account shows to visitors: its own if it has one, else the one that its people know. */
export async function findPublicBrand(ctx: Context, accountId: number) {
  const own = await findOwnSite(ctx, accountId)
  return own ? { ...(await findBrand(ctx, own.id)), siteId: own.id } : findBrandOfAccount(ctx, accountId)
}

/**
 * Whether a Host shows public pages of an account: those of its brand only. Nothing of a closed or locked account is
 * shown, and other brands must not learn that it exists.
 */
export async function servesAccount(ctx: Context, host: string, accountId: number): Promise<boolean> {
  const account = await findAccount(ctx, accountId)
  if (!account || account.closed_at || account.deleted_at || account.access === 'locked') return false
  const { siteId, url } = await findPublicBrand(ctx, accountId)
  const site = await findSiteOfHost(ctx, host)
  if (site) return site.id === siteId
  const kind = await findHostKind(ctx, host)
  if (kind === 'platform') return siteId === null || siteId === (await findPlatformSite(ctx))?.id
  // A shared domain is that of brands without a domain of their own.
  return kind === 'shared' && plainHost(new URL(url).hostname) === plainHost(host)
}
