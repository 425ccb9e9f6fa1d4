import type { EventLead, EventList } from '#contract/activity/webhook-events.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { eventSignal } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { presentLeads } from './lead-lookups.ts'
import { findLead } from './leads-store.ts'
import { findOrigin } from './present-lead.ts'

/** Leads of a list as data of webhook events, without deleted and suppressed ones. */
export async function describeEventLeads(
  ctx: Context,
  { accountId, list, ids }: { accountId: number; list: EventList; ids: number[] },
): Promise<EventLead[]> {
  const { tags, lead_source } = list
  const leads = await presentLeads(ctx, accountId, { id: list.id, type: list.type as ListTypeId }, ids)
  return leads.map(({ id, values, email_state, is_sample, added_at }) => ({
    id,
    values,
    email_state,
    is_sample,
    added_at,
    tags,
    lead_source,
  }))
}

/**
 * A lead whose signal changed, with the evidence of its new value while it has that one; null for a deleted or
 * suppressed lead.
 */
export async function describeEventSignal(
  ctx: Context,
  { accountId, list, leadId, signal, to }: Parameters<typeof eventSignal.ask>[1],
) {
  const [lead] = await describeEventLeads(ctx, { accountId, list, ids: [leadId] })
  if (!lead) return null
  const row = lead.values[signal] === to ? await findLead(ctx.db, accountId, list.id, leadId) : null
  const { url = null, text = '' } = row ? findOrigin(row, signal) : {}
  return { lead, evidence: row ? { url, text } : null }
}
