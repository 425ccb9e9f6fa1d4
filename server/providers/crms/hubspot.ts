import * as z from 'zod/mini'
import type { ContactCrm, ContactCrmAdapter, CrmContext, CrmSetup } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'
import { createHubspotCompanies } from './hubspot/hubspot-companies.ts'
import { createHubspotContacts } from './hubspot/hubspot-contacts.ts'
import { createHubspotFields, PROPERTIES } from './hubspot/hubspot-fields.ts'
import {
  createHubspotRequest,
  HUBSPOT_BATCH,
  HUBSPOT_LABEL,
  OWNERS_PATH,
  propertiesPath,
} from './hubspot/hubspot-request.ts'
import { createHubspotWins } from './hubspot/hubspot-wins.ts'
import { createOAuthConsent } from './oauth-consent.ts'
import type { CrmRequest } from './request-crm.ts'

/** The minimum for contacts, their properties, companies and owners, and to read deals. */
const SCOPES = [
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
  'crm.objects.companies.read',
  'crm.objects.companies.write',
  'crm.objects.owners.read',
  'crm.objects.deals.read',
  'crm.schemas.deals.read',
]
/** Of an app in ten seconds: 100 with the token of a private app, 110 with a consent page. */
const PER_MINUTE = { token: 600, oauth: 660 }

const Owner = z.object({
  id: z.string(),
  email: z.optional(z.nullable(z.string())),
  firstName: z.optional(z.nullable(z.string())),
  lastName: z.optional(z.nullable(z.string())),
})
const Owners = z.object({
  results: z.array(Owner),
  paging: z.optional(z.object({ next: z.optional(z.object({ after: z.string() })) })),
})

async function listOwners(request: CrmRequest, context: CrmContext) {
  const owners: { id: string; name: string }[] = []
  for (let after: string | null = null; ; ) {
    const query = new URLSearchParams({ limit: String(HUBSPOT_BATCH), ...(after !== null && { after }) })
    const { results, paging }: z.output<typeof Owners> = await request(context, `${OWNERS_PATH}?${query}`, {
      reply: Owners,
    })
    for (const { id, firstName, lastName, email } of results)
      owners.push({ id, name: [firstName, lastName].filter(Boolean).join(' ') || email || id })
    after = paging?.next?.after ?? null
    if (after === null) return owners
  }
}

function createHubspot(setup: CrmSetup): ContactCrm {
  const request = createHubspotRequest(setup)
  const fields = createHubspotFields(request)

  return {
    id: 'hubspot',
    label: HUBSPOT_LABEL,
    perMinute: (way) => PER_MINUTE[way],
    consent: createOAuthConsent(setup, {
      label: HUBSPOT_LABEL,
      page: { scope: SCOPES.join(' ') },
      client: 'form',
      account: ({ hub_id }) => (hub_id === undefined ? null : String(hub_id)),
    }),
    makeKey: (property) => PROPERTIES[property] ?? null,
    async test(context) {
      const reply = z.object({ portalId: z.coerce.string() })
      const { portalId } = await request(context, '/account-info/v3/details', { reply })
      // Every token may read the account's details: this shows whether it may read contacts.
      await request(context, propertiesPath('contacts'), { reply: z.unknown() })
      return { account: portalId, name: `HubSpot ${portalId}` }
    },
    fields: fields.fields,
    createField: fields.createField,
    ...createHubspotContacts(request, fields),
    ...createHubspotCompanies(request),
    // HubSpot has no tags.
    addTags: async () => {},
    wins: createHubspotWins(request),
    async owners(context) {
      try {
        return await listOwners(request, context)
      } catch (error) {
        if (error instanceof CrmError && error.code === 'forbidden') return null
        throw error
      }
    },
    linkTo: (account, id) => `https://app.hubspot.com/contacts/${account}/record/0-1/${id}`,
  }
}

export const hubspotAdapter: ContactCrmAdapter = {
  urls: {
    base: 'https://api.hubapi.com',
    consent: 'https://app.hubspot.com/oauth/authorize',
    token: (base) => `${base}/oauth/2026-03/token`,
  },
  create: createHubspot,
}
