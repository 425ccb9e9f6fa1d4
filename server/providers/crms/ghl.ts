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
import { matchContact } from './match-contacts.ts'

/** The version of the API that the calls below are written for. */
const VERSION = '2021-07-28'
const LABEL = 'GoHighLevel'
/** Exactly what is needed to read and write contacts, their fields and tags. */
export const GHL_SCOPES = [
  'contacts.readonly',
  'contacts.write',
  'locations.readonly',
  'locations/customFields.readonly',
  'locations/customFields.write',
  'locations/tags.readonly',
  'locations/tags.write',
] as const
/** 100 requests in 10 seconds for an application in a location. */
const PER_MINUTE = 600
const CUSTOM = 'custom:'
/** Identities of one search; a filter of more is refused. */
const AT_ONCE = 20
const PAGE = 100

const STANDARD: CrmField[] = (
  [
    ['firstName', 'First name', 'text'],
    ['lastName', 'Last name', 'text'],
    ['name', 'Full name', 'text'],
    ['email', 'Email', 'email'],
    ['phone', 'Phone', 'phone'],
    ['companyName', 'Company', 'text'],
    ['website', 'Website', 'url'],
    ['address1', 'Street', 'text'],
    ['city', 'City', 'text'],
    ['state', 'State', 'text'],
    ['postalCode', 'Postal code', 'text'],
    ['country', 'Country', 'text'],
    ['dateOfBirth', 'Date of birth', 'date'],
  ] as const
).map(([key, label, kind]) => ({ key, label, kind, is_custom: false, options: [] }))
const STANDARD_KEYS = new Set(STANDARD.map(({ key }) => key))
/** The update of one contact does not know it: only an upsert stores a company's name. */
const UPSERT_ONLY = 'companyName'

const KINDS: Record<string, CrmFieldKind> = {
  TEXT: 'text',
  LARGE_TEXT: 'text',
  NUMERICAL: 'number',
  MONETORY: 'number',
  PHONE: 'phone',
  DATE: 'date',
  SINGLE_OPTIONS: 'choice',
  RADIO: 'choice',
  EMAIL: 'email',
}
const NEW_KINDS: Partial<Record<CrmFieldKind, string>> = { text: 'TEXT', number: 'NUMERICAL', date: 'DATE' }

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

const Custom = z.object({
  id: z.string(),
  name: z.string(),
  dataType: z.string(),
  picklistOptions: z.optional(z.nullable(z.array(z.unknown()))),
})
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  locationId: z.optional(z.nullable(z.string())),
})

/** An entry of `additionalEmails` is a text or an object that names it. */
const texts = (list: unknown[] | null | undefined, name: string): string[] =>
  (list ?? []).flatMap((one) => {
    if (typeof one === 'string') return one
    const inner = (one as Record<string, unknown> | null)?.[name]
    return typeof inner === 'string' ? inner : []
  })

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
    emails: [values.email, ...texts(contact.additionalEmails, 'email')].flatMap((one) =>
      one === undefined ? [] : String(one).toLowerCase(),
    ),
    phones: [values.phone, ...texts(contact.additionalPhones, 'phone')].flatMap((one) =>
      one === undefined ? [] : String(one),
    ),
    updatedAt: updated ? new Date(updated) : null,
  }
}

const fieldOf = ({ id, name, dataType, picklistOptions }: z.output<typeof Custom>): CrmField => ({
  key: `${CUSTOM}${id}`,
  label: name,
  kind: KINDS[dataType] ?? 'other',
  is_custom: true,
  options: texts(picklistOptions, 'label'),
})

/** Values as the API takes them; any other property would make it refuse the whole contact. */
function bodyOf({ values, source, owner }: CrmWrite): Record<string, unknown> {
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

function consentOf(setup: CrmSetup): CrmConsent | null {
  const { client, consentUrl, tokenUrl } = setup
  if (!client) return null
  const vendor = { label: LABEL, ...setup }
  const ask = async (form: Record<string, string>, signal: AbortSignal) => {
    const body = { client_id: client.id, client_secret: client.secret, user_type: 'Location', ...form }
    const got = await askForTokens(vendor, { url: tokenUrl, form: body, reply: Tokens }, signal)
    return {
      ...{ access: got.access_token, refresh: got.refresh_token, expiresInSeconds: got.expires_in },
      account: got.locationId ?? null,
    }
  }
  return {
    page(state, redirectUri) {
      const url = new URL(consentUrl)
      const parameters = { response_type: 'code', client_id: client.id, redirect_uri: redirectUri, state }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      url.searchParams.set('scope', GHL_SCOPES.join(' '))
      url.searchParams.set('loginWindowOpenMode', 'self')
      return url.href
    },
    exchange: (code, redirect_uri, signal) =>
      ask({ grant_type: 'authorization_code', code, redirect_uri }, signal),
    renew: (refresh_token, signal) => ask({ grant_type: 'refresh_token', refresh_token }, signal),
  }
}

/** GoHighLevel, by version 2021-07-28 of its API. */
export function createGhl(setup: CrmSetup): ContactCrm {
  const { baseUrl } = setup
  const vendor = { label: LABEL, ...setup }
  const ask = <Schema extends z.ZodMiniType>(
    context: CrmContext,
    path: string,
    call: Omit<CrmCall<Schema>, 'url'>,
  ): Promise<z.output<Schema>> =>
    askCrm(vendor, context, { ...call, url: `${baseUrl}${path}`, headers: { version: VERSION } })
  const at = (id: string) => `/contacts/${encodeURIComponent(id)}`
  const fieldsPath = (account: string) => `/locations/${encodeURIComponent(account)}/customFields`

  async function read(context: CrmContext, id: string): Promise<CrmContact | null> {
    try {
      return present(
        (await ask(context, at(id), { reply: z.object({ contact: Contact }) })).contact as Contact,
      )
    } catch (error) {
      // An id that it never gave out is refused rather than not found.
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
      const { contacts } = await ask(context, '/contacts/search', { json: body, reply })
      found.push(...contacts.map((one) => present(one as Contact)))
      if (contacts.length < PAGE) return found
    }
  }

  const upsert = async (context: CrmContext, body: Record<string, unknown>) => {
    const { account } = await context.access()
    const reply = z.object({ new: z.optional(z.boolean()), contact: z.object({ id: z.string() }) })
    const json = { ...body, locationId: account }
    const stored = await ask(context, '/contacts/upsert', { json, reply })
    return { id: stored.contact.id, isNew: stored.new ?? false }
  }

  /**
   * A contact that is there is changed by its id: an upsert that finds it by a second address would put that in the
   * place of the first. A company's name needs an upsert, which then names the contact by its own first address.
   */
  async function update(context: CrmContext, contact: CrmContact, write: CrmWrite) {
    const { [UPSERT_ONLY]: company, ...body } = bodyOf(write)
    if (Object.keys(body).length > 0)
      await ask(context, at(contact.id), { method: 'PUT', json: body, reply: z.unknown() })
    const own = contact.values.email ?? null
    const phone = own === null ? contact.values.phone : undefined
    if (company !== undefined && (own !== null || phone !== undefined)) {
      const stored = await upsert(context, {
        ...(own !== null ? { email: own } : { phone }),
        companyName: company,
      })
      if (stored.id !== contact.id) throw new CrmError(LABEL, 'bad_response')
    }
    return { id: contact.id, isNew: false }
  }

  return {
    id: 'ghl',
    label: LABEL,
    perMinute: () => PER_MINUTE,
    consent: consentOf(setup),
    keyOf: (property) => (STANDARD_KEYS.has(property) ? property : null),
    async test(context) {
      const { account } = await context.access()
      const reply = z.object({
        location: z.object({ id: z.optional(z.string()), name: z.optional(z.nullable(z.string())) }),
      })
      const { location } = await ask(context, `/locations/${encodeURIComponent(account)}`, { reply })
      return { account, name: location.name || account }
    },
    async fields(context) {
      const { account } = await context.access()
      const reply = z.object({ customFields: z.array(Custom) })
      const { customFields } = await ask(context, `${fieldsPath(account)}?model=contact`, { reply })
      return [...STANDARD, ...customFields.map(fieldOf)]
    },
    async createField(context, { label, kind }) {
      const { account } = await context.access()
      const json = { name: label, dataType: NEW_KINDS[kind] ?? 'TEXT', model: 'contact' }
      const { customField } = await ask(context, fieldsPath(account), {
        json,
        reply: z.object({ customField: Custom }),
      })
      return fieldOf(customField)
    },
    async find(context, wanted) {
      const contacts: CrmContact[] = []
      const known = new Set<string>()
      for (const { remoteId } of wanted) {
        if (remoteId === null || known.has(remoteId)) continue
        known.add(remoteId)
        const contact = await read(context, remoteId)
        if (contact) contacts.push(contact)
      }
      for (let from = 0; from < wanted.length; from += AT_ONCE) {
        const filters = wanted
          .slice(from, from + AT_ONCE)
          .flatMap(({ email, phone }) => [
            ...(email === null ? [] : [{ field: 'email', value: email.toLowerCase() }]),
            ...(phone === null ? [] : [{ field: 'phone', value: phone }]),
          ])
        contacts.push(...(await search(context, filters)))
      }
      return wanted.map((one) => matchContact(one, contacts))
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
        ...bodyOf(write),
        ...(email !== null && { email }),
        ...(phone !== null && { phone }),
      })
    },
    /** Added by a call of their own: the tags of an upsert would take the place of those that are there. */
    async addTags(context, id, tags) {
      if (tags.length > 0) await ask(context, `${at(id)}/tags`, { json: { tags }, reply: z.unknown() })
    },
    read,
    async owners(context) {
      const { account } = await context.access()
      const reply = z.object({
        users: z.array(z.object({ id: z.string(), name: z.optional(z.nullable(z.string())) })),
      })
      try {
        const { users } = await ask(context, `/users/?locationId=${encodeURIComponent(account)}`, { reply })
        return users.map(({ id, name }) => ({ id, name: name || id }))
      } catch (error) {
        if (error instanceof CrmError && ['refused', 'forbidden', 'gone'].includes(error.code)) return null
        throw error
      }
    },
    linkTo: (account, id) => `https://app.gohighlevel.com/v2/location/${account}/contacts/detail/${id}`,
  }
}
