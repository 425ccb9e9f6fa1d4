import * as z from 'zod/mini'
import { makeSenderVariable } from '#contract/core/crms/sender-variables.ts'
import type { ContactCrm, ContactCrmAdapter, CrmSetup } from './crm-adapter.ts'
import { createInstantlyEvents } from './instantly/instantly-events.ts'
import { createInstantlyLeads, INSTANTLY_FIELDS } from './instantly/instantly-leads.ts'
import { createCrmRequest } from './request-crm.ts'
import { makeSenderParts } from './sender-parts.ts'

const LABEL = 'Instantly'
/** Half of what its workspace may send; everything else that its customer runs shares that, and no header tells. */
const PER_MINUTE = 3000
const PAGE = 100

/** In its API a campaign has a number. */
const STATES: Record<string, string> = {
  0: 'draft',
  1: 'active',
  2: 'paused',
  3: 'completed',
  4: 'running subsequences',
}

const Campaigns = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), status: z.optional(z.nullable(z.number())) })),
  next_starting_after: z.optional(z.nullable(z.string())),
})

function createInstantly(setup: CrmSetup): ContactCrm {
  const request = createCrmRequest({ ...setup, label: LABEL }, `${setup.baseUrl}/api/v2`)
  return {
    id: 'instantly',
    label: LABEL,
    perMinute: () => PER_MINUTE,
    ...makeSenderParts(LABEL, INSTANTLY_FIELDS),
    async test(context) {
      const reply = z.object({ id: z.string(), name: z.optional(z.nullable(z.string())) })
      const { id, name } = await request(context, '/workspaces/current', { reply })
      return { account: id, name: name || LABEL }
    },
    ...createInstantlyLeads(request),
    sender: {
      makeVariable: (text) => makeSenderVariable('instantly', text),
      async campaigns(context) {
        const campaigns = []
        for (let after = ''; ; ) {
          const query = new URLSearchParams({ limit: String(PAGE), ...(after && { starting_after: after }) })
          const page = await request(context, `/campaigns?${query}`, { reply: Campaigns })
          campaigns.push(...page.items)
          // The last page may name a next one, which is empty.
          if (!page.next_starting_after || page.items.length === 0) break
          after = page.next_starting_after
        }
        return campaigns.map(({ id, name, status }) => ({
          id,
          name,
          state: STATES[status ?? 0] ?? 'stopped',
        }))
      },
      events: createInstantlyEvents(request),
    },
  }
}

export const instantlyAdapter: ContactCrmAdapter = {
  urls: { base: 'https://api.instantly.ai', consent: 'https://app.instantly.ai', token: (base) => base },
  create: createInstantly,
}
