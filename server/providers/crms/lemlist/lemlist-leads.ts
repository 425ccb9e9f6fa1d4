import * as z from 'zod/mini'
import type { ContactCrm, CrmContext, CrmValue } from '../crm-adapter.ts'
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

export const LEMLIST_FIELDS: SenderFields = [
  ['email', 'Email', 'email', 'email'],
  ['firstName', 'First name', 'text', 'firstName'],
  ['lastName', 'Last name', 'text', 'lastName'],
  ['companyName', 'Company', 'text', 'companyName'],
  ['jobTitle', 'Job title', 'text', 'position'],
  ['phone', 'Phone', 'phone', 'phone'],
  ['companyDomain', 'Company domain', 'url', 'website'],
  ['linkedinUrl', 'LinkedIn', 'url', ''],
  ['icebreaker', 'Icebreaker', 'text', ''],
]

const Lead = z.looseObject({
  _id: z.string(),
  email: z.optional(z.nullable(z.string())),
  campaignId: z.optional(z.nullable(z.string())),
})
type Lead = z.output<typeof Lead>
/** One object in its first version. */
const Leads = z.union([z.array(Lead), Lead])
/** Of a lead, what is neither a field nor a variable. */
const OTHERS = new Set([
  '_id',
  'campaignId',
  'campaignName',
  'contactId',
  'leadUrl',
  'picture',
  'state',
  'status',
])

const present = (lead: Lead): SenderContact => ({
  campaigns: lead.campaignId ? [lead.campaignId] : [],
  contact: {
    id: lead._id,
    emails: lead.email ? [lead.email.toLowerCase()] : [],
    phones: [],
    values: readValues(Object.entries(lead).filter(([name]) => !OTHERS.has(name))),
    updatedAt: null,
  },
})

/** It wants the domain of a website, and texts only. */
const makeBody = (values: Record<string, CrmValue>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const text = String(value)
      return [
        key,
        key === 'companyDomain' ? text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/.*$/, '') : text,
      ]
    }),
  )

export function createLemlistLeads(request: CrmRequest): Pick<ContactCrm, 'find' | 'write' | 'read'> {
  /** Someone it has, once for each campaign; its API finds one address at a time. */
  async function findByEmail(context: CrmContext, email: string): Promise<SenderContact[]> {
    try {
      const path = `/leads/${encodeURIComponent(email)}?version=v2`
      return [await request(context, path, { reply: Leads })].flat().map(present)
    } catch (error) {
      if (error instanceof CrmError && error.code === 'gone') return []
      throw error
    }
  }

  return {
    find: (context, wanted) =>
      findEach(wanted, async (identity) => {
        const known = identity.email === null ? [] : await findByEmail(context, identity.email)
        return matchInCampaign(identity, campaignOf(context), known)
      }),
    async write(context, { contact, values, email }) {
      const leads = `/campaigns/${encodeURIComponent(campaignOf(context))}/leads`
      const reply = z.object({ _id: z.string() })
      if (contact) {
        const { email: _email, ...json } = makeBody(values)
        if (Object.keys(json).length > 0)
          await request(context, `${leads}/${encodeURIComponent(contact.id)}`, {
            method: 'PATCH',
            json,
            reply,
          })
        return { id: contact.id, isNew: false }
      }
      const json = { ...makeBody(values), email: email ?? String(values.email) }
      const query = new URLSearchParams({ deduplicate: String(context.handOver?.othersToo === false) })
      const { _id } = await request(context, `${leads}/?${query}`, { json, reply })
      return { id: _id, isNew: true }
    },
    async read(context, id, email) {
      if (email === null) return null
      return (await findByEmail(context, email)).find(({ contact }) => contact.id === id)?.contact ?? null
    },
  }
}
