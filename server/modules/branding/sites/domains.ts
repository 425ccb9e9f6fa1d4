import { MAX_DOMAINS_OF_SITE, type SiteDomain } from '#contract/branding/domains.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { type DomainLookup, isServed, lookUpInDns, newDomainToken, presentDomain } from './domain-record.ts'
import { judgeDomain } from './domain-state.ts'
import * as store from './domains-store.ts'
import { findOwnDomain } from './find-domain.ts'
import { forgetHosts } from './host-directory.ts'
import { checkOwnable } from './ownable-host.ts'
import { auditSiteChange, ensureSiteScope, findSiteScope } from './site-scope.ts'

const domainFacts = ({ state, is_primary }: store.DomainRow) => ({ state, is_primary })

const TAKEN = 'This domain already serves another brand'

const ownableHost = (ctx: Context, host: string) => checkOwnable(host, ctx.site)

const presentSiteDomain = (ctx: Context, row: store.DomainRow): SiteDomain =>
  presentDomain(row, ctx.site.whiteLabelSuiteDomain)

/** Records the result of a check in one transaction. @throws AppError conflict where another site was first. */
const settleDomain = (ctx: Context, id: number, found: DomainLookup, trusted: boolean) =>
  judgeDomain(ctx, id, found, trusted).catch((error) => {
    throw isUniqueViolation(error, 'site_domain_served')
      ? conflict(TAKEN, { fields: { host: TAKEN } })
      : error
  })

export async function listDomains(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
): Promise<SiteDomain[]> {
  const { site } = await findSiteScope(ctx, actor, accountId)
  return site ? (await store.listDomains(ctx.db, site.id)).map((row) => presentSiteDomain(ctx, row)) : []
}

/** Adds a domain, which waits for its record. @throws AppError validation_failed, conflict. */
export const addDomain = (
  ctx: Context,
  actor: Actor,
  domain: string,
  accountId: number | undefined,
): Promise<SiteDomain> =>
  transaction(ctx.db, async () => {
    const host = ownableHost(ctx, domain)
    const { account, site } = await ensureSiteScope(ctx, actor, accountId)
    const domains = await store.listDomains(ctx.db, site.id)
    const known = domains.find((row) => row.host === host)
    if (known) {
      markUnchanged()
      return presentSiteDomain(ctx, known)
    }
    if (domains.length >= MAX_DOMAINS_OF_SITE)
      throw conflict(`A site has at most ${MAX_DOMAINS_OF_SITE} domains`)
    const token = newDomainToken()
    const row = await store.insertDomain(ctx.db, {
      site_id: site.id,
      host,
      token,
      is_primary: domains.length === 0,
    })
    auditSiteChange(ctx, actor, account.id, `domain:${row.id}`, {
      host,
      ...fieldChanges(null, domainFacts(row)),
    })
    return presentSiteDomain(ctx, row)
  })

/** Queries DNS before anything is written. @throws AppError forbidden. */
export async function lookUpDomain(
  ctx: Context,
  actor: Actor,
  host: string,
  accountId: number | undefined,
  trust: boolean,
) {
  if (trust && !can(actor, 'administer'))
    throw new AppError('forbidden', 'Only administrators can vouch for a domain')
  const { row, account } = await findOwnDomain(ctx, actor, host, accountId)
  const seen = await lookUpInDns(ctx.dns, row, ctx.site)
  return { row, account, found: trust ? { ...seen, proof: 'proven' as const } : seen }
}

export async function verifyDomain(
  ctx: Context,
  actor: Actor,
  { row, account, found }: { row: store.DomainRow; account: { id: number }; found: DomainLookup },
  trust: boolean,
): Promise<SiteDomain> {
  const after = await transaction(ctx.db, async () => {
    const judged = await settleDomain(ctx, row.id, found, trust)
    auditSiteChange(ctx, actor, account.id, `domain:${row.id}`, {
      host: row.host,
      trusted: trust,
      ...fieldChanges(domainFacts(row), domainFacts(judged)),
    })
    return judged
  })
  forgetHosts(ctx)
  return presentSiteDomain(ctx, after)
}

/** Makes a domain the primary one before it is served, for a document that describes the site. */
export const chooseDomain = (ctx: Context, actor: Actor, host: string): Promise<void> =>
  transaction(ctx.db, async () => {
    const { row, account } = await findOwnDomain(ctx, actor, host, actor.accountId)
    await store.setPrimary(ctx.db, row.site_id, row.id)
    auditSiteChange(ctx, actor, account.id, `domain:${row.id}`, { host: row.host, primary: true })
  })

export const makeDomainPrimary = (
  ctx: Context,
  actor: Actor,
  host: string,
  accountId: number | undefined,
): Promise<SiteDomain> =>
  transaction(ctx.db, async () => {
    const { row, account } = await findOwnDomain(ctx, actor, host, accountId)
    if (!isServed(row)) throw conflict('Verify the domain first')
    const before = (await store.listDomains(ctx.db, row.site_id)).find((domain) => domain.is_primary)
    await store.setPrimary(ctx.db, row.site_id, row.id)
    const detail = fieldChanges({ primary: before?.host ?? null }, { primary: row.host })
    auditSiteChange(ctx, actor, account.id, `domain:${row.id}`, { host: row.host, ...detail })
    return presentSiteDomain(ctx, (await store.lockDomain(ctx.db, row.id)) as store.DomainRow)
  })

export async function removeDomain(
  ctx: Context,
  actor: Actor,
  host: string,
  accountId: number | undefined,
): Promise<string> {
  const removed = await transaction(ctx.db, async () => {
    const { row, account } = await findOwnDomain(ctx, actor, host, accountId)
    await store.deleteDomain(ctx.db, row.id)
    if (row.is_primary) {
      const next = (await store.listDomains(ctx.db, row.site_id)).find(isServed)
      await store.setPrimary(ctx.db, row.site_id, next?.id ?? null)
    }
    const detail = fieldChanges(domainFacts(row), null)
    auditSiteChange(ctx, actor, account.id, `domain:${row.id}`, { host: row.host, ...detail })
    return row.host
  })
  forgetHosts(ctx)
  return removed
}

/** A domain vouched for by staff, for an account that becomes a reseller, in its transaction. */
export async function addTrustedDomain(ctx: Context, siteId: number, host: string): Promise<void> {
  const row = await store.insertDomain(ctx.db, {
    site_id: siteId,
    host: ownableHost(ctx, host),
    token: newDomainToken(),
  })
  await settleDomain(ctx, row.id, { proof: 'proven', pointsHere: null }, true)
  forgetHosts(ctx)
}
