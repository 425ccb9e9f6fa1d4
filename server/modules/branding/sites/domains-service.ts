import { MAX_DOMAINS_OF_SITE, type SiteDomain } from '#contract/branding/domains.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { isServed, newDomainToken, type Proof, presentDomain, requestProof } from './domain-record.ts'
import { type DomainEvents, judgeDomain } from './domain-state.ts'
import * as store from './domains-store.ts'
import { createFindDomain } from './find-domain.ts'
import { checkOwnable } from './ownable-host.ts'
import type { SitePlatform } from './site-platform.ts'
import type { SiteScope } from './site-scope.ts'
import type { SitesService } from './sites-service.ts'

export interface DomainsDeps {
  db: Db
  dns: Pick<DnsClient, 'txt' | 'cname'>
  clock: Clock
  sites: SitesService
  siteScope: SiteScope
  platform: SitePlatform
  events: DomainEvents
}

const domainFacts = ({ state, is_primary }: store.DomainRow) => ({ state, is_primary })

const TAKEN = 'This domain already serves another brand'

/** Domains of sites: which site they serve, and their verification. */
export function createDomainsService({ db, dns, clock, sites, siteScope, platform, events }: DomainsDeps) {
  const suite = platform.whiteLabelSuiteDomain ?? platform.mainSuiteDomain
  const ownableHost = (host: string) => checkOwnable(host, platform)
  const find = createFindDomain(db, siteScope)
  const present = (row: store.DomainRow): SiteDomain => presentDomain(row, suite)

  /** Records the result of a check in one transaction. @throws AppError conflict where another site was first. */
  const settle = (id: number, proof: Proof, trusted: boolean) =>
    judgeDomain({ db, clock, events }, id, proof, trusted).catch((error) => {
      throw isUniqueViolation(error, 'site_domain_served')
        ? conflict(TAKEN, { fields: { host: TAKEN } })
        : error
    })

  return {
    present,

    async list(actor: Actor, accountId: number | undefined): Promise<SiteDomain[]> {
      const { site } = await siteScope.find(actor, accountId)
      return site ? (await store.listDomains(db, site.id)).map(present) : []
    },

    /** Adds a domain, which waits for its record. @throws AppError validation_failed, conflict. */
    add: (actor: Actor, domain: string, accountId: number | undefined): Promise<SiteDomain> =>
      transaction(db, async () => {
        const host = ownableHost(domain)
        const { account, site } = await siteScope.ensure(actor, accountId)
        const domains = await store.listDomains(db, site.id)
        const known = domains.find((row) => row.host === host)
        if (known) {
          markUnchanged()
          return present(known)
        }
        if (domains.length >= MAX_DOMAINS_OF_SITE)
          throw conflict(`A site has at most ${MAX_DOMAINS_OF_SITE} domains`)
        const token = newDomainToken()
        const row = await store.insertDomain(db, {
          site_id: site.id,
          host,
          token,
          is_primary: domains.length === 0,
        })
        siteScope.auditBoth(actor, account.id, `domain:${row.id}`, {
          host,
          ...fieldChanges(null, domainFacts(row)),
        })
        return present(row)
      }),

    /** Queries DNS before anything is written. @throws AppError forbidden. */
    async lookUp(actor: Actor, host: string, accountId: number | undefined, trust: boolean) {
      if (trust && !can(actor, 'administer'))
        throw new AppError('forbidden', 'Only administrators can vouch for a domain')
      const { row, account } = await find(actor, host, accountId)
      const proof = trust ? ('proven' as const) : await requestProof(dns, row, suite)
      return { row, account, proof }
    },

    async verify(
      actor: Actor,
      { row, account, proof }: { row: store.DomainRow; account: { id: number }; proof: Proof },
      trust: boolean,
    ): Promise<SiteDomain> {
      const after = await transaction(db, async () => {
        const judged = await settle(row.id, proof, trust)
        siteScope.auditBoth(actor, account.id, `domain:${row.id}`, {
          host: row.host,
          trusted: trust,
          ...fieldChanges(domainFacts(row), domainFacts(judged)),
        })
        return judged
      })
      sites.hosts.forget()
      return present(after)
    },

    makePrimary: (actor: Actor, host: string, accountId: number | undefined): Promise<SiteDomain> =>
      transaction(db, async () => {
        const { row, account } = await find(actor, host, accountId)
        if (!isServed(row)) throw conflict('Verify the domain first')
        const before = (await store.listDomains(db, row.site_id)).find((domain) => domain.is_primary)
        await store.setPrimary(db, row.site_id, row.id)
        const detail = fieldChanges({ primary: before?.host ?? null }, { primary: row.host })
        siteScope.auditBoth(actor, account.id, `domain:${row.id}`, { host: row.host, ...detail })
        return present((await store.lockDomain(db, row.id)) as store.DomainRow)
      }),

    async remove(actor: Actor, host: string, accountId: number | undefined): Promise<string> {
      const removed = await transaction(db, async () => {
        const { row, account } = await find(actor, host, accountId)
        await store.deleteDomain(db, row.id)
        if (row.is_primary) {
          const next = (await store.listDomains(db, row.site_id)).find(isServed)
          await store.setPrimary(db, row.site_id, next?.id ?? null)
        }
        const detail = fieldChanges(domainFacts(row), null)
        siteScope.auditBoth(actor, account.id, `domain:${row.id}`, { host: row.host, ...detail })
        return row.host
      })
      sites.hosts.forget()
      return removed
    },

    /** A domain vouched for by staff, for an account that becomes a reseller, in its transaction. */
    async addTrusted(siteId: number, host: string): Promise<void> {
      const row = await store.insertDomain(db, {
        site_id: siteId,
        host: ownableHost(host),
        token: newDomainToken(),
      })
      await settle(row.id, 'proven', true)
      sites.hosts.forget()
    },
  }
}
export type DomainsService = ReturnType<typeof createDomainsService>
