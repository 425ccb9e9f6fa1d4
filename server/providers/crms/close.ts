import * as z from 'zod/mini'
import { createCloseContacts } from './close/close-contacts.ts'
import { createCloseFields, PROPERTIES } from './close/close-fields.ts'
import { CLOSE_LABEL, createCloseRequest } from './close/close-request.ts'
import { createCloseWins } from './close/close-wins.ts'
import type { ContactCrm, ContactCrmAdapter, CrmSetup } from './crm-adapter.ts'

/** Below what a key may send; Close says it in its headers only per group of endpoints. */
const PER_MINUTE = 240

function createClose(setup: CrmSetup): ContactCrm {
  const request = createCloseRequest(setup)

  return {
    id: 'close',
    label: CLOSE_LABEL,
    perMinute: () => PER_MINUTE,
    consent: null,
    makeKey: (property) => PROPERTIES[property] ?? null,
    async test(context) {
      const Organization = z.object({ id: z.string(), name: z.optional(z.nullable(z.string())) })
      const reply = z.object({ organizations: z.array(Organization) })
      const { organizations } = await request(context, '/me/', { reply })
      const [first] = organizations
      return { account: first?.id ?? CLOSE_LABEL, name: first?.name || CLOSE_LABEL }
    },
    ...createCloseFields(request),
    ...createCloseContacts(request),
    wins: createCloseWins(request),
    // Close has no tags of contacts, and no owners.
    addTags: async () => {},
    owners: async () => null,
    linkTo: (_account, id) => `https://app.close.com/contact/${id}/`,
  }
}

export const closeAdapter: ContactCrmAdapter = {
  urls: {
    base: 'https://api.close.com',
    consent: 'https://app.close.com/oauth2/authorize/',
    token: (base) => `${base}/oauth2/token/`,
  },
  create: createClose,
}
