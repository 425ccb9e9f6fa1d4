import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { DARK_DAYS, DAY_MS, type DomainLookup, isServed, TOLD_DAYS } from './domain-record.ts'
import * as store from './domains-store.ts'
import { forgetHosts } from './host-directory.ts'
import { domainFailing, domainLost } from './signals.ts'

const ABSENT = 'The record was not found. New records can take up to a day to be seen everywhere'
const GONE = 'The record is gone. Put it back to keep the domain'
const NO_ANSWER = 'This domain’s name servers didn’t answer. We’ll check again later'

const ELSEWHERE =
  'The domain is yours, but it doesn’t lead here yet. Add the record that points it to us. If a proxy stands in front of it, open the domain to check that it works'

const proven = (
  row: store.DomainRow,
  now: Date,
  trusted: boolean,
  pointsHere: boolean | null,
): store.DomainChange => ({
  state: 'active',
  is_trusted: row.is_trusted || trusted,
  verified_at: isServed(row) ? row.verified_at : now,
  failing_since: null,
  told_days: 0,
  problem: pointsHere === false ? ELSEWHERE : null,
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
  ctx: Context,
  id: number,
  { proof, pointsHere }: DomainLookup,
  trusted: boolean,
): Promise<store.DomainRow> =>
  transaction(ctx.db, async () => {
    const now = ctx.clock.now()
    const row = await store.lockDomain(ctx.db, id)
    if (!row) throw notFound('The domain')
    const checked = { last_checked_at: now, ...(pointsHere !== null && { points_here: pointsHere }) }
    if (proof === 'unknown') return store.updateDomain(ctx.db, id, { ...checked, problem: NO_ANSWER })
    // Staff vouch for it: its record may be missing.
    if (proof === 'absent' && row.is_trusted && isServed(row)) return store.updateDomain(ctx.db, id, checked)
    const { change, notice } =
      proof === 'proven'
        ? { change: proven(row, now, trusted, pointsHere ?? row.points_here), notice: undefined }
        : absent(row, now)
    await store.updateDomain(ctx.db, id, { ...checked, ...change })
    await ensurePrimary(ctx.db, row.site_id)
    const after = (await store.lockDomain(ctx.db, id)) as store.DomainRow
    const since = row.failing_since ?? now
    const about = { siteId: row.site_id, host: row.host, since }
    const darkAt = new Date(since.getTime() + DARK_DAYS * DAY_MS)
    if (notice === 'lost') {
      forgetHosts(ctx)
      await domainLost.emit(ctx, about)
    } else if (notice) await domainFailing.emit(ctx, { ...about, day: notice, darkAt })
    return after
  })
