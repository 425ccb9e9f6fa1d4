import { findAccount, findBrandOfAccount } from '#server/modules/accounts/accounts/index.ts'
import {
  findHostKind,
  findPlatformSite,
  findSiteOfHost,
  plainHost,
} from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * Whether a Host shows public pages of an account: those of its brand only. Nothing of a closed or locked account is
 * shown, and other brands must not learn that it exists.
 */
export async function servesAccount(ctx: Context, host: string, accountId: number): Promise<boolean> {
  const account = await findAccount(ctx, accountId)
  if (!account || account.closed_at || account.deleted_at || account.access === 'locked') return false
  const { siteId, url } = await findBrandOfAccount(ctx, accountId)
  const site = await findSiteOfHost(ctx, host)
  if (site) return site.id === siteId
  const kind = await findHostKind(ctx, host)
  if (kind === 'platform') return siteId === null || siteId === (await findPlatformSite(ctx))?.id
  // A shared domain is that of brands without a domain of their own.
  return kind === 'shared' && plainHost(new URL(url).hostname) === plainHost(host)
}
