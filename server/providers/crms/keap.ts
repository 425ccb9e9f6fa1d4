import * as z from 'zod/mini'
import type { ContactCrm, CrmSetup } from './crm-adapter.ts'
import { KEAP_LABEL, keapConsent } from './keap/keap-consent.ts'
import { createKeapContacts } from './keap/keap-contacts.ts'
import { createKeapFields, PROPERTIES } from './keap/keap-fields.ts'
import { createKeapTags } from './keap/keap-tags.ts'
import { createCrmRequest } from './request-crm.ts'

/** A token of one's own may ask 240 times a minute, a client of the consent page 1,500 times. */
const PER_MINUTE = { token: 240, oauth: 1500 }

/** Keap, by version 2 of its API. */
export function createKeap(setup: CrmSetup): ContactCrm {
  const request = createCrmRequest({ label: KEAP_LABEL, ...setup }, `${setup.baseUrl}/rest/v2`)

  return {
    id: 'keap',
    label: KEAP_LABEL,
    perMinute: (way) => PER_MINUTE[way],
    consent: keapConsent(setup),
    keyOf: (property) => PROPERTIES[property] ?? null,
    async test(context) {
      const { account } = await context.access()
      const reply = z.object({
        name: z.optional(z.nullable(z.string())),
        email: z.optional(z.nullable(z.string())),
      })
      const { name, email } = await request(context, '/businessProfile', { reply })
      // With a token Keap returns no id of a business: name and email together, since two may have one name.
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
