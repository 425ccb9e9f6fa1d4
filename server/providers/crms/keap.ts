import * as z from 'zod/mini'
import type { ContactCrm, ContactCrmAdapter, CrmSetup } from './crm-adapter.ts'
import { KEAP_LABEL, keapConsent } from './keap/keap-consent.ts'
import { createKeapContacts } from './keap/keap-contacts.ts'
import { createKeapFields, PROPERTIES } from './keap/keap-fields.ts'
import { createKeapTags } from './keap/keap-tags.ts'
import { createCrmRequest } from './request-crm.ts'

/** A personal token is limited to 240 requests per minute, an OAuth client to 1,500. */
const PER_MINUTE = { token: 240, oauth: 1500 }

function createKeap(setup: CrmSetup): ContactCrm {
  const request = createCrmRequest({ label: KEAP_LABEL, ...setup }, `${setup.baseUrl}/rest/v2`)

  return {
    id: 'keap',
    label: KEAP_LABEL,
    perMinute: (way) => PER_MINUTE[way],
    consent: keapConsent(setup),
    makeKey: (property) => PROPERTIES[property] ?? null,
    async test(context) {
      const { account } = await context.access()
      const reply = z.object({
        name: z.optional(z.nullable(z.string())),
        email: z.optional(z.nullable(z.string())),
      })
      const { name, email } = await request(context, '/businessProfile', { reply })
      // With a token Keap returns no account id. Name and email together identify it, because two accounts may share
      // a name.
      const identity = [name, email].filter(Boolean).join(', ')
      return { account: account || identity || 'Keap', name: name || account || 'Keap' }
    },
    ...createKeapFields(request),
    ...createKeapContacts(request),
    ...createKeapTags(request),
    owners: async () => null,
    linkTo: (account, id) =>
      `https://${account.endsWith('.infusionsoft.com') ? account : 'app.infusionsoft.com'}/app/contacts/${id}`,
  }
}

export const keapAdapter: ContactCrmAdapter = {
  urls: {
    base: 'https://api.infusionsoft.com/crm',
    consent: 'https://accounts.infusionsoft.com/app/oauth/authorize',
    // Beside the API, not below it.
    token: (base) => new URL('/token', base).href,
  },
  create: createKeap,
}
