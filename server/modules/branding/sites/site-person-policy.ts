import type { Actor } from '#server/platform/http/actor.ts'

/** What decides whether someone may sign in on a site. */
export interface SitePerson {
  account_id: number
  realm_id: number
  role: string
}

export const asSitePerson = ({ accountId, realmId, role }: Actor): SitePerson => ({
  account_id: accountId,
  realm_id: realmId,
  role,
})

type OwnedSite = { account_id: number; realm_id: number }

/**
 * Whether someone works for the account that owns the site, which is in a realm above the site's. Staff of the
 * installation never sign in on a brand's domain.
 */
export const isBrandTeam = (
  site: Pick<OwnedSite, 'account_id'>,
  person: Pick<SitePerson, 'account_id' | 'role'>,
): boolean => person.account_id === site.account_id && person.role !== 'admin'

/** Whether a site is this person's: they are in its realm, or in the team of its brand. */
export const servesPerson = (site: OwnedSite, person: SitePerson): boolean =>
  person.realm_id === site.realm_id || isBrandTeam(site, person)
