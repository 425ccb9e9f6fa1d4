import * as z from 'zod/mini'
import type { ContactCrm, CrmContact, CrmContext, CrmValue, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { findEach, matchContact, readDigits } from '../match-contacts.ts'
import type { CrmRequest } from '../request-crm.ts'
import { CUSTOM } from './keap-fields.ts'
import { filterValue } from './keap-filter.ts'

/** Requested fields of a contact. */
const PARTS =
  'id,given_name,family_name,job_title,website,company,email_addresses,phone_numbers,addresses,custom_fields,update_time'
const PLAIN = ['given_name', 'family_name', 'job_title', 'website'] as const
/** A region would need the three-letter country code, which leads don't have. */
const ADDRESS = ['line1', 'locality', 'postal_code'] as const

const maybe = z.optional(z.nullable(z.string()))
const Contact = z.object({
  id: z.coerce.string(),
  given_name: maybe,
  family_name: maybe,
  job_title: maybe,
  website: maybe,
  company: z.optional(z.nullable(z.object({ company_name: maybe }))),
  email_addresses: z.optional(z.nullable(z.array(z.object({ email: maybe, field: maybe })))),
  phone_numbers: z.optional(z.nullable(z.array(z.object({ number: maybe, field: maybe })))),
  addresses: z.optional(
    z.nullable(z.array(z.looseObject({ field: maybe, line1: maybe, locality: maybe, postal_code: maybe }))),
  ),
  custom_fields: z.optional(
    z.nullable(z.array(z.object({ id: z.coerce.string(), content: z.optional(z.unknown()) }))),
  ),
  update_time: maybe,
})
type Contact = z.output<typeof Contact>

function present(contact: Contact): CrmContact {
  const emails = (contact.email_addresses ?? []).flatMap(({ email }) => email ?? [])
  const phones = (contact.phone_numbers ?? []).flatMap(({ number }) => number ?? [])
  const address = contact.addresses?.[0]
  const raw: Record<string, unknown> = {
    ...Object.fromEntries(PLAIN.map((key) => [key, contact[key]])),
    ...Object.fromEntries(ADDRESS.map((key) => [key, address?.[key]])),
    company: contact.company?.company_name,
    email: emails[0],
    phone: phones[0],
    ...Object.fromEntries(
      (contact.custom_fields ?? []).map(({ id, content }) => [`${CUSTOM}${id}`, content]),
    ),
  }
  const values = Object.fromEntries(
    Object.entries(raw).filter(
      ([, value]) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
    ),
  ) as Record<string, CrmValue>
  return {
    id: contact.id,
    values,
    emails: emails.map((email) => email.toLowerCase()),
    phones,
    updatedAt: contact.update_time ? new Date(contact.update_time) : null,
  }
}

/**
 * Values in the API's form. A list that is sent replaces the stored one, so the contact's other values are sent
 * along.
 */
function makeBody({ contact, values, owner }: CrmWrite, before: Contact | null): Record<string, unknown> {
  const text = (key: string) => (values[key] === undefined ? undefined : String(values[key]))
  const address = Object.fromEntries(ADDRESS.flatMap((key) => (text(key) ? [[key, text(key)]] : [])))
  const custom = Object.entries(values).flatMap(([key, content]) =>
    key.startsWith(CUSTOM) ? { id: key.slice(CUSTOM.length), content } : [],
  )
  const others = <Part>(parts: Part[] | null | undefined): Part[] => (contact ? (parts ?? []).slice(1) : [])
  const unchanged = (before?.custom_fields ?? []).filter(
    ({ id }) => !custom.some((identity) => identity.id === id),
  )
  return {
    ...Object.fromEntries(PLAIN.flatMap((key) => (text(key) ? [[key, text(key)]] : []))),
    ...(text('company') && { company: { company_name: text('company') } }),
    ...(text('email') && {
      email_addresses: [{ email: text('email'), field: 'EMAIL1' }, ...others(before?.email_addresses)],
    }),
    ...(text('phone') && {
      phone_numbers: [{ number: text('phone'), field: 'PHONE1' }, ...others(before?.phone_numbers)],
    }),
    ...(Object.keys(address).length > 0 && {
      addresses: [{ field: 'BILLING', ...before?.addresses?.[0], ...address }, ...others(before?.addresses)],
    }),
    ...(custom.length > 0 && { custom_fields: [...unchanged, ...custom] }),
    ...(owner !== null && { owner_id: owner }),
  }
}

const makePath = (id: string) => `/contacts/${encodeURIComponent(id)}`

export function createKeapContacts(request: CrmRequest): Pick<ContactCrm, 'find' | 'write' | 'read'> {
  async function raw(context: CrmContext, id: string): Promise<Contact | null> {
    try {
      return await request(context, `${makePath(id)}?fields=${PARTS}`, { reply: Contact })
    } catch (error) {
      if (error instanceof CrmError && error.code === 'gone') return null
      throw error
    }
  }

  async function search(context: CrmContext, filter: string): Promise<CrmContact[]> {
    const query = new URLSearchParams({ filter, fields: PARTS, page_size: '100' })
    const reply = z.object({ contacts: z.optional(z.nullable(z.array(Contact))) })
    const { contacts } = await request(context, `/contacts?${query}`, { reply })
    return (contacts ?? []).map(present)
  }

  return {
    find: (context, wanted) =>
      findEach(wanted, async (identity) => {
        const contacts: CrmContact[] = []
        const before = identity.remoteId === null ? null : await raw(context, identity.remoteId)
        if (before) contacts.push(present(before))
        if (identity.email !== null)
          contacts.push(...(await search(context, `email==${filterValue(identity.email)}`)))
        if (identity.phone !== null && contacts.length === 0)
          contacts.push(
            ...(await search(
              context,
              `phone_number==${readDigits(identity.phone)};phone_fields==PHONE1,PHONE2,PHONE3`,
            )),
          )
        return matchContact(identity, contacts)
      }),
    async write(context, write) {
      const before = write.contact && (await raw(context, write.contact.id))
      const { email, phone } = write
      if (before) {
        const body = makeBody(write, before)
        const mask = Object.keys(body).join(',')
        if (mask)
          await request(context, `${makePath(before.id)}?update_mask=${mask}`, {
            method: 'PATCH',
            json: body,
            reply: z.unknown(),
          })
        return { id: before.id, isNew: false }
      }
      const values = {
        ...write.values,
        ...(email !== null && { email }),
        ...(phone !== null && { phone }),
      }
      // With the duplicate check for emails, a repeated request creates no second contact.
      const path = email === null ? '/contacts' : '/contacts?duplicate_option=Email'
      const json = makeBody({ ...write, contact: null, values }, null)
      const { id } = await request(context, path, { json, reply: z.object({ id: z.coerce.string() }) })
      return { id, isNew: true }
    },
    async read(context, id) {
      const contact = await raw(context, id)
      return contact && present(contact)
    },
  }
}
