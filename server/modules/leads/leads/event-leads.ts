import type { EventLead, EventList } from '#contract/activity/webhook-events.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Context } from '#server/platform/context.ts'
import { presentLeads } from './lead-lookups.ts'

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
