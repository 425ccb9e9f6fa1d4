import * as z from 'zod/mini'
import type { CrmContext, CrmWins } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'

const WON = 'won'
const STATUS = 'status:'
const PAGE = 100

const Statuses = z.object({ data: z.array(z.object({ id: z.string(), label: z.string() })) })
const maybe = z.optional(z.nullable(z.string()))
const Opportunities = z.object({
  data: z.array(z.object({ id: z.string(), lead_id: maybe, contact_id: maybe })),
  has_more: z.optional(z.boolean()),
})
const Lead = z.object({ contacts: z.optional(z.array(z.object({ id: z.string() }))) })

/** Opportunities that are won, or in a status. One without a contact counts for all contacts of its lead. */
export const createCloseWins = (request: CrmRequest): CrmWins => {
  async function contactsOf(context: CrmContext, leadId: string): Promise<string[]> {
    const path = `/lead/${encodeURIComponent(leadId)}/?_fields=contacts`
    return ((await request(context, path, { reply: Lead })).contacts ?? []).map(({ id }) => id)
  }

  return {
    async signs(context) {
      const { data } = await request(context, '/status/opportunity/', { reply: Statuses })
      return [
        { id: WON, label: 'An opportunity is won' },
        ...data.map(({ id, label }) => ({ id: `${STATUS}${id}`, label: `Opportunity: ${label}` })),
      ]
    },
    async list(context, sign, since) {
      const wins = []
      const which: Record<string, string> = sign.startsWith(STATUS)
        ? { status_id: sign.slice(STATUS.length) }
        : { status_type: WON }
      for (let skip = 0; ; skip += PAGE) {
        const parameters = { ...which, date_updated__gte: since.toISOString() }
        const query = new URLSearchParams({ ...parameters, _skip: String(skip), _limit: String(PAGE) })
        const { data, has_more } = await request(context, `/opportunity/?${query}`, { reply: Opportunities })
        for (const { id, lead_id, contact_id } of data) {
          const contactIds = contact_id ? [contact_id] : lead_id ? await contactsOf(context, lead_id) : []
          wins.push({ id: `opportunity:${id}`, contactIds })
        }
        if (!has_more) return wins
      }
    },
  }
}
