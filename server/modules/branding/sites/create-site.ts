import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { newDomainToken } from './domain-record.ts'
import { insertDomain } from './domains-store.ts'
import { forgetHosts, plainHost } from './host-directory.ts'
import type { SiteRow } from './sites.ts'
import * as store from './sites-store.ts'

/** A new site, with a vouched domain when `verified_at` is given. */
export const createSite = (
  ctx: Context,
  site: Pick<SiteRow, 'account_id' | 'realm_id'> &
    store.SiteChange & { domain?: string; verified_at?: Date | null },
) =>
  transaction(ctx.db, async () => {
    const { domain, verified_at = null, ...row } = site
    const made = await store.insertSite(ctx.db, row)
    if (domain !== undefined)
      await insertDomain(ctx.db, {
        site_id: made.id,
        host: plainHost(domain),
        token: newDomainToken(),
        state: verified_at ? 'active' : 'pending',
        is_trusted: verified_at !== null,
        is_primary: true,
        verified_at,
      })
    forgetHosts(ctx)
    return made
  })
