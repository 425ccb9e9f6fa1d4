import { BOUNCE_REFUND_DAYS } from '#contract/core/constants.ts'
import type { BounceImport } from '#contract/prospecting/bounces.ts'
import { lockAccountWallet, refundCharges } from '#server/modules/accounts/wallet/index.ts'
import { findKnownEntities, setEmailState } from '#server/modules/leads/leads/index.ts'
import { findKnownResults, markBounced } from '#server/modules/prospecting/email-verification/index.ts'
import { findSourcesOfAddresses } from '#server/modules/sources/source-stats/index.ts'
import type { Context } from '#server/platform/context.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { BounceKind, BounceMoment } from './bounce-rows.ts'
import * as store from './bounces-store.ts'

/** A bounce as reported, with a lowercase address. */
export interface Report {
  address: string
  kind: BounceKind
  reason: string | null
  /** Null: unknown; counts as now. */
  moment: BounceMoment | null
}

/** Who reports; no user for a run of one who is gone. */
interface Person {
  accountId: number
  userId: number | null
}

const DAY_MS = 86_400_000
/** An undated report repeats the same bounce when that is not older than this. */
const SAME_HOURS = 24

type Known = Awaited<ReturnType<typeof findKnownResults>>

const makeKey = ({ address, kind }: { address: string; kind: string }) => `${kind} ${address}`

/**
 * Whether an address is refunded: it was last verified as valid before it bounced, and at most 30 days before.
 * For a report with only a day, the whole day counts.
 */
function owesRefund(validAt: Date | null, { at, dayOnly }: BounceMoment): boolean {
  if (!validAt) return false
  const latest = at.getTime() + (dayOnly ? DAY_MS - 1 : 0)
  return validAt.getTime() <= latest && at.getTime() - validAt.getTime() <= BOUNCE_REFUND_DAYS * DAY_MS
}

/** Rows to write, without repetitions of a recent bounce. `moments` by the index of the new bounce. */
function newBounces(
  reports: Report[],
  now: Date,
  context: { recent: Set<string>; known: Known; sources: Map<string, { source: string }> },
) {
  const bounced = new Set<string>()
  const bounces: store.NewBounce[] = []
  const moments = new Map<string, BounceMoment>()
  for (const report of reports) {
    // A future date is an error of the report: its bounce has already happened.
    const dated = report.moment && report.moment.at <= now ? report.moment : null
    if (!dated && context.recent.has(makeKey(report))) continue
    const moment = dated ?? { at: now, dayOnly: false }
    if (!dated) context.recent.add(makeKey(report))
    moments.set(`${makeKey(report)} ${moment.at.getTime()}`, moment)
    const before = bounced.has(report.address) ? 'invalid' : context.known.get(report.address)?.state
    if (report.kind === 'hard') bounced.add(report.address)
    bounces.push({
      address: report.address,
      kind: report.kind,
      reason: report.reason?.slice(0, 1000) || null,
      bouncedAt: moment.at,
      stateBefore: before ?? null,
      source: context.sources.get(report.address)?.source ?? null,
    })
  }
  return {
    bounces,
    momentOf: (row: store.BounceRow) => moments.get(`${makeKey(row)} ${row.bounced_at.getTime()}`),
  }
}

/** Updates every lead with these addresses; returns how many changed, and publishes their lists. */
async function markLeads(ctx: Context, accountId: number, addresses: string[]): Promise<number> {
  const { leads: marked, listIds } = await setEmailState(ctx, accountId, {
    addresses,
    state: 'invalid',
    because: 'bounced',
  })
  for (const id of listIds) await publish(ctx.db, { accountId, kind: 'list', id })
  return marked
}

/** Refunds what was paid for the addresses of bounces. @returns credits. */
async function refundBounces(ctx: Context, person: Person, rows: store.BounceRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const entities = await findKnownEntities(ctx, person.accountId, 'single', [
    ...new Set(rows.map((row) => row.address)),
  ])
  let total = 0
  for (const row of rows) {
    const entityId = entities.get(row.address)
    if (entityId === undefined) continue
    const refunded = await refundCharges(ctx, {
      ...person,
      chargeKind: 'domain_email',
      entityIds: [entityId],
      reason: 'Address bounced',
    })
    if (refunded > 0) await store.writeRefund(ctx.db, person.accountId, row.id, refunded)
    total += refunded
  }
  return total
}

/**
 * Records reports in the caller's transaction: each bounce once; hard ones invalidate the address and its
 * leads, and refund it once. Reports of one account are serialized by its wallet, so the same report sent
 * twice at the same time is one bounce.
 */
export async function recordBounces(ctx: Context, person: Person, reports: Report[]): Promise<BounceImport> {
  const { accountId } = person
  await lockAccountWallet(ctx, accountId)
  const now = await store.databaseNow(ctx.db)
  const addresses = [...new Set(reports.map((report) => report.address))].sort()
  const known = await findKnownResults(ctx, accountId, addresses)
  const sources = await findSourcesOfAddresses(ctx, accountId, addresses)
  const latest = await store.findRecentBounces(ctx.db, accountId, addresses, SAME_HOURS)
  const { bounces, momentOf } = newBounces(reports, now, {
    recent: new Set(latest.map(makeKey)),
    known,
    sources,
  })
  const rows = await store.insertBounces(ctx.db, accountId, person.userId, bounces)
  const hard = rows.filter((row) => row.kind === 'hard')
  const marked = new Map<string, Date>()
  for (const row of hard) marked.set(row.address, marked.get(row.address) ?? row.bounced_at)
  await markBounced(
    ctx,
    accountId,
    [...marked].map(([address, bouncedAt]) => ({ address, bouncedAt })),
  )
  const owed = hard.filter((row) => {
    const moment = momentOf(row)
    return moment !== undefined && owesRefund(known.get(row.address)?.valid_at ?? null, moment)
  })
  return {
    received: reports.length,
    hard: hard.length,
    soft: rows.length - hard.length,
    repeated: reports.length - rows.length,
    leads: await markLeads(ctx, accountId, [...marked.keys()].sort()),
    refunded: await refundBounces(ctx, person, owed),
  }
}
