import * as z from 'zod/mini'
import type { ContactCrm, CrmCompany, CrmContact, CrmContext, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { findEach, matchContact } from '../match-contacts.ts'
import { createRememberedIds } from '../remembered-ids.ts'
import type { CrmRequest } from '../request-crm.ts'
import { CUSTOM } from './close-fields.ts'

const maybe = z.optional(z.nullable(z.string()))
const Contact = z.looseObject({
  id: z.string(),
  name: maybe,
  title: maybe,
  emails: z.optional(z.array(z.looseObject({ email: z.string() }))),
  phones: z.optional(z.array(z.looseObject({ phone: z.string() }))),
  urls: z.optional(z.array(z.looseObject({ url: z.string() }))),
  date_updated: maybe,
})
type Contact = z.output<typeof Contact>

function present(contact: Contact): CrmContact {
  const emails = (contact.emails ?? []).map(({ email }) => email.toLowerCase())
  const phones = (contact.phones ?? []).map(({ phone }) => phone)
  const raw: [string, unknown][] = [
    ['name', contact.name],
    ['title', contact.title],
    ['email', emails[0]],
    ['phone', phones[0]],
    ['url', contact.urls?.[0]?.url],
    ...Object.entries(contact).filter(([key]) => key.startsWith(CUSTOM)),
  ]
  return {
    id: contact.id,
    values: Object.fromEntries(
      raw.filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value !== '')),
    ) as CrmContact['values'],
    emails,
    phones,
    updatedAt: contact.date_updated ? new Date(contact.date_updated) : null,
  }
}

/** A list that is sent replaces the stored one, so the contact's other entries are sent along. */
function makeBody({ values, email, phone }: CrmWrite, before: Contact | null): Record<string, unknown> {
  const text = (key: string) => (values[key] === undefined ? null : String(values[key]))
  const [ownEmail, ownPhone, url] = [email ?? text('email'), phone ?? text('phone'), text('url')]
  const others = <Entry>(entries: Entry[] | undefined): Entry[] => (entries ?? []).slice(1)
  return {
    ...Object.fromEntries(['name', 'title'].flatMap((key) => (text(key) ? [[key, text(key)]] : []))),
    ...(ownEmail && { emails: [{ email: ownEmail, type: 'office' }, ...others(before?.emails)] }),
    ...(ownPhone && { phones: [{ phone: ownPhone, type: 'office' }, ...others(before?.phones)] }),
    ...(url && { urls: [{ url, type: 'url' }, ...others(before?.urls)] }),
    ...Object.fromEntries(Object.entries(values).filter(([key]) => key.startsWith(CUSTOM))),
  }
}

/** A text of its search language in quotes. */
const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '')}"`
const FOUND = z.object({
  data: z.array(z.object({ id: z.string(), contacts: z.optional(z.array(Contact)) })),
})

export function createCloseContacts(
  request: CrmRequest,
): Required<Pick<ContactCrm, 'find' | 'write' | 'read' | 'linkCompany'>> {
  const leadIds = createRememberedIds()

  async function read(context: CrmContext, id: string): Promise<Contact | null> {
    try {
      return await request(context, `/contact/${encodeURIComponent(id)}/`, { reply: Contact })
    } catch (error) {
      if (error instanceof CrmError && error.code === 'gone') return null
      throw error
    }
  }

  /** Leads of Close, which are companies, with their contacts. */
  async function search(context: CrmContext, query: string) {
    const parameters = new URLSearchParams({ query, _limit: '50', _fields: 'id,contacts' })
    return (await request(context, `/lead/?${parameters}`, { reply: FOUND })).data
  }
  const contactsOf = async (context: CrmContext, query: string) =>
    (await search(context, query)).flatMap(({ contacts }) => (contacts ?? []).map(present))

  async function findOrMakeLead(context: CrmContext, { name, domain }: CrmCompany): Promise<string> {
    const query = domain === null ? `name:${quoted(name ?? '')}` : `url:${quoted(domain)}`
    const [existing] = await search(context, query)
    if (existing) return existing.id
    const json = { name: name ?? domain, ...(domain !== null && { url: `https://${domain}` }) }
    return (await request(context, '/lead/', { json, reply: z.object({ id: z.string() }) })).id
  }

  const findLead = (context: CrmContext, company: CrmCompany) =>
    leadIds.find(context, company.domain ?? company.name ?? '', () => findOrMakeLead(context, company))

  return {
    find: (context, wanted) =>
      findEach(wanted, async (identity) => {
        const contacts: CrmContact[] = []
        const before = identity.remoteId === null ? null : await read(context, identity.remoteId)
        if (before) contacts.push(present(before))
        if (identity.email !== null)
          contacts.push(...(await contactsOf(context, `email_address:${quoted(identity.email)}`)))
        if (identity.phone !== null && contacts.length === 0)
          contacts.push(...(await contactsOf(context, `phone_number:${quoted(identity.phone)}`)))
        return matchContact(identity, contacts)
      }),
    async write(context, write) {
      const before = write.contact && (await read(context, write.contact.id))
      if (before) {
        const json = makeBody(write, before)
        if (Object.keys(json).length > 0)
          await request(context, `/contact/${encodeURIComponent(before.id)}/`, {
            method: 'PUT',
            json,
            reply: z.unknown(),
          })
        return { id: before.id, isNew: false }
      }
      // A contact without a lead gets one of its own, named like it.
      const lead_id = write.company && (await findLead(context, write.company))
      const json = { ...makeBody(write, null), ...(lead_id && { lead_id }) }
      const { id } = await request(context, '/contact/', { json, reply: z.object({ id: z.string() }) })
      return { id, isNew: true }
    },
    async read(context, id) {
      const contact = await read(context, id)
      return contact && present(contact)
    },
    // A contact belongs to its lead from the start.
    linkCompany: async () => {},
  }
}
