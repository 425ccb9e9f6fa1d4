import * as z from 'zod/mini'
import type { ContactCrm, CrmContext, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import type { CrmRequest } from '../request-crm.ts'
import {
  campaignOf,
  matchInCampaign,
  readValues,
  type SenderContact,
  type SenderFields,
} from '../sender-parts.ts'

export const INSTANTLY_FIELDS: SenderFields = [
  ['email', 'Email', 'email', 'email'],
  ['first_name', 'First name', 'text', 'firstName'],
  ['last_name', 'Last name', 'text', 'lastName'],
  ['company_name', 'Company', 'text', 'companyName'],
  ['job_title', 'Job title', 'text', 'position'],
  ['phone', 'Phone', 'phone', 'phone'],
  ['website', 'Website', 'url', 'website'],
  ['personalization', 'Personalization', 'text', ''],
]
const STANDARD = INSTANTLY_FIELDS.map(([key]) => key)
/** Names of the standard fields among the variables of a lead. */
const PAYLOAD = new Set(['email', 'firstName', 'lastName', 'companyName', 'jobTitle', ...STANDARD])

const maybe = z.optional(z.nullable(z.string()))
export const InstantlyLead = z.looseObject({
  id: z.string(),
  email: maybe,
  campaign: maybe,
  payload: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  timestamp_updated: maybe,
  timestamp_last_reply: maybe,
  timestamp_last_contact: maybe,
})
export type InstantlyLead = z.output<typeof InstantlyLead>

const customOf = ({ payload }: InstantlyLead) =>
  readValues(Object.entries(payload ?? {}).filter(([name]) => !PAYLOAD.has(name)))

const present = (lead: InstantlyLead): SenderContact => ({
  campaigns: lead.campaign ? [lead.campaign] : [],
  contact: {
    id: lead.id,
    emails: lead.email ? [lead.email.toLowerCase()] : [],
    phones: [],
    values: {
      ...readValues(STANDARD.map((key) => [key, lead[key] ?? lead.payload?.[toPayload(key)]] as const)),
      ...customOf(lead),
    },
    updatedAt: lead.timestamp_updated ? new Date(lead.timestamp_updated) : null,
  },
})

/** `first_name` is `firstName` among the variables. */
const toPayload = (key: string): string =>
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const Page = z.object({
  items: z.array(InstantlyLead),
  next_starting_after: z.optional(z.nullable(z.string())),
})
const LIMIT = 100

/** All leads that a filter finds; the last page may name a next one, which is empty. */
export async function listInstantlyLeads(
  request: CrmRequest,
  context: CrmContext,
  filter: Record<string, unknown>,
): Promise<InstantlyLead[]> {
  const found: InstantlyLead[] = []
  for (let after: string | null | undefined; ; ) {
    const json = { ...filter, limit: LIMIT, ...(after && { starting_after: after }) }
    const page = await request(context, '/leads/list', { json, reply: Page })
    found.push(...page.items)
    after = page.next_starting_after
    if (!after || page.items.length === 0) return found
  }
}

/** Standard fields of a lead, and its variables; those that it has are sent along. */
function makeBody({ contact, values, email }: CrmWrite) {
  const own = Object.entries(email === null ? values : { ...values, email })
  const custom = Object.entries({ ...contact?.values, ...values }).filter(([key]) => !STANDARD.includes(key))
  return {
    ...Object.fromEntries(
      own.filter(([key]) => STANDARD.includes(key)).map(([key, value]) => [key, String(value)]),
    ),
    ...(custom.length > 0 && { custom_variables: Object.fromEntries(custom) }),
  }
}

export function createInstantlyLeads(request: CrmRequest): Pick<ContactCrm, 'find' | 'write' | 'read'> {
  return {
    async find(context, wanted) {
      const contacts = [...new Set(wanted.flatMap(({ email }) => email?.toLowerCase() ?? []))]
      const leads = contacts.length === 0 ? [] : await listInstantlyLeads(request, context, { contacts })
      const known = leads.map(present)
      return wanted.map((identity) => matchInCampaign(identity, campaignOf(context), known))
    },
    async write(context, write) {
      const reply = z.object({ id: z.string() })
      if (write.contact) {
        const { email: _email, ...values } = write.values
        const json = makeBody({ ...write, values })
        const id = write.contact.id
        if (Object.keys(json).length > 0)
          await request(context, `/leads/${encodeURIComponent(id)}`, { method: 'PATCH', json, reply })
        return { id, isNew: false }
      }
      const json = {
        campaign: campaignOf(context),
        ...makeBody(write),
        skip_if_in_campaign: true,
        skip_if_in_workspace: context.handOver?.othersToo === false,
      }
      const { id } = await request(context, '/leads', { json, reply })
      return { id, isNew: true }
    },
    async read(context, id) {
      try {
        const lead = await request(context, `/leads/${encodeURIComponent(id)}`, { reply: InstantlyLead })
        return present(lead).contact
      } catch (error) {
        if (error instanceof CrmError && error.code === 'gone') return null
        throw error
      }
    },
  }
}
