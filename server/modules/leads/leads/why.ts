import type { Why } from '#contract/leads/leads.ts'
import {
  appliesTo,
  describeReason,
  joinReasons,
  readWhySort,
  type ServiceSignal,
  SHOWN_REASONS,
} from '#contract/leads/services.ts'
import { findServices } from '#server/modules/leads/services/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { LeadScope } from './leads-reads.ts'
import type { LeadRow } from './leads-store.ts'
import { findOrigin, type ShownLead } from './present-lead.ts'

const listApplying = (
  ctx: Context,
  { fields }: Pick<LeadRow, 'fields'>,
  reasons: readonly ServiceSignal[],
) => {
  const today = ctx.clock.now().toISOString().slice(0, 10)
  return reasons.filter((reason) => appliesTo(reason, fields[reason.signal], today))
}

/** Says the strongest of these reasons that apply to a lead, in words; empty where none does. */
export const createWhyText =
  (ctx: Context, reasons: readonly ServiceSignal[]) =>
  (lead: Pick<LeadRow, 'fields'>): string =>
    listApplying(ctx, lead, reasons).slice(0, SHOWN_REASONS).map(describeReason).join('; ')

/** The same for all services of an account. */
export const createAccountWhy = async (ctx: Context, accountId: number) =>
  createWhyText(ctx, joinReasons(await findServices(ctx.db, accountId)))

/** The scope with the reasons that this order counts. A service that is gone leaves those of all. */
export async function withReasons<Scope extends LeadScope>(
  ctx: Context,
  scope: Scope,
  sort: string | null | undefined,
): Promise<Scope> {
  const wanted = readWhySort(sort)
  if (wanted === null) return scope
  const services = await findServices(ctx.db, scope.accountId)
  const named = services.filter(({ id }) => id === wanted)
  return { ...scope, reasons: joinReasons(named.length > 0 ? named : services) }
}

/** The strongest reasons that apply to a lead, each with what shows it. */
export function presentWhy(
  ctx: Context,
  lead: ShownLead & Pick<LeadRow, 'provenance'>,
  reasons: readonly ServiceSignal[],
): Why {
  const apply = listApplying(ctx, lead, reasons)
  return {
    count: apply.length,
    reasons: apply.slice(0, SHOWN_REASONS).map((reason) => {
      const { url, text } = findOrigin(lead, reason.signal)
      return { ...reason, reason: describeReason(reason), evidence: { url: url ?? null, text: text ?? '' } }
    }),
  }
}
