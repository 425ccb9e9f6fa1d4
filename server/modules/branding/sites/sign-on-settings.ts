import type { SignOn, SignOnSettings } from '#contract/branding/sign-on.ts'
import type { Context } from '#server/platform/context.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import { isServed } from './domain-record.ts'
import { listDomains } from './domains-store.ts'
import { plainHost } from './host-directory.ts'
import { findHostKind, publicHost } from './host-kind.ts'
import { findPlatformSite, findSite, findSiteOfAccount, type SiteRow } from './sites-store.ts'

/** Path to which the provider leads back. */
const RETURN_PATH = '/sign-on'

/** A site's provider, with the site and the client's secret. */
export interface FoundSignOn {
  site: SiteRow
  settings: SignOnSettings
  clientSecret: string | null
}

const secretContext = (siteId: number): string => `site-sign-on:${siteId}`

const readSignOn = (ctx: Context, site: SiteRow | undefined): FoundSignOn | null =>
  site?.sign_on
    ? {
        site,
        settings: site.sign_on,
        clientSecret: site.sign_on_secret_sealed
          ? ctx.secretBox.open(site.sign_on_secret_sealed, secretContext(site.id))
          : null,
      }
    : null

/** The sign-on of a host: that of its site, or the platform's on a host of the platform. Shared hosts have none. */
export async function findSignOnOfHost(ctx: Context, host: string): Promise<FoundSignOn | null> {
  const site = await findSite(ctx.db, plainHost(host))
  if (site) return readSignOn(ctx, site)
  return (await findHostKind(ctx, host)) === 'platform'
    ? readSignOn(ctx, await findPlatformSite(ctx.db))
    : null
}

/** Whether members of an account may sign in through its provider only. */
export const isSignOnEnforced = async (ctx: Context, accountId: number): Promise<boolean> =>
  (await findSiteOfAccount(ctx.db, accountId))?.sign_on?.enforced ?? false

/** Where the provider leads back to a host. Only the Host decides, which the server has checked. */
export const makeSignOnReturn = (ctx: Context, host: string): string => {
  const plain = plainHost(host)
  const isPublic = plain === publicHost(ctx) || plain === 'localhost' || plain === '127.0.0.1'
  return `${isPublic ? ctx.site.publicUrl() : `https://${plain}`}${RETURN_PATH}`
}

/** All addresses to which the provider may lead back. */
export async function listSignOnReturns(
  ctx: Context,
  site: Pick<SiteRow, 'id'> | null,
  isPlatform: boolean,
): Promise<string[]> {
  const domains = site ? (await listDomains(ctx.db, site.id)).filter(isServed) : []
  const origins = [
    ...(isPlatform ? [ctx.site.publicUrl()] : []),
    ...domains.map(({ host }) => `https://${host}`),
  ]
  return [...new Set(origins)].map((origin) => `${origin}${RETURN_PATH}`)
}

export async function presentSignOn(
  ctx: Context,
  site: SiteRow | null,
  isPlatform: boolean,
): Promise<SignOn | null> {
  if (!site?.sign_on) return null
  return {
    ...site.sign_on,
    has_client_secret: site.sign_on_secret_sealed !== null,
    redirect_uris: await listSignOnReturns(ctx, site, isPlatform),
  }
}

/** The secret that a site has, for a change that keeps it. */
export const readSignOnSecret = (ctx: Context, site: SiteRow | null): string | null =>
  (site && readSignOn(ctx, site)?.clientSecret) ?? null

/** Saves or, with null, removes the sign-on of a site. */
export const writeSignOn = (
  ctx: Context,
  siteId: number,
  saved: { settings: SignOnSettings; clientSecret: string | null } | null,
) =>
  updateRows(
    ctx.db,
    'site',
    { id: siteId },
    {
      sign_on: saved && asJson(saved.settings),
      sign_on_secret_sealed: saved?.clientSecret
        ? ctx.secretBox.seal(saved.clientSecret, secretContext(siteId))
        : null,
    },
  )
