import * as z from 'zod/mini'
import type { ContactCrm, ContactCrmAdapter, CrmSetup } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'
import { createOAuthConsent } from './oauth-consent.ts'
import { createPipedriveFields, STANDARD_KEYS } from './pipedrive/pipedrive-fields.ts'
import { createPipedriveLinks } from './pipedrive/pipedrive-links.ts'
import { createPipedrivePersons } from './pipedrive/pipedrive-persons.ts'
import { createPipedriveRequest, PIPEDRIVE_LABEL, V1 } from './pipedrive/pipedrive-request.ts'
import { createPipedriveWins } from './pipedrive/pipedrive-wins.ts'

/** Of the smallest plan in two seconds: 20 with a token, 80 with a consent page. */
const PER_MINUTE = { token: 600, oauth: 2400 }

function createPipedrive(setup: CrmSetup): ContactCrm {
  const request = createPipedriveRequest(setup)

  return {
    id: 'pipedrive',
    label: PIPEDRIVE_LABEL,
    perMinute: (way) => PER_MINUTE[way],
    // Its scopes are those of the app.
    consent: createOAuthConsent(setup, { label: PIPEDRIVE_LABEL, page: {}, client: 'header' }),
    makeKey: (property) => (STANDARD_KEYS.has(property) ? property : null),
    async test(context) {
      const Company = z.object({
        company_domain: z.string(),
        company_name: z.optional(z.nullable(z.string())),
      })
      const { data } = await request(context, `${V1}/users/me`, { reply: z.object({ data: Company }) })
      return { account: data.company_domain, name: data.company_name || data.company_domain }
    },
    ...createPipedriveFields(request),
    ...createPipedrivePersons(request),
    ...createPipedriveLinks(request),
    wins: createPipedriveWins(request),
    async owners(context) {
      const User = z.object({ id: z.coerce.string(), name: z.string(), active_flag: z.optional(z.boolean()) })
      try {
        const { data } = await request(context, `${V1}/users`, { reply: z.object({ data: z.array(User) }) })
        return data.flatMap(({ id, name, active_flag }) => (active_flag === false ? [] : { id, name }))
      } catch (error) {
        if (error instanceof CrmError && error.code === 'forbidden') return null
        throw error
      }
    },
    linkTo: (account, id) => `https://${account}.pipedrive.com/person/${id}`,
  }
}

export const pipedriveAdapter: ContactCrmAdapter = {
  urls: {
    base: 'https://api.pipedrive.com',
    consent: 'https://oauth.pipedrive.com/oauth/authorize',
    // Its own host, unless the operator set another address for the API.
    token: (base) =>
      base === 'https://api.pipedrive.com'
        ? 'https://oauth.pipedrive.com/oauth/token'
        : `${base}/oauth/token`,
  },
  create: createPipedrive,
}
