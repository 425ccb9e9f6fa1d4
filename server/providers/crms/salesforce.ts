import * as z from 'zod/mini'
import type { ContactCrm, ContactCrmAdapter, CrmSetup } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'
import { createOAuthConsent } from './oauth-consent.ts'
import { createSalesforceAccounts } from './salesforce/salesforce-accounts.ts'
import { createSalesforceContacts } from './salesforce/salesforce-contacts.ts'
import { createSalesforceFields, PROPERTIES } from './salesforce/salesforce-fields.ts'
import {
  createSalesforceRequest,
  querySalesforce,
  SALESFORCE_LABEL,
  SALESFORCE_PER_MINUTE,
  SALESFORCE_URL,
} from './salesforce/salesforce-request.ts'
import { createSalesforceWins } from './salesforce/salesforce-wins.ts'

const Organization = z.object({ Name: z.string() })
const User = z.object({ Id: z.string(), Name: z.string() })

function createSalesforce(setup: CrmSetup): ContactCrm {
  const request = createSalesforceRequest(setup)
  const fields = createSalesforceFields(request)

  return {
    id: 'salesforce',
    label: SALESFORCE_LABEL,
    perMinute: () => SALESFORCE_PER_MINUTE,
    consent: createOAuthConsent(setup, {
      label: SALESFORCE_LABEL,
      page: { scope: 'api refresh_token' },
      client: 'form',
      // The host of the organization: all its requests go there.
      account: ({ instance_url: url }) =>
        typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : null,
    }),
    makeKey: (property) => PROPERTIES[property] ?? null,
    async test(context) {
      const { account } = await context.access()
      const query = 'SELECT Name FROM Organization'
      const [organization] = await querySalesforce(request, context, query, Organization)
      return { account: account || SALESFORCE_LABEL, name: organization?.Name || account }
    },
    fields: fields.fields,
    createField: fields.createField,
    ...createSalesforceContacts(request, fields),
    ...createSalesforceAccounts(request),
    wins: createSalesforceWins(request),
    // Topics and campaigns are no tags of contacts.
    addTags: async () => {},
    async owners(context) {
      const query = "SELECT Id, Name FROM User WHERE IsActive = true AND UserType = 'Standard' ORDER BY Name"
      try {
        const users = await querySalesforce(request, context, query, User)
        return users.map(({ Id, Name }) => ({ id: Id, name: Name }))
      } catch (error) {
        if (error instanceof CrmError && error.code === 'forbidden') return null
        throw error
      }
    },
    linkTo: (account, id) => `https://${account}/${id}`,
  }
}

export const salesforceAdapter: ContactCrmAdapter = {
  urls: {
    base: SALESFORCE_URL,
    consent: `${SALESFORCE_URL}/services/oauth2/authorize`,
    token: (base) => `${base}/services/oauth2/token`,
  },
  create: createSalesforce,
}
