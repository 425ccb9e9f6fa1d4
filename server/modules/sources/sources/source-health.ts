import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { ProviderError, ProviderErrorCode, SourceContext } from '#server/providers/lead-sources/index.ts'
import { addFailure, addUse, endFailures, park } from './health-store.ts'

/** Results of some requests to a source: a count, a preview, a batch, a lead or an address. */
export interface Use {
  source: SourceDeclaration
  context: SourceContext
  asked: number
  /** Those with results. */
  hits: number
  failed: number
  /** In the vendor's own units. */
  vendorCost: number
  ms: number
  error: ProviderError | null
}

/** Vendor faults: they affect everyone. */
const VENDOR_FAULTS: ReadonlySet<ProviderErrorCode> = new Set(['unavailable', 'bad_response'])
const COUNTED: ReadonlySet<ProviderErrorCode> = new Set([...VENDOR_FAULTS, 'rate_limited'])
const HOUR_MS = 60 * 60 * 1000

/** When a used-up plan is retried: at the vendor's date, else the next full hour. */
const quotaEnd = (now: Date, seconds: number | null): Date =>
  seconds === null
    ? new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
    : new Date(now.getTime() + seconds * 1000)

/** Notifies the owners of an account whose own key has been paused. */
const notifyParked = (
  ctx: Context,
  accountId: number,
  source: SourceDeclaration,
  reason: string,
  since: Date,
) =>
  transaction(ctx.db, () =>
    notify(ctx, {
      accountId,
      permission: 'owner',
      kind: 'source_parked',
      // At most one notification per day, however often a key is missing.
      detail: { source: source.id, name: source.label, since: since.toISOString().slice(0, 10), reason },
    }),
  )

async function recordError(ctx: Context, { source, context, error }: Use, now: Date): Promise<void> {
  if (!error) return
  const isOwn = context.credential?.level === 'account'
  const notifyOwners = async () => {
    if (isOwn) await notifyParked(ctx, context.accountId, source, error.message, now)
  }
  const { code, detail } = error
  const key = { sourceId: source.id, credentialId: context.credential?.id ?? 0 }
  const why = { error: { code, detail } }
  if (code === 'quota_exhausted') {
    const until = quotaEnd(now, error.retryAfterSeconds)
    await park(ctx.db, key, { until, reason: 'quota', ...why }, now)
    await notifyOwners()
  } else if (code === 'unauthorized' && key.credentialId > 0) {
    await park(ctx.db, key, { until: null, reason: 'unauthorized', ...why }, now)
    await notifyOwners()
  } else if (COUNTED.has(code) || code === 'unauthorized')
    await addFailure(ctx.db, VENDOR_FAULTS.has(code) ? { ...key, credentialId: 0 } : key, why.error, now)
}

/** Records results of requests, and pauses failing sources. A failed record never affects a reply. */
export async function noteUse(ctx: Context, use: Use): Promise<void> {
  const { source, context, asked, hits, failed, vendorCost, ms } = use
  const now = ctx.clock.now()
  const place = { sourceId: source.id, credentialId: context.credential?.id ?? 0 }
  const figures = { asked, hits, failed, vendorCost, ms: Math.max(0, Math.round(ms)) }
  try {
    await addUse(ctx.db, { ...place, accountId: context.accountId, ...figures }, now)
    if (asked > failed) await endFailures(ctx.db, place)
    await recordError(ctx, use, now)
  } catch {
    // The database is down: the caller will notice with the next query.
  }
}
