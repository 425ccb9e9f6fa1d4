import * as z from 'zod/mini'
import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import type { Sender, SenderEvent } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'
import { SmartleadLead } from './smartlead-leads.ts'

const FILTERS: Record<SenderOutcome, Record<string, string>> = {
  replied: { email_status: 'Replied' },
  bounced: { status: 'BOUNCED' },
  unsubscribed: { status: 'UNSUBSCRIBED' },
}
const PAGE = 100

/** Its description names the leads `leads`, its examples wrap each in an entry of `data`. */
const Entry = z.union([z.object({ lead: SmartleadLead }), SmartleadLead])
const Page = z.object({ leads: z.optional(z.array(Entry)), data: z.optional(z.array(Entry)) })

const leadOf = (entry: z.output<typeof Entry>): z.output<typeof SmartleadLead> =>
  (entry as { lead?: z.output<typeof SmartleadLead> }).lead ?? entry

/** Leads of a campaign in each of these states; its API can’t limit them to a time, and tells none. */
export const createSmartleadEvents =
  (request: CrmRequest): Sender['events'] =>
  async (context, campaign) => {
    const events: SenderEvent[] = []
    for (const [kind, filter] of Object.entries(FILTERS) as [SenderOutcome, Record<string, string>][])
      for (let offset = 0; ; offset += PAGE) {
        const query = new URLSearchParams({ ...filter, offset: String(offset), limit: String(PAGE) })
        const path = `/campaigns/${encodeURIComponent(campaign)}/leads?${query}`
        const page = await request(context, path, { reply: Page })
        const leads = (page.leads ?? page.data ?? []).map(leadOf)
        for (const { id, email } of leads)
          if (id !== undefined && id !== null)
            events.push({ kind, contactId: String(id), email: email?.toLowerCase() ?? null, at: null })
        if (leads.length < PAGE) break
      }
    return events
  }
