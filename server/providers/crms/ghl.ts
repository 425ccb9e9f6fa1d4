import * as z from 'zod/mini'
import type { ContactCrm, ContactCrmAdapter, CrmSetup } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'
import { GHL_LABEL, ghlConsent } from './ghl/ghl-consent.ts'
import { createGhlContacts } from './ghl/ghl-contacts.ts'
import { createGhlFields, STANDARD_KEYS } from './ghl/ghl-fields.ts'
import { createCrmRequest } from './request-crm.ts'

/** The API version of the calls below. */
const VERSION = '2021-07-28'
/** The limit is 100 requests in 10 seconds per application and location. */
const PER_MINUTE = 600

function createGhl(setup: CrmSetup): ContactCrm {
  const request = createCrmRequest({ label: GHL_LABEL, ...setup }, setup.baseUrl, { version: VERSION })

  return {
    id: 'ghl',
    label: GHL_LABEL,
    perMinute: () => PER_MINUTE,
    consent: ghlConsent(setup),
    makeKey: (property) => (STANDARD_KEYS.has(property) ? property : null),
    async test(context) {
      const { account } = await context.access()
      const reply = z.object({
        location: z.object({ id: z.optional(z.string()), name: z.optional(z.nullable(z.string())) }),
      })
      const { location } = await request(context, `/locations/${encodeURIComponent(account)}`, { reply })
      return { account, name: location.name || account }
    },
    ...createGhlFields(request),
    ...createGhlContacts(request),
    async owners(context) {
      const { account } = await context.access()
      const reply = z.object({
        users: z.array(z.object({ id: z.string(), name: z.optional(z.nullable(z.string())) })),
      })
      try {
        const { users } = await request(context, `/users/?locationId=${encodeURIComponent(account)}`, {
          reply,
        })
        return users.map(({ id, name }) => ({ id, name: name || id }))
      } catch (error) {
        if (error instanceof CrmError && ['refused', 'forbidden', 'gone'].includes(error.code)) return null
        throw error
      }
    },
    linkTo: (account, id) => `https://app.gohighlevel.com/v2/location/${account}/contacts/detail/${id}`,
  }
}

export const ghlAdapter: ContactCrmAdapter = {
  urls: {
    base: 'https://services.leadconnectorhq.com',
    consent: 'https://marketplace.gohighlevel.com/v2/oauth/chooselocation',
    token: (base) => `${base}/oauth/token`,
  },
  create: createGhl,
}
