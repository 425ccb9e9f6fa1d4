import type { waterfallRun } from '#contract/activity/run-kinds/waterfall.ts'
import type { ChargeKind } from '#contract/core/constants.ts'
import { type EmailState, UNTOLD_EMAIL_STATES } from '#contract/leads/email-states.ts'
import { DETAIL_FIELDS } from '#contract/leads/influencer-filters.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { captureCharges, findAllowance, lockAccountWallet } from '#server/modules/accounts/wallet/index.ts'
import type { ProgressOf, RunOf } from '#server/modules/activity/runs/index.ts'
import {
  type LeadRow,
  setEmailSearch,
  upsertEntities,
  writeFoundValues,
} from '#server/modules/leads/leads/index.ts'
import { findUncheckedAddresses } from '#server/modules/prospecting/email-verification/index.ts'
import { finishItems, type ItemOutcome } from '#server/modules/prospecting/enrichment/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { FoundValue } from '#server/providers/lead-sources/index.ts'
import { markDelivered } from './lookups-store.ts'

export type WaterfallRun = RunOf<typeof waterfallRun>
export type WaterfallProgress = ProgressOf<typeof waterfallRun>

/** A value to be delivered, and its request. */
export interface Found {
  step: number
  source: string
  values: Record<string, FoundValue>
}

/** Charge kind of each wanted value; profiles are free. */
export const CHARGE_KINDS: Record<Want, ChargeKind | null> = {
  email: 'domain_email',
  phone: 'people_phone',
  profile: null,
  details: 'influencer_enrich',
}

/** Fields replaced by a value of this kind; the others only fill gaps. */
const OVERWRITES: Record<Want, ReadonlySet<string>> = {
  email: new Set(['email', 'email_state', 'email_kind']),
  phone: new Set(['phone']),
  profile: new Set(),
  // Audience figures have a date: newer ones replace older ones.
  details: new Set(DETAIL_FIELDS),
}

/**
 * The entity that is charged: an address, wherever it is found, or the person of a phone number, so that a second
 * number and the same number in another list are free.
 */
async function resolveEntity(ctx: Context, run: WaterfallRun, lead: LeadRow, { values }: Found) {
  if (run.input.want !== 'email') return lead.entity_id
  const address = String(values.email?.value).toLowerCase()
  const entities = await upsertEntities(ctx.db, run.account_id, 'single', [address])
  return entities.get(address) as number
}

const outcomeState = (want: Want, { values }: Found): ItemOutcome['state'] =>
  want === 'details' ||
  (values.email_state?.value as EmailState | undefined) === undefined ||
  values.email_state?.value === 'valid'
    ? 'found'
    : 'potential'

/** An unchecked address is charged once checked. */
async function isUnchecked(ctx: Context, run: WaterfallRun, { values }: Found) {
  if (!UNTOLD_EMAIL_STATES.includes(values.email_state?.value as EmailState)) return false
  const address = String(values.email?.value)
  return (await findUncheckedAddresses(ctx, run.account_id, [address])).has(address)
}

/** The run's counts including one more finished lead. */
export function progressWith(
  run: WaterfallRun,
  state: ItemOutcome['state'],
  cost = 0,
): WaterfallProgress & { cost: number } {
  const name = state === 'unreadable' ? 'failed' : state
  return {
    done: run.done + 1,
    cost: run.cost + cost,
    counts: { ...run.counts, [name]: (run.counts[name] ?? 0) + 1, charged: (run.counts.charged ?? 0) + cost },
  }
}

/**
 * Writes a lead's found values and charges them, in the transaction of the run's step.
 * @returns the run's progress, the charge, and whether there were enough credits.
 */
export async function deliverFound(
  ctx: Context,
  run: WaterfallRun,
  lead: LeadRow,
  found: Found,
): Promise<WaterfallProgress & { cost: number; isUnpaid: boolean }> {
  const { input } = run
  const payer = { accountId: run.account_id, runId: run.id, userId: run.created_by }
  const place = { ...payer, listId: input.listId }
  const chargeKind = CHARGE_KINDS[input.want]
  const unitCost = chargeKind ? (input.prices[found.source] ?? 0) : 0
  const finish = (state: ItemOutcome['state'], reason: string | null) =>
    finishItems(ctx.db, run.account_id, run.id, [{ leadId: lead.id, state, reason }])

  await lockAccountWallet(ctx, run.account_id)
  const entityId = await resolveEntity(ctx, run, lead, found)
  if (unitCost > 0 && chargeKind) {
    const need = { unitCost, remaining: 1, max: input.maxCost }
    const { paid, left } = await findAllowance(ctx, payer, chargeKind, [entityId], need)
    if (!paid.has(entityId) && left < unitCost) {
      await finish('not_tried', 'credits')
      return { ...progressWith(run, 'not_tried'), isUnpaid: true, cost: run.cost }
    }
  }
  const fill = { leadId: lead.id, values: found.values }
  const changed = await writeFoundValues(ctx, place, [fill], OVERWRITES[input.want])
  if (!changed.includes(lead.id)) {
    // Deleted, suppressed, or already present: nothing is written or charged.
    await finish('not_found', null)
    return { ...progressWith(run, 'not_found'), isUnpaid: false }
  }
  if (input.want === 'email')
    await setEmailSearch(ctx, place, [{ leadId: lead.id, state: 'found', reason: null }])
  const deliveries = [{ entityId, leadId: lead.id }]
  const later = await isUnchecked(ctx, run, found)
  const charge = { source: found.source, unitCost, deliveries, isLater: () => later }
  const credits = chargeKind ? await captureCharges(ctx, payer, { chargeKind, ...charge }) : 0
  const state = outcomeState(input.want, found)
  await finish(state, found.source)
  await markDelivered(ctx.db, { ...payer, leadId: lead.id, step: found.step }, credits)
  return { ...progressWith(run, state, credits), isUnpaid: false }
}
