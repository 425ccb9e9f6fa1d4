import * as z from 'zod/mini'
import { makeSenderVariable } from '#contract/core/crms/sender-variables.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { ContactCrm, ContactCrmAdapter, CrmContext, CrmSetup } from './crm-adapter.ts'
import { createCrmRequest, readCount } from './request-crm.ts'
import { makeSenderParts } from './sender-parts.ts'
import { createSmartleadEvents } from './smartlead/smartlead-events.ts'
import { createSmartleadLeads, SMARTLEAD_FIELDS, SMARTLEAD_LABEL } from './smartlead/smartlead-leads.ts'

/** Of its standard plan, until its headers say more. */
const PER_MINUTE = 60

const Campaigns = z.array(
  z.object({
    id: z.number(),
    name: z.optional(z.nullable(z.string())),
    status: z.optional(z.nullable(z.string())),
    user_id: z.optional(z.nullable(z.number())),
  }),
)

function createSmartlead(setup: CrmSetup): ContactCrm {
  const request = createCrmRequest(
    {
      ...setup,
      label: SMARTLEAD_LABEL,
      authorize: () => ({}),
      keyParameter: 'api_key',
      readLimits: (headers) => ({ perMinute: readCount(headers['x-ratelimit-limit']), pauseSeconds: null }),
    },
    `${setup.baseUrl}/api/v1`,
  )
  const listCampaigns = (context: CrmContext) => request(context, '/campaigns/', { reply: Campaigns })
  return {
    id: 'smartlead',
    label: SMARTLEAD_LABEL,
    perMinute: () => PER_MINUTE,
    ...makeSenderParts(SMARTLEAD_LABEL, SMARTLEAD_FIELDS),
    async test(context) {
      const [first] = await listCampaigns(context)
      const { secret } = await context.access()
      // It names its account only in what belongs to it.
      const account = first?.user_id ? String(first.user_id) : hashToken(secret).slice(0, 16)
      return { account, name: SMARTLEAD_LABEL }
    },
    ...createSmartleadLeads(request),
    sender: {
      makeVariable: (text) => makeSenderVariable('smartlead', text),
      campaigns: async (context) =>
        (await listCampaigns(context)).map(({ id, name, status }) => ({
          id: String(id),
          name: name || `Campaign ${id}`,
          state: (status ?? 'unknown').toLowerCase(),
        })),
      events: createSmartleadEvents(request),
    },
  }
}

export const smartleadAdapter: ContactCrmAdapter = {
  urls: { base: 'https://server.smartlead.ai', consent: 'https://app.smartlead.ai', token: (base) => base },
  create: createSmartlead,
}
