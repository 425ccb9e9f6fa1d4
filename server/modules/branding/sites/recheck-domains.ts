import type { Clock } from '#server/platform/clock.ts'
import { type Db, isUniqueViolation } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { DAY_MS, requestProof } from './domain-record.ts'
import { type DomainEvents, judgeDomain } from './domain-state.ts'
import { findDueDomains } from './domains-store.ts'

const HOUR_MS = 60 * 60 * 1000
/** Days of automatic checks for a new domain's record; later someone must request a check. */
const PENDING_DAYS = 14
const AT_ONCE = 10

interface RecheckDeps {
  db: Db
  dns: Pick<DnsClient, 'txt' | 'cname'>
  clock: Clock
  events: DomainEvents
  suite: string | null
}

/** Checks the records of served and new domains. @returns how many. */
export async function recheckDomains({ db, dns, clock, events, suite }: RecheckDeps): Promise<number> {
  const now = clock.now().getTime()
  const due = await findDueDomains(db, new Date(now - HOUR_MS / 2), new Date(now - PENDING_DAYS * DAY_MS))
  await forEachItem(
    'domains',
    due,
    async (row) => {
      const proof = await requestProof(dns, row, suite)
      try {
        await judgeDomain({ db, clock, events }, row.id, proof, false)
      } catch (error) {
        // Another site was served on it first.
        if (!isUniqueViolation(error, 'site_domain_served')) throw error
        await judgeDomain({ db, clock, events }, row.id, 'absent', false)
      }
    },
    { nameOf: ({ host }) => host, atOnce: AT_ONCE },
  )
  return due.length
}

/** Every hour. */
export const domainsJob = (recheck: () => Promise<number>) =>
  scheduledJob({
    name: 'domains.recheck',
    cron: '23 * * * *',
    retries: 2,
    handle: async () => {
      await recheck()
    },
  })
