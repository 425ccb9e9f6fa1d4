import * as z from 'zod/mini'
import type { ContactCrm, CrmContact, CrmContext, CrmValue, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { matchContact } from '../match-contacts.ts'
import type { CrmRequest } from '../request-crm.ts'
import { GHL_LABEL } from './ghl-consent.ts'
import { CUSTOM, STANDARD_KEYS, texts } from './ghl-fields.ts'

/** Maximum identities per search. */
const BATCH_SIZE = 20
const PAGE = 100
/** Only an upsert stores the company name. */
const UPSERT_ONLY = 'companyName'

const maybe = z.optional(z.nullable(z.string()))
const Contact = z.object({
  id: z.string(),
  ...Object.fromEntries([...STANDARD_KEYS].map((key) => [key, maybe])),
  additionalEmails: z.optional(z.nullable(z.array(z.unknown()))),
  additionalPhones: z.optional(z.nullable(z.array(z.unknown()))),
  customFields: z.optional(
    z.nullable(
      z.array(
        z.object({ id: z.string(), value: z.optional(z.unknown()), field_value: z.optional(z.unknown()) }),
      ),
    ),
  ),
  dateUpdated: maybe,
  dateAdded: maybe,
})
type Contact = z.output<typeof Contact> & Record<string, unknown>

function present(contact: Contact): CrmContact {
  const values: Record<string, CrmValue> = {}
  for (const key of STANDARD_KEYS) {
    const value = contact[key]
    if (typeof value === 'string' && value !== '') values[key] = value
  }
  for (const { id, value, field_value } of contact.customFields ?? []) {
    const stored = value ?? field_value
    if (typeof stored === 'number' || (typeof stored === 'string' && stored !== ''))
      values[`${CUSTOM}${id}`] = stored
  }
  const updated = contact.dateUpdated ?? contact.dateAdded
  return {
    id: contact.id,
    values,
    emails: [values.email, ...texts(contact.additionalEmails, 'email')].flatMap((value) =>
      value === undefined ? [] : String(value).toLowerCase(),
    ),
    phones: [values.phone, ...texts(contact.additionalPhones, 'phone')].flatMap((value) =>
      value === undefined ? [] : String(value),
    ),
    updatedAt: updated ? new Date(updated) : null,
  }
}

/** Values in the API's form; it rejects the whole contact over any unknown property. */
function makeBody({ values, source, owner }: CrmWrite): Record<string, unknown> {
  const own = Object.entries(values).filter(([key]) => STANDARD_KEYS.has(key))
  const custom = Object.entries(values).flatMap(([key, value]) =>
    key.startsWith(CUSTOM) ? { id: key.slice(CUSTOM.length), field_value: value } : [],
  )
  return {
    ...Object.fromEntries(own.map(([key, value]) => [key, String(value)])),
    ...(custom.length > 0 && { customFields: custom }),
    ...(source !== null && { source }),
    ...(owner !== null && { assignedTo: owner }),
  }
}

const makePath = (id: string) => `/contacts/${encodeURIComponent(id)}`

export function createGhlContacts(
  request: CrmRequest,
): Pick<ContactCrm, 'find' | 'write' | 'addTags' | 'read'> {
  async function read(context: CrmContext, id: string): Promise<CrmContact | null> {
    try {
      return present(
        (await request(context, makePath(id), { reply: z.object({ contact: Contact }) })).contact as Contact,
      )
    } catch (error) {
      // An id that GoHighLevel never issued is rejected as invalid rather than not found.
      if (error instanceof CrmError && (error.code === 'gone' || error.code === 'invalid')) return null
      throw error
    }
  }

  async function search(
    context: CrmContext,
    filters: { field: string; value: string }[],
  ): Promise<CrmContact[]> {
    if (filters.length === 0) return []
    const { account } = await context.access()
    const found: CrmContact[] = []
    for (let page = 1; ; page += 1) {
      const rules = filters.map(({ field, value }) => ({ field, operator: 'eq', value }))
      const body = { locationId: account, page, pageLimit: PAGE, filters: [{ group: 'OR', filters: rules }] }
      const reply = z.object({ contacts: z.array(Contact), total: z.optional(z.number()) })
      const { contacts } = await request(context, '/contacts/search', { json: body, reply })
      found.push(...contacts.map((contact) => present(contact as Contact)))
      if (contacts.length < PAGE) return found
    }
  }

  const upsert = async (context: CrmContext, body: Record<string, unknown>) => {
    const { account } = await context.access()
    const reply = z.object({ new: z.optional(z.boolean()), contact: z.object({ id: z.string() }) })
    const json = { ...body, locationId: account }
    const stored = await request(context, '/contacts/upsert', { json, reply })
    return { id: stored.contact.id, isNew: stored.new ?? false }
  }

  /**
   * An existing contact is updated by id: an upsert that found it by a second address would replace its first one
   * with that. The company name needs an upsert, which identifies the contact by its first address.
   */
  async function update(context: CrmContext, contact: CrmContact, write: CrmWrite) {
    const { [UPSERT_ONLY]: company, ...body } = makeBody(write)
    if (Object.keys(body).length > 0)
      await request(context, makePath(contact.id), { method: 'PUT', json: body, reply: z.unknown() })
    const own = contact.values.email ?? null
    const phone = own === null ? contact.values.phone : undefined
    if (company !== undefined && (own !== null || phone !== undefined)) {
      const stored = await upsert(context, {
        ...(own !== null ? { email: own } : { phone }),
        companyName: company,
      })
      if (stored.id !== contact.id) throw new CrmError(GHL_LABEL, 'bad_response')
    }
    return { id: contact.id, isNew: false }
  }

  return {
    async find(context, wanted) {
      const contacts: CrmContact[] = []
      const known = new Set<string>()
      for (const { remoteId } of wanted) {
        if (remoteId === null || known.has(remoteId)) continue
        known.add(remoteId)
        const contact = await read(context, remoteId)
        if (contact) contacts.push(contact)
      }
      for (let from = 0; from < wanted.length; from += BATCH_SIZE) {
        const filters = wanted
          .slice(from, from + BATCH_SIZE)
          .flatMap(({ email, phone }) => [
            ...(email === null ? [] : [{ field: 'email', value: email.toLowerCase() }]),
            ...(phone === null ? [] : [{ field: 'phone', value: phone }]),
          ])
        contacts.push(...(await search(context, filters)))
      }
      return wanted.map((identity) => matchContact(identity, contacts))
    },
    async write(context, write) {
      if (write.contact) {
        try {
          return await update(context, write.contact, write)
        } catch (error) {
          if (!(error instanceof CrmError) || error.code !== 'gone') throw error
        }
      }
      const { email, phone } = write
      return upsert(context, {
        ...makeBody(write),
        ...(email !== null && { email }),
        ...(phone !== null && { phone }),
      })
    },
    /** A separate call: the tags of an upsert would replace the existing ones. */
    async addTags(context, id, tags) {
      if (tags.length > 0)
        await request(context, `${makePath(id)}/tags`, { json: { tags }, reply: z.unknown() })
    },
    read,
  }
}
