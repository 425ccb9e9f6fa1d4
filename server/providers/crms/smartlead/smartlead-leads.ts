import * as z from 'zod/mini'
import type { ContactCrm, CrmContext, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { findEach } from '../match-contacts.ts'
import type { CrmRequest } from '../request-crm.ts'
import {
  campaignOf,
  matchInCampaign,
  readValues,
  type SenderContact,
  type SenderFields,
} from '../sender-parts.ts'

export const SMARTLEAD_LABEL = 'Smartlead'
export const SMARTLEAD_FIELDS: SenderFields = [
  ['email', 'Email', 'email', 'email'],
  ['first_name', 'First name', 'text', 'firstName'],
  ['last_name', 'Last name', 'text', 'lastName'],
  ['company_name', 'Company', 'text', 'companyName'],
  ['phone_number', 'Phone', 'phone', 'phone'],
  ['website', 'Website', 'url', 'website'],
]
const STANDARD = SMARTLEAD_FIELDS.map(([key]) => key)

const id = z.union([z.number(), z.string()])
export const SmartleadLead = z.looseObject({
  id: z.optional(z.nullable(id)),
  email: z.optional(z.nullable(z.string())),
  custom_fields: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  updated_at: z.optional(z.nullable(z.string())),
})
const Campaigns = z.array(z.object({ campaign_id: id }))
/** What it says to added leads. */
const Added = z.object({ blocked_count: z.optional(z.number()) })

function makeFields({ contact, values }: CrmWrite) {
  const custom = Object.entries({ ...contact?.values, ...values }).filter(([key]) => !STANDARD.includes(key))
  const own = Object.entries(values).filter(([key]) => STANDARD.includes(key) && key !== 'email')
  return {
    ...Object.fromEntries(own.map(([key, value]) => [key, String(value)])),
    ...(custom.length > 0 && { custom_fields: Object.fromEntries(custom) }),
  }
}

export function createSmartleadLeads(request: CrmRequest): Pick<ContactCrm, 'find' | 'write' | 'read'> {
  /** Someone it has, in whatever campaigns; its API finds one address at a time. */
  async function findByEmail(context: CrmContext, email: string): Promise<SenderContact | null> {
    try {
      const query = new URLSearchParams({ email })
      const lead = await request(context, `/leads/?${query}`, { reply: SmartleadLead })
      // It has answered for an unknown address with an empty object, too.
      if (lead.id === undefined || lead.id === null) return null
      const path = `/leads/${encodeURIComponent(lead.id)}/campaigns`
      const campaigns = await request(context, path, { reply: Campaigns })
      return {
        campaigns: campaigns.map(({ campaign_id }) => String(campaign_id)),
        contact: {
          id: String(lead.id),
          emails: [(lead.email ?? email).toLowerCase()],
          phones: [],
          values: readValues([
            ...STANDARD.map((key) => [key, lead[key]] as const),
            ...Object.entries(lead.custom_fields ?? {}),
          ]),
          updatedAt: lead.updated_at ? new Date(lead.updated_at) : null,
        },
      }
    } catch (error) {
      if (error instanceof CrmError && error.code === 'gone') return null
      throw error
    }
  }

  return {
    find: (context, wanted) =>
      findEach(wanted, async (identity) => {
        const known = identity.email === null ? null : await findByEmail(context, identity.email)
        return matchInCampaign(identity, campaignOf(context), known ? [known] : [])
      }),
    async write(context, write) {
      const campaign = encodeURIComponent(campaignOf(context))
      const fields = makeFields(write)
      if (write.contact) {
        const path = `/campaigns/${campaign}/leads/${encodeURIComponent(write.contact.id)}`
        const json = { email: write.contact.emails[0], ...fields }
        await request(context, path, { json, reply: z.unknown() })
        return { id: write.contact.id, isNew: false }
      }
      const email = write.email ?? String(write.values.email)
      const json = { lead_list: [{ email, ...fields }] }
      const { blocked_count: blocked = 0 } = await request(context, `/campaigns/${campaign}/leads`, {
        json,
        reply: Added,
      })
      if (blocked > 0)
        throw new CrmError(SMARTLEAD_LABEL, 'invalid', { detail: 'it is blocked or unsubscribed there' })
      // It counts what it took but names nobody.
      const added = await findByEmail(context, email)
      if (!added?.campaigns.includes(campaignOf(context))) throw new CrmError(SMARTLEAD_LABEL, 'bad_response')
      return { id: added.contact.id, isNew: true }
    },
    read: async (context, _id, email) =>
      email === null ? null : ((await findByEmail(context, email))?.contact ?? null),
  }
}
