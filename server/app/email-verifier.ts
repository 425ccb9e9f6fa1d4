import { hostname } from 'node:os'
import { getDomain } from 'tldts'
import { createReachStorage } from '#server/modules/prospecting/email-verification/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { parseHostMap, readHostTargets } from '#server/platform/fetch/host-map.ts'
import type { Log } from '#server/platform/log.ts'
import { createPace, type Pace } from '#server/platform/pace.ts'
import { createEmailVerifier, type EmailVerifier } from '#server/providers/email-verifiers/index.ts'
import type { ExternalServicesOptions } from './external-services.ts'

/** Rate limits shared by all processes. Mail hosts on this machine need none, unless one replaces a known provider. */
function makePace(db: Db, mapped: Iterable<string>): Pace {
  const pace = createPace(db)
  const free = new Set([...mapped].map((name) => `smtp:${getDomain(name) ?? name}`))
  return async (key, perMinute, signal) => {
    if (!free.has(key)) await pace(key, perMinute, signal)
  }
}

/** Verifies emails with mail servers. Rate limits and reachability are in the database, shared by all processes. */
export const makeEmailVerifier = (
  { verify = {}, mxMap }: ExternalServicesOptions,
  { db, dns, log }: { db: Db; dns: DnsClient; log: Log },
): EmailVerifier => {
  const hostTargets = readHostTargets(parseHostMap(mxMap ?? ''))
  return createEmailVerifier({
    dns,
    hostTargets,
    smtp: verify.smtp ?? 'auto',
    helo: verify.helo ?? hostname(),
    from: verify.from ?? '',
    reach: createReachStorage(db),
    pace: makePace(db, hostTargets.keys()),
    clock: systemClock,
    onError: (error) => log.error({ err: error }, 'an address could not be checked'),
  })
}
