import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import type { Sender, SenderEvent } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'
import { type InstantlyLead, listInstantlyLeads } from './instantly-leads.ts'

const FILTERS: Record<SenderOutcome, string> = {
  replied: 'FILTER_VAL_REPLIED',
  bounced: 'FILTER_VAL_BOUNCED',
  unsubscribed: 'FILTER_VAL_UNSUBSCRIBED',
}

/** When it happened: a mail bounces soon after it was sent, and nothing tells when someone unsubscribed. */
function readTime(kind: SenderOutcome, lead: InstantlyLead): Date | null {
  const text = {
    replied: lead.timestamp_last_reply,
    bounced: lead.timestamp_last_contact,
    unsubscribed: null,
  }[kind]
  return text ? new Date(text) : null
}

/** Leads of a campaign in each of these states; its API can’t limit them to a time. */
export const createInstantlyEvents =
  (request: CrmRequest): Sender['events'] =>
  async (context, campaign) => {
    const events: SenderEvent[] = []
    for (const [kind, filter] of Object.entries(FILTERS) as [SenderOutcome, string][])
      for (const lead of await listInstantlyLeads(request, context, { campaign, filter }))
        events.push({
          kind,
          contactId: lead.id,
          email: lead.email?.toLowerCase() ?? null,
          at: readTime(kind, lead),
        })
    return events
  }
