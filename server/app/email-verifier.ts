import { hostname } from 'node:os'
import { createReachStorage } from '#server/modules/email-verification/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { parseHostMap, readHostTargets } from '#server/platform/fetch/host-map.ts'
import type { Log } from '#server/platform/log.ts'
import { createPace } from '#server/platform/pace.ts'
import { createEmailVerifier, type EmailVerifier } from '#server/providers/email-verifiers/index.ts'
import type { OutsideOptions } from './outside.ts'

/** Asks mail servers about addresses. Pace and reach stand in the database, so that all processes keep to them together. */
export const emailVerifierOf = (
  { verify = {}, mxMap }: OutsideOptions,
  { db, dns, log }: { db: Db; dns: DnsClient; log: Log },
): EmailVerifier =>
  createEmailVerifier({
    dns,
    hostTargets: readHostTargets(parseHostMap(mxMap ?? '')),
    smtp: verify.smtp ?? 'auto',
    helo: verify.helo ?? hostname(),
    from: verify.from ?? '',
    reach: createReachStorage(db),
    pace: createPace(db),
    clock: systemClock,
    onError: (error) => log.error({ err: error }, 'an address could not be checked'),
  })
