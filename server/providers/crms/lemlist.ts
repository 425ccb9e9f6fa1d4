import * as z from 'zod/mini'
import { makeSenderVariable } from '#contract/core/crms/sender-variables.ts'
import type { ContactCrm, ContactCrmAdapter, CrmAccess, CrmSetup } from './crm-adapter.ts'
import { createLemlistEvents } from './lemlist/lemlist-events.ts'
import { createLemlistLeads, LEMLIST_FIELDS } from './lemlist/lemlist-leads.ts'
import { createCrmRequest } from './request-crm.ts'
import { makeSenderParts } from './sender-parts.ts'

const LABEL = 'Lemlist'
/** 20 in 2 seconds. */
const PER_MINUTE = 600
const PAGE = 100

const Campaign = z.object({
  _id: z.string(),
  name: z.optional(z.nullable(z.string())),
  status: z.optional(z.nullable(z.string())),
})
/** A plain list in its first version. */
const Campaigns = z.union([z.array(Campaign), z.object({ campaigns: z.array(Campaign) })])

/** The key is the password of HTTP’s basic authentication, without a name. */
const authorize = ({ secret }: CrmAccess) => ({
  authorization: `Basic ${Buffer.from(`:${secret}`).toString('base64')}`,
})

function createLemlist(setup: CrmSetup): ContactCrm {
  const readLimits = () => ({ perMinute: null, pauseSeconds: null })
  const request = createCrmRequest({ ...setup, label: LABEL, authorize, readLimits }, `${setup.baseUrl}/api`)
  return {
    id: 'lemlist',
    label: LABEL,
    perMinute: () => PER_MINUTE,
    ...makeSenderParts(LABEL, LEMLIST_FIELDS),
    async test(context) {
      const reply = z.object({ _id: z.string(), name: z.optional(z.nullable(z.string())) })
      const { _id, name } = await request(context, '/team', { reply })
      return { account: _id, name: name || LABEL }
    },
    ...createLemlistLeads(request),
    sender: {
      makeVariable: (text) => makeSenderVariable('lemlist', text),
      async campaigns(context) {
        const campaigns = []
        for (let page = 1; ; page += 1) {
          const query = new URLSearchParams({ version: 'v2', page: String(page), limit: String(PAGE) })
          const found = await request(context, `/campaigns?${query}`, { reply: Campaigns })
          const list = Array.isArray(found) ? found : found.campaigns
          campaigns.push(...list)
          if (list.length < PAGE) break
        }
        return campaigns.map(({ _id, name, status }) => ({
          id: _id,
          name: name || 'No name',
          state: status ?? 'unknown',
        }))
      },
      events: createLemlistEvents(request),
    },
  }
}

export const lemlistAdapter: ContactCrmAdapter = {
  urls: { base: 'https://api.lemlist.com', consent: 'https://app.lemlist.com', token: (base) => base },
  create: createLemlist,
}
