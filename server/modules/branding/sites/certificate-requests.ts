import { type Db, isConnectionError } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { countRequests, type HostRequests, OTHER_HOSTS } from './certificate-requests-store.ts'
import { isLocalName, plainHost } from './host-directory.ts'

/** Domains that wait to be written, at most; the rest is counted together. */
const MOST_WAITING = 200
const LONGEST_HOST = 253

/** Counts the certificate requests of the TLS proxy. Writes one batch at a time, and never delays a reply. */
export function createCertificateRequests({ db, log }: { db: Db; log: Log }) {
  let waiting = new Map<string, HostRequests>()
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()]
      waiting = new Map()
      try {
        await countRequests(db, batch)
      } catch (error) {
        if (!isConnectionError(error)) log.error({ err: error }, 'certificate requests could not be counted')
      }
    }
    writing = null
  }

  return {
    /** Counts a request and its answer; names that no certificate can have are left out. */
    note(name: string, isAllowed: boolean): void {
      const host = plainHost(name)
      if (host === '' || host.length > LONGEST_HOST || isLocalName(host)) return
      const key = waiting.has(host) || waiting.size < MOST_WAITING ? host : OTHER_HOSTS
      const counted = waiting.get(key) ?? { host: key, allowed: 0, refused: 0 }
      counted[isAllowed ? 'allowed' : 'refused'] += 1
      waiting.set(key, counted)
      writing ??= write()
    },
    /** Resolves once everything noted is written. */
    written: async () => {
      await writing
    },
  }
}

export type CertificateRequests = ReturnType<typeof createCertificateRequests>
