import type { Db } from '#server/platform/db/db.ts'
import type { ProviderErrorCode } from '#server/providers/lead-sources/index.ts'
import { addFailure, addUse, endFailures, park } from './health-store.ts'
import type { Use } from './record-use.ts'

/** Vendor faults: they affect everyone. */
const VENDOR_FAULTS: ReadonlySet<ProviderErrorCode> = new Set(['unavailable', 'bad_response'])
const COUNTED: ReadonlySet<ProviderErrorCode> = new Set([...VENDOR_FAULTS, 'rate_limited'])
const HOUR_MS = 60 * 60 * 1000

/** When a used-up plan is retried: at the vendor's date, else the next full hour. */
const quotaEnd = (now: Date, seconds: number | null): Date =>
  seconds === null
    ? new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
    : new Date(now.getTime() + seconds * 1000)

/** Called when an account's own key has been paused. */
export type NotifyParked = (notice: {
  accountId: number
  source: { id: string; label: string }
  reason: string
  since: Date
}) => Promise<void>

async function recordError(
  db: Db,
  { source, context, error }: Use,
  now: Date,
  notify?: NotifyParked,
): Promise<void> {
  if (!error) return
  const isOwn = context.credential?.level === 'account'
  const notifyOwners = async () => {
    if (isOwn) await notify?.({ accountId: context.accountId, source, reason: error.message, since: now })
  }
  const { code, detail } = error
  const key = { sourceId: source.id, credentialId: context.credential?.id ?? 0 }
  const why = { error: { code, detail } }
  if (code === 'quota_exhausted') {
    const until = quotaEnd(now, error.retryAfterSeconds)
    await park(db, key, { until, reason: 'quota', ...why }, now)
    await notifyOwners()
  } else if (code === 'unauthorized' && key.credentialId > 0) {
    await park(db, key, { until: null, reason: 'unauthorized', ...why }, now)
    await notifyOwners()
  } else if (COUNTED.has(code) || code === 'unauthorized')
    await addFailure(db, VENDOR_FAULTS.has(code) ? { ...key, credentialId: 0 } : key, why.error, now)
}

/** Records results of requests, and pauses failing sources. A failed record never affects a reply. */
export async function noteUse(db: Db, use: Use, now: Date, notify?: NotifyParked): Promise<void> {
  const { source, context, asked, hits, failed, vendorCost, ms } = use
  const place = { sourceId: source.id, credentialId: context.credential?.id ?? 0 }
  const figures = { asked, hits, failed, vendorCost, ms: Math.max(0, Math.round(ms)) }
  try {
    await addUse(db, { ...place, accountId: context.accountId, ...figures }, now)
    if (asked > failed) await endFailures(db, place)
    await recordError(db, use, now, notify)
  } catch {
    // The database is down: the caller will notice with the next query.
  }
}
