import { findSiteById } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findPlatformAccount } from './mail-servers-store.ts'

/** The account whose brand a site's mail has; without a site the platform's. */
export const findMailAccount = async (ctx: Context, siteId: number | null): Promise<number | null> =>
  siteId === null ? findPlatformAccount(ctx.db) : ((await findSiteById(ctx, siteId))?.account_id ?? null)
