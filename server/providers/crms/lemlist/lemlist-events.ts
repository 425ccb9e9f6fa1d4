import * as z from 'zod/mini'
import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import type { Sender, SenderEvent } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'

const TYPES: Record<SenderOutcome, string> = {
  replied: 'emailsReplied',
  bounced: 'emailsBounced',
  unsubscribed: 'emailsUnsubscribed',
}
const PAGE = 100

const maybe = z.optional(z.nullable(z.string()))
const Activities = z.array(z.object({ leadId: maybe, leadEmail: maybe, email: maybe, createdAt: maybe }))

/** Activities of a campaign since then. */
export const createLemlistEvents =
  (request: CrmRequest): Sender['events'] =>
  async (context, campaignId, since) => {
    const events: SenderEvent[] = []
    for (const [kind, type] of Object.entries(TYPES) as [SenderOutcome, string][])
      for (let offset = 0; ; offset += PAGE) {
        const where = { version: 'v2', type, campaignId, minDate: since.toISOString() }
        const query = new URLSearchParams({ ...where, offset: String(offset), limit: String(PAGE) })
        const page = await request(context, `/activities?${query}`, { reply: Activities })
        for (const { leadId, leadEmail, email, createdAt } of page)
          if (leadId)
            events.push({
              kind,
              contactId: leadId,
              email: (leadEmail || email)?.toLowerCase() ?? null,
              at: createdAt ? new Date(createdAt) : null,
            })
        if (page.length < PAGE) break
      }
    return events
  }
