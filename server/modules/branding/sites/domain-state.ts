import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { DARK_DAYS, DAY_MS, isServed, type Proof, TOLD_DAYS } from './domain-record.ts'
import * as store from './domains-store.ts'

/** Notifies when a domain fails or is lost, within the transaction that finds it. */
export interface DomainEvents {
  failing(domain: { siteId: number; host: string; since: Date; day: number; darkAt: Date }): Promise<void>
  lost(domain: { siteId: number; host: string; since: Date }): Promise<void>
}

const ABSENT = 'The record was not found. New records can take up to a day to be seen everywhere'
const GONE = 'The record is gone. Put it back to keep the domain'
const NO_ANSWER = 'This domain’s name servers didn’t answer. We’ll check again later'

const proven = (row: store.DomainRow, now: Date, trusted: boolean): store.DomainChange => ({
  state: 'active',
  is_trusted: row.is_trusted || trusted,
  verified_at: isServed(row) ? row.verified_at : now,
  failing_since: null,
  told_days: 0,
  problem: null,
})

/** The record is missing. Days count from the first failure, however old the domain is. */
function absent(row: store.DomainRow, now: Date): { change: store.DomainChange; notice?: number | 'lost' } {
  if (!isServed(row)) return { change: { problem: ABSENT } }
  const since = row.failing_since ?? now
  const days = (now.getTime() - since.getTime()) / DAY_MS
  if (days >= DARK_DAYS)
    return { change: { state: 'lost', is_primary: false, problem: GONE }, notice: 'lost' }
  const due = TOLD_DAYS.findLast((day) => days >= day && row.told_days < day)
  return {
    change: { state: 'failing', failing_since: since, problem: GONE, ...(due && { told_days: due }) },
    ...(due && { notice: due }),
  }
}

async function ensurePrimary(db: Db, siteId: number): Promise<void> {
  const served = (await store.listDomains(db, siteId)).filter(isServed)
  if (served[0] && !served.some((row) => row.is_primary)) await store.setPrimary(db, siteId, served[0].id)
}

/**
 * Records the result of a domain check. An unknown result changes only the time of the check. Throws the
 * violation of `site_domain_served` when another site was served on it first.
 */
export const judgeDomain = (
  { db, clock, events }: { db: Db; clock: Clock; events: DomainEvents },
  id: number,
  proof: Proof,
  trusted: boolean,
): Promise<store.DomainRow> =>
  transaction(db, async () => {
    const now = clock.now()
    const row = await store.lockDomain(db, id)
    if (!row) throw notFound('The domain')
    const checked = { last_checked_at: now }
    if (proof === 'unknown') return store.updateDomain(db, id, { ...checked, problem: NO_ANSWER })
    // Staff vouch for it: its record may be missing.
    if (proof === 'absent' && row.is_trusted && isServed(row)) return store.updateDomain(db, id, checked)
    const { change, notice } =
      proof === 'proven' ? { change: proven(row, now, trusted), notice: undefined } : absent(row, now)
    await store.updateDomain(db, id, { ...checked, ...change })
    await ensurePrimary(db, row.site_id)
    const after = (await store.lockDomain(db, id)) as store.DomainRow
    const since = row.failing_since ?? now
    const about = { siteId: row.site_id, host: row.host, since }
    const darkAt = new Date(since.getTime() + DARK_DAYS * DAY_MS)
    if (notice === 'lost') await events.lost(about)
    else if (notice) await events.failing({ ...about, day: notice, darkAt })
    return after
  })
