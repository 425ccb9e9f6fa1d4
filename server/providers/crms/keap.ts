import * as z from 'zod/mini'
import type { CrmField, CrmFieldKind } from '#contract/crm.ts'
import { askCrm, askForTokens, type CrmCall } from './ask-crm.ts'
import type {
  ContactCrm,
  CrmConsent,
  CrmContact,
  CrmContext,
  CrmSetup,
  CrmValue,
  CrmWrite,
} from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'
import { digitsOf, matchContact } from './match-contacts.ts'

const LABEL = 'Keap'
const CUSTOM = 'custom:'
/** A token of one's own may ask 240 times a minute, a client of the consent page 1,500 times. */
const PER_MINUTE = { token: 240, oauth: 1500 }
/** What is wanted of a contact. */
const PARTS =
  'id,given_name,family_name,job_title,website,company,email_addresses,phone_numbers,addresses,custom_fields,update_time'

const STANDARD: CrmField[] = (
  [
    ['given_name', 'First name', 'text'],
    ['family_name', 'Last name', 'text'],
    ['email', 'Email', 'email'],
    ['phone', 'Phone', 'phone'],
    ['job_title', 'Job title', 'text'],
    ['company', 'Company', 'text'],
    ['website', 'Website', 'url'],
    ['line1', 'Street', 'text'],
    ['locality', 'City', 'text'],
    ['postal_code', 'Postal code', 'text'],
  ] as const
).map(([key, label, kind]) => ({ key, label, kind, is_custom: false, options: [] }))
const PLAIN = ['given_name', 'family_name', 'job_title', 'website'] as const
/** A region needs the country's code of three letters beside it, which leads do not have. */
const ADDRESS = ['line1', 'locality', 'postal_code'] as const
const PROPERTIES: Record<string, string> = {
  firstName: 'given_name',
  lastName: 'family_name',
  email: 'email',
  phone: 'phone',
  position: 'job_title',
  companyName: 'company',
  website: 'website',
  address1: 'line1',
  city: 'locality',
  postalCode: 'postal_code',
}

const KINDS: Record<string, CrmFieldKind> = {
  TEXT: 'text',
  TEXT_AREA: 'text',
  NAME: 'text',
  STATE: 'text',
  WHOLE_NUMBER: 'number',
  DECIMAL_NUMBER: 'number',
  CURRENCY: 'number',
  PERCENT: 'number',
  YEAR: 'number',
  DATE: 'date',
  DATE_TIME: 'date',
  EMAIL: 'email',
  PHONE_NUMBER: 'phone',
  WEBSITE: 'url',
  DROPDOWN: 'choice',
  RADIO: 'choice',
}
const NEW_KINDS: Partial<Record<CrmFieldKind, string>> = {
  text: 'TEXT',
  number: 'DECIMAL_NUMBER',
  date: 'DATE',
}

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
const Custom = z.object({
  id: z.coerce.string(),
  label: z.string(),
  field_type: z.string(),
  options: z.optional(z.nullable(z.array(z.looseObject({ label: maybe })))),
})
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: maybe,
})

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
    emails: emails.map((one) => one.toLowerCase()),
    phones,
    updatedAt: contact.update_time ? new Date(contact.update_time) : null,
  }
}

const fieldOf = ({ id, label, field_type, options }: z.output<typeof Custom>): CrmField => ({
  key: `${CUSTOM}${id}`,
  label,
  kind: KINDS[field_type] ?? 'other',
  is_custom: true,
  options: (options ?? []).flatMap((one) => one.label ?? []),
})

/**
 * Values as the API takes them. A list that is sent takes the place of the one that is there, so what the contact has
 * beside the values that are ours goes along.
 */
function bodyOf({ contact, values, owner }: CrmWrite, before: Contact | null): Record<string, unknown> {
  const text = (key: string) => (values[key] === undefined ? undefined : String(values[key]))
  const address = Object.fromEntries(ADDRESS.flatMap((key) => (text(key) ? [[key, text(key)]] : [])))
  const custom = Object.entries(values).flatMap(([key, content]) =>
    key.startsWith(CUSTOM) ? { id: key.slice(CUSTOM.length), content } : [],
  )
  const others = <Part>(parts: Part[] | null | undefined): Part[] => (contact ? (parts ?? []).slice(1) : [])
  const kept = (before?.custom_fields ?? []).filter(({ id }) => !custom.some((one) => one.id === id))
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
    ...(custom.length > 0 && { custom_fields: [...kept, ...custom] }),
    ...(owner !== null && { owner_id: owner }),
  }
}

function consentOf(setup: CrmSetup): CrmConsent | null {
  const { client, consentUrl, tokenUrl } = setup
  if (!client) return null
  const vendor = { label: LABEL, ...setup }
  const tokens = (got: z.output<typeof Tokens>) => ({
    ...{ access: got.access_token, refresh: got.refresh_token, expiresInSeconds: got.expires_in },
    // "full|name.infusionsoft.com"
    account: got.scope?.split('|')[1] ?? null,
  })
  return {
    page(state, redirectUri) {
      const url = new URL(consentUrl)
      const parameters = {
        client_id: client.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'full',
        state,
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async exchange(code, redirect_uri, signal) {
      const form = {
        client_id: client.id,
        client_secret: client.secret,
        code,
        grant_type: 'authorization_code',
        redirect_uri,
      }
      return tokens(await askForTokens(vendor, { url: tokenUrl, form, reply: Tokens }, signal))
    },
    async renew(refresh_token, signal) {
      const form = { grant_type: 'refresh_token', refresh_token }
      const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
      const headers = { authorization: `Basic ${basic}` }
      return tokens(await askForTokens(vendor, { url: tokenUrl, form, headers, reply: Tokens }, signal))
    },
  }
}

/** Keap, by version 2 of its API. */
export function createKeap(setup: CrmSetup): ContactCrm {
  const vendor = { label: LABEL, ...setup }
  /**
   * Ids of tags by connection and name: few, and they stay. What is being asked for stands here too, so that leads that
   * are sent at the same time do not make one tag twice.
   */
  const tagIds = new Map<string, Promise<string>>()
  const ask = <Schema extends z.ZodMiniType>(
    context: CrmContext,
    path: string,
    call: Omit<CrmCall<Schema>, 'url'>,
  ): Promise<z.output<Schema>> => askCrm(vendor, context, { ...call, url: `${setup.baseUrl}/rest/v2${path}` })
  const at = (id: string) => `/contacts/${encodeURIComponent(id)}`

  async function raw(context: CrmContext, id: string): Promise<Contact | null> {
    try {
      return await ask(context, `${at(id)}?fields=${PARTS}`, { reply: Contact })
    } catch (error) {
      if (error instanceof CrmError && error.code === 'gone') return null
      throw error
    }
  }

  async function search(context: CrmContext, filter: string): Promise<CrmContact[]> {
    const query = new URLSearchParams({ filter, fields: PARTS, page_size: '100' })
    const reply = z.object({ contacts: z.optional(z.nullable(z.array(Contact))) })
    const { contacts } = await ask(context, `/contacts?${query}`, { reply })
    return (contacts ?? []).map(present)
  }

  /** The characters of the filter's own language cannot stand in a value. */
  const plain = (value: string): string => value.replaceAll(/[;*=<>]/g, '')

  const tagKey = (context: CrmContext, name: string): string => `${context.key} ${name.toLowerCase()}`

  async function tagId(context: CrmContext, name: string): Promise<string> {
    const key = tagKey(context, name)
    const asked = tagIds.get(key) ?? findOrMakeTag(context, name)
    tagIds.set(key, asked)
    return asked.catch((error) => {
      if (tagIds.get(key) === asked) tagIds.delete(key)
      throw error
    })
  }

  async function findOrMakeTag(context: CrmContext, name: string): Promise<string> {
    const Tag = z.object({ id: z.coerce.string(), name: maybe })
    const query = new URLSearchParams({ filter: `name==${plain(name)}`, page_size: '100' })
    const { tags } = await ask(context, `/tags?${query}`, {
      reply: z.object({ tags: z.optional(z.nullable(z.array(Tag))) }),
    })
    const there = (tags ?? []).find((tag) => tag.name?.toLowerCase() === name.toLowerCase())
    return (there ?? (await ask(context, '/tags', { json: { name }, reply: Tag }))).id
  }

  return {
    id: 'keap',
    label: LABEL,
    perMinute: (way) => PER_MINUTE[way],
    consent: consentOf(setup),
    keyOf: (property) => PROPERTIES[property] ?? null,
    async test(context) {
      const { account } = await context.access()
      const reply = z.object({ name: maybe, email: maybe })
      const { name, email } = await ask(context, '/businessProfile', { reply })
      // With a token Keap tells no id of a business: name and email together, since two may have one name.
      const told = [name, email].filter(Boolean).join(', ')
      return { account: account || told || 'Keap', name: name || account || 'Keap' }
    },
    async fields(context) {
      const reply = z.object({ custom_fields: z.optional(z.nullable(z.array(Custom))) })
      const { custom_fields } = await ask(context, '/contacts/model', { reply })
      return [...STANDARD, ...(custom_fields ?? []).map(fieldOf)]
    },
    async createField(context, { label, kind }) {
      const json = { label, field_type: NEW_KINDS[kind] ?? 'TEXT' }
      return fieldOf(await ask(context, '/contacts/model/customFields', { json, reply: Custom }))
    },
    async find(context, wanted) {
      const matches = []
      for (const one of wanted) {
        const contacts: CrmContact[] = []
        const before = one.remoteId === null ? null : await raw(context, one.remoteId)
        if (before) contacts.push(present(before))
        if (one.email !== null) contacts.push(...(await search(context, `email==${plain(one.email)}`)))
        if (one.phone !== null && contacts.length === 0)
          contacts.push(
            ...(await search(
              context,
              `phone_number==${digitsOf(one.phone)};phone_fields==PHONE1,PHONE2,PHONE3`,
            )),
          )
        matches.push(matchContact(one, contacts))
      }
      return matches
    },
    async write(context, write) {
      const before = write.contact && (await raw(context, write.contact.id))
      const { email, phone } = write
      if (before) {
        const body = bodyOf(write, before)
        const mask = Object.keys(body).join(',')
        if (mask)
          await ask(context, `${at(before.id)}?update_mask=${mask}`, {
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
      // Asked to look for the address itself, it makes no second contact of a request that it had stored already.
      const path = email === null ? '/contacts' : '/contacts?duplicate_option=Email'
      const json = bodyOf({ ...write, contact: null, values }, null)
      const { id } = await ask(context, path, { json, reply: z.object({ id: z.coerce.string() }) })
      return { id, isNew: true }
    },
    async addTags(context, id, tags) {
      for (const name of tags) {
        const apply = async () => {
          const tag = await tagId(context, name)
          const path = `/tags/${encodeURIComponent(tag)}/contacts:applyTags`
          await ask(context, path, { json: { contact_ids: [id] }, reply: z.unknown() })
        }
        await apply().catch((error) => {
          // Somebody has deleted the tag there: it is looked for, or made, once more.
          if (!(error instanceof CrmError && error.code === 'gone')) throw error
          tagIds.delete(tagKey(context, name))
          return apply()
        })
      }
    },
    async read(context, id) {
      const contact = await raw(context, id)
      return contact && present(contact)
    },
    owners: async () => null,
    linkTo: (account, id) =>
      `https://${account.endsWith('.infusionsoft.com') ? account : 'app.infusionsoft.com'}/app/contacts/${id}`,
  }
}
