import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Db, isConnectionError } from '#server/platform/db/db.ts'
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

/** Served hosts with their site (null for the platform's own). While the database is down, the last known ones. */
export function createHostDirectory(db: Db, now: () => number = () => performance.now()) {
  let copy: Map<string, number | null> | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let isAway = false
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    try {
      copy = new Map((await findHosts(db)).map(({ host, site_id }) => [host, site_id]))
      isAway = false
    } catch (error) {
      if (!isConnectionError(error)) throw error
      isAway = true
    } finally {
      readAt = now()
      reading = null
    }
  }

  return {
    /** The site of a served host; undefined for a host that is not served. `false`: unknown. */
    async find(host: string): Promise<{ siteId: number | null } | undefined | false> {
      if (now() - readAt > FRESH_MS) {
        reading ??= read()
        await reading
      }
      const known = copy?.get(host)
      if (known !== undefined) return { siteId: known }
      if (isAway) return copy === null ? false : undefined
      try {
        const row = await findHost(db, host)
        if (row) copy?.set(row.host, row.site_id)
        return row && { siteId: row.site_id }
      } catch (error) {
        if (!isConnectionError(error)) throw error
        isAway = true
        return copy === null ? false : undefined
      }
    },
    /** A host was added or lost: reload before the next answer. */
    forget: () => {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}
export type HostDirectory = ReturnType<typeof createHostDirectory>
