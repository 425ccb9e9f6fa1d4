import type { Context } from '#server/platform/context.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { findServedHost, isLocalName, plainHost } from './host-directory.ts'

/** A host's pages: a site's, the platform's, unbranded ones (a shared domain), or none. */
export type HostKind = 'site' | 'platform' | 'shared' | 'unknown'

const readHost = memoize((url: string) => plainHost(new URL(url).hostname))

/** The host of links without a site. */
export const publicHost = (ctx: Context) => readHost(ctx.site.publicUrl())

/** A host's kind as far as known without the database; undefined for other domains. */
export function fixedHostKind(ctx: Context, name: string): HostKind | undefined {
  const host = plainHost(name)
  if (host === publicHost(ctx) || host === ctx.site.mainSuiteDomain) return 'platform'
  if (host === ctx.site.whiteLabelSuiteDomain) return 'shared'
  return isLocalName(host) ? 'platform' : undefined
}

/** Whose pages a host shows: only the Host decides. */
export async function findHostKind(ctx: Context, name: string): Promise<HostKind> {
  const host = plainHost(name)
  const fixed = fixedHostKind(ctx, host)
  if (fixed) return fixed
  const found = await findServedHost(ctx, host)
  if (found === false) return 'shared'
  return found === undefined ? 'unknown' : found.siteId === null ? 'platform' : 'site'
}

/**
 * Protocol, host and port of the address at which people reach a host, without a slash at the end. Names that only
 * this machine or its network knows have no other address than the request's own.
 */
export function originOf(
  ctx: Context,
  request: { protocol: string; host: string; hostname: string },
): string {
  const host = plainHost(request.hostname)
  if (isLocalName(host)) return `${request.protocol}://${request.host}`
  return host === publicHost(ctx) ? ctx.site.publicUrl() : `https://${host}`
}

/** Whether a proxy may get a certificate for a host. False while the database is down and the host is not cached. */
export async function mayHaveCertificate(ctx: Context, name: string, now?: () => number): Promise<boolean> {
  // A proxy asks with a name as it is in certificates; another spelling would be a certificate for another name.
  const host = /^[\w.-]+$/.test(name) ? name.toLowerCase() : ''
  if (host !== plainHost(host)) return false
  // No authority issues certificates for local names.
  if (host === '' || isLocalName(host)) return false
  return fixedHostKind(ctx, host) !== undefined || Boolean(await findServedHost(ctx, host, now))
}
