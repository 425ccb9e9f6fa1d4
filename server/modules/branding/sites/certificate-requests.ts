import { type Context, perContext } from '#server/platform/context.ts'
import { isConnectionError } from '#server/platform/db/db.ts'
import { countRequests, type HostRequests, OTHER_HOSTS } from './certificate-requests-store.ts'
import { isLocalName, plainHost } from './host-directory.ts'

/** Domains that wait to be written, at most; the rest is counted together. */
const MOST_WAITING = 200
const LONGEST_HOST = 253

/** Counts of requests that are not written yet, and the writing of a batch. */
const stateOf = perContext(() => ({
  waiting: new Map<string, HostRequests>(),
  writing: null as Promise<void> | null,
}))

/** Writes one batch at a time. */
async function write(ctx: Context): Promise<void> {
  const state = stateOf(ctx)
  while (state.waiting.size > 0) {
    const batch = [...state.waiting.values()]
    state.waiting = new Map()
    try {
      await countRequests(ctx.db, batch)
    } catch (error) {
      if (!isConnectionError(error))
        ctx.log.error({ err: error }, 'certificate requests could not be counted')
    }
  }
  state.writing = null
}

/**
 * Counts a certificate request of the TLS proxy and its answer, without delaying the reply; names that no certificate
 * can have are left out.
 */
export function noteCertificateRequest(ctx: Context, name: string, isAllowed: boolean): void {
  const host = plainHost(name)
  if (host === '' || host.length > LONGEST_HOST || isLocalName(host)) return
  const state = stateOf(ctx)
  const key = state.waiting.has(host) || state.waiting.size < MOST_WAITING ? host : OTHER_HOSTS
  const counted = state.waiting.get(key) ?? { host: key, allowed: 0, refused: 0 }
  counted[isAllowed ? 'allowed' : 'refused'] += 1
  state.waiting.set(key, counted)
  state.writing ??= write(ctx)
}

/** Resolves once everything noted is written. */
export async function certificateRequestsWritten(ctx: Context): Promise<void> {
  await stateOf(ctx).writing
}
