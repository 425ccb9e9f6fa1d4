import type { Db } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { findClaimants, findDomain } from './domains-store.ts'
import { plainHost } from './host-directory.ts'
import type { SiteScope } from './site-scope.ts'

/** Finds a call's domain within its site. */
export function createFindDomain(db: Db, siteScope: SiteScope) {
  async function within(actor: Actor, host: string, accountId: number | undefined) {
    const { account, site } = await siteScope.find(actor, accountId)
    const row = site && (await findDomain(db, site.id, host))
    return row ? { account, row } : null
  }

  /** Administrators may give only the domain, when one account has added it. @throws AppError not_found. */
  return async function find(actor: Actor, domain: string, accountId: number | undefined) {
    const host = plainHost(domain)
    const mine = await within(actor, host, accountId)
    if (mine) return mine
    const claimants = accountId === undefined && can(actor, 'administer') ? await findClaimants(db, host) : []
    if (claimants.length > 1)
      throw invalidField(
        'account_id',
        `Several accounts have added it; choose one of ${claimants.join(', ')}`,
      )
    const found = claimants.length === 1 ? await within(actor, host, claimants[0]) : null
    if (!found) throw notFound('The domain')
    return found
  }
}
