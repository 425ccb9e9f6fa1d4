import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Context, perContext } from '#server/platform/context.ts'
import { isConnectionError } from '#server/platform/db/db.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { findHost, findHosts } from './sites-store.ts'

/** Maximum age of the cache: until then another process may serve a lost host. */
const FRESH_MS = 5000

/** Names between dots, or an IPv6 address in brackets. */
const HOST = /^(?:[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.?|\[[\da-f:.]+\])$/iu

/**
 * A host name in ASCII and lower case without final dot; empty for anything else. A port, path or user is refused:
 * `domainToASCII` alone would cut it off and answer for another text than the caller sent.
 */
export const plainHost = memoize((host: string): string =>
  HOST.test(host) ? domainToASCII(host.toLowerCase().replace(/\.$/, '')) : '',
)

/** The host of a page as browsers show it: a host name, with a port where that isn't the usual one. */
export const pageHost = (host: string): string => plainHost(host.replace(/:\d{1,5}$/, ''))

/** Names known only to this machine or its network. Nobody owns them, so the platform answers on them. */
export const isLocalName = (host: string): boolean =>
  host !== '' &&
  (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !host.includes('.') || host.endsWith('.localhost'))

/** A copy of the served hosts with their site, null for the platform's own. */
const copyOf = perContext(() => ({
  hosts: null as Map<string, number | null> | null,
  readAt: Number.NEGATIVE_INFINITY,
  /** The database does not answer, so the last known hosts count. */
  isAway: false,
  reading: null as Promise<void> | null,
}))

async function readHosts(ctx: Context, now: () => number): Promise<void> {
  const copy = copyOf(ctx)
  try {
    copy.hosts = new Map((await findHosts(ctx.db)).map(({ host, site_id }) => [host, site_id]))
    copy.isAway = false
  } catch (error) {
    if (!isConnectionError(error)) throw error
    copy.isAway = true
  } finally {
    copy.readAt = now()
    copy.reading = null
  }
}

/**
 * The site of a served host, as last known while the database is down; undefined for a host that is not served.
 * `false`: unknown.
 * @param now milliseconds of a clock that only runs forward
 */
export async function findServedHost(
  ctx: Context,
  host: string,
  now = () => performance.now(),
): Promise<{ siteId: number | null } | undefined | false> {
  const copy = copyOf(ctx)
  if (now() - copy.readAt > FRESH_MS) {
    copy.reading ??= readHosts(ctx, now)
    await copy.reading
  }
  const known = copy.hosts?.get(host)
  if (known !== undefined) return { siteId: known }
  if (copy.isAway) return copy.hosts === null ? false : undefined
  try {
    const row = await findHost(ctx.db, host)
    if (row) copy.hosts?.set(row.host, row.site_id)
    return row && { siteId: row.site_id }
  } catch (error) {
    if (!isConnectionError(error)) throw error
    copy.isAway = true
    return copy.hosts === null ? false : undefined
  }
}

/** A host was added or lost: reload before the next answer. */
export function forgetHosts(ctx: Context): void {
  copyOf(ctx).readAt = Number.NEGATIVE_INFINITY
}
