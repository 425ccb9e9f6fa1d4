import type { InstallationDomain } from '#contract/admin/installation-sites.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { isServed } from './domain-record.ts'
import { addDomain, chooseDomain, removeDomain } from './domains.ts'
import { type DomainRow, listDomains } from './domains-store.ts'
import { findSiteScope } from './site-scope.ts'

async function listOwn(ctx: Context, actor: Actor): Promise<DomainRow[]> {
  const { site } = await findSiteScope(ctx, actor, undefined)
  return site ? listDomains(ctx.db, site.id) : []
}

/** Domains of a site by name. Whether one is served is found out on each server. */
export const domainsKitPart = defineKitPart<InstallationDomain>({
  name: 'domains',
  module: 'whitelabel',
  leaves: ['primary'],
  async list(ctx, actor) {
    return byKitName(
      await listOwn(ctx, actor),
      ({ host }) => host,
      ({ host, is_primary }) => ({ id: host, content: { primary: is_primary ? true : null } }),
    )
  },
  async findPossible(ctx, actor, host, content) {
    const rows = await listOwn(ctx, actor)
    if (rows.some((row) => row.host === host && isServed(row))) return { content, reason: null }
    // One that isn’t served takes links from none that is.
    return {
      content: { primary: rows.some(isServed) ? null : content.primary },
      reason: 'Publish its DNS record, which is shown at the domains of the site, and verify it',
    }
  },
  async create(ctx, actor, host, { primary }) {
    await addDomain(ctx, actor, host, undefined)
    if (primary) await chooseDomain(ctx, actor, host)
  },
  async change(ctx, actor, _id, { primary }, host) {
    if (primary) await chooseDomain(ctx, actor, host)
  },
  remove: (ctx, actor, _id, host) => removeDomain(ctx, actor, host, actor.accountId),
})
