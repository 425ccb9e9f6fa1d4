import { vendorOpenApi } from '../openapi-check.ts'
import { type Desk, type FakeContact, type FakeCrm, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'
import { hubspotProperties } from './hubspot-properties.ts'

const FAKE_PORTAL = '48273611'

type Reply = { status?: number; body: unknown; location?: string }
type Properties = Record<string, string>
interface FakeRecord {
  id: string
  properties: Properties
  createdAt: string
  updatedAt: string
}

export interface FakeHubspot extends FakeCrm {
  companies: Map<string, FakeRecord>
  /** Ids of companies by contact. */
  links: Map<string, Set<string>>
  /** Adds a deal, or changes one. */
  deal(id: string, deal: { contacts: string[]; stage: string; isWon?: boolean }): void
}

const NOW = () => new Date().toISOString()
const low = (value: unknown) => String(value ?? '').toLowerCase()

const fail = (status: number, category: string, message: string): Reply => ({
  status,
  body: { status: 'error', category, correlationId: '1d7e2f20-4a0e-4d0a-9d55-0c6b4a9b9e3e', message },
})

/** Contacts are kept flat, as in the other fakes; HubSpot sends their properties in an object. */
const recordOf = ({ id, tags: _, createdAt, updatedAt, ...properties }: FakeContact): FakeRecord => ({
  id,
  properties: properties as Properties,
  createdAt: String(createdAt ?? NOW()),
  updatedAt: String(updatedAt ?? NOW()),
})
const present = ({ id, properties, createdAt, updatedAt }: FakeRecord) => ({
  id,
  properties,
  createdAt,
  updatedAt,
  archived: false,
})

interface Filter {
  propertyName: string
  operator: string
  value?: string
  values?: string[]
}

function fits(record: FakeRecord, { propertyName, operator, value, values }: Filter): boolean {
  const own = record.properties[propertyName]
  if (own === undefined) return false
  if (operator === 'EQ') return low(own) === low(value)
  // HubSpot compares a list with texts in lower case.
  if (operator === 'IN') return (values ?? []).includes(low(own))
  return operator === 'GTE' && Number(own) >= Number(value)
}

function search(json: Desk['json'], records: FakeRecord[]): Reply {
  const groups = json.filterGroups as { filters: Filter[] }[]
  if (groups.length > 5 || Number(json.limit) > 200) return fail(400, 'VALIDATION_ERROR', 'Too many')
  const found = records.filter((record) =>
    groups.some(({ filters }) => filters.every((filter) => fits(record, filter))),
  )
  const [from, size] = [Number(json.after), Number(json.limit)]
  const next = from + size < found.length ? { paging: { next: { after: String(from + size) } } } : {}
  return { body: { total: found.length, results: found.slice(from, from + size).map(present), ...next } }
}

function readBatch({ json, contacts }: Desk): Reply {
  const ids = (json.inputs as { id: string }[]).map(({ id }) => id)
  if (ids.length > 100) return fail(400, 'VALIDATION_ERROR', 'At most 100 inputs')
  const byEmail = json.idProperty === 'email'
  const all = [...contacts.values()]
  const found = ids.map((id) =>
    byEmail ? all.find(({ email }) => low(email) === low(id)) : contacts.get(id),
  )
  const missing = ids.filter((_, index) => !found[index])
  const body = {
    status: 'COMPLETE',
    startedAt: NOW(),
    completedAt: NOW(),
    results: found.flatMap((contact) => (contact ? present(recordOf(contact)) : [])),
  }
  if (missing.length === 0) return { body }
  const error = {
    status: 'error',
    category: 'OBJECT_NOT_FOUND',
    message: 'Could not get some contact objects, they may be deleted or not exist.',
    context: { ids: missing },
    errors: [],
    links: {},
  }
  return { status: 207, body: { ...body, numErrors: 1, errors: [error] } }
}

/** Rejects unknown properties and wrong kinds, as HubSpot does. */
function wrongProperty(properties: Properties, fields: FakeCrm['fields']): Reply | null {
  const kinds = new Map([
    ...hubspotProperties.map(({ name, type }) => [name, type] as const),
    ...fields.map(({ id, type }) => [id, type] as const),
  ])
  for (const [name, value] of Object.entries(properties)) {
    const type = kinds.get(name)
    if (type === undefined) return fail(400, 'VALIDATION_ERROR', `Property "${name}" does not exist`)
    if (type === 'number' && Number.isNaN(Number(value)))
      return fail(400, 'VALIDATION_ERROR', `${value} was not a valid number.`)
  }
  return null
}

function createContact({ json, contacts, fields, newId }: Desk): Reply {
  const properties = json.properties as Properties
  const wrong = wrongProperty(properties, fields)
  if (wrong) return wrong
  const same = [...contacts.values()].find(
    ({ email }) => properties.email && low(email) === low(properties.email),
  )
  if (same) return fail(409, 'CONFLICT', `Contact already exists. Existing ID: ${same.id}`)
  const at = NOW()
  const made: FakeContact = { ...properties, id: newId(), tags: [], createdAt: at, updatedAt: at }
  contacts.set(made.id, made)
  return { status: 201, body: present(recordOf(made)) }
}

function updateContact({ json, contacts, fields }: Desk, id: string): Reply {
  const contact = contacts.get(id)
  if (!contact) return fail(404, 'OBJECT_NOT_FOUND', 'Object not found')
  const properties = json.properties as Properties
  const wrong = wrongProperty(properties, fields)
  if (wrong) return wrong
  Object.assign(contact, properties, { updatedAt: NOW() })
  return { body: present(recordOf(contact)) }
}

function tokens({ json, newTokens, spendRefresh }: Desk): Reply {
  if (json.client_secret !== 'hubspot-secret') return fail(401, 'INVALID_AUTHENTICATION', 'Wrong client')
  const isRefresh = json.grant_type === 'refresh_token'
  if (isRefresh ? !spendRefresh(String(json.refresh_token)) : json.code !== 'hubspot-code')
    return fail(400, 'BAD_AUTH_CODE', 'missing or invalid refresh token')
  return {
    body: {
      ...newTokens(),
      token_type: 'bearer',
      token_use: 'access_token',
      hub_id: Number(FAKE_PORTAL),
      expires_in: 1800,
    },
  }
}

const OWNER = {
  id: '42',
  email: 'ann@fox.example',
  firstName: 'Ann',
  lastName: 'Lee',
  type: 'PERSON',
  archived: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

const DEAL_STAGES = [
  { label: 'Closed won', value: 'closedwon', hidden: false },
  { label: 'Contract sent', value: 'contractsent', hidden: false },
]
const CONTACT_STAGES = [{ label: 'Customer', value: 'customer', hidden: false }]

function serveProperties({ question, json, fields }: Desk, [kind, name]: string[]): Reply | undefined {
  const make = (property: Record<string, unknown>) => ({
    fieldType: 'text',
    groupName: 'contactinformation',
    description: '',
    options: [],
    ...property,
  })
  if (kind === 'deals' && name === 'dealstage')
    return {
      body: make({ name: 'dealstage', label: 'Deal stage', type: 'enumeration', options: DEAL_STAGES }),
    }
  if (kind !== 'contacts') return undefined
  if (name === 'lifecyclestage')
    return {
      body: make({ name: 'lifecyclestage', label: 'Stage', type: 'enumeration', options: CONTACT_STAGES }),
    }
  if (question.method === 'GET') {
    const own = fields.map(({ id, name: label, type }) => make({ name: id, label, type }))
    return { body: { results: [...hubspotProperties.map(make), ...own] } }
  }
  const made = { id: String(json.name), name: String(json.label), type: String(json.type) }
  if ([...fields.map(({ id }) => id), ...hubspotProperties.map(({ name }) => name)].includes(made.id))
    return fail(409, 'OBJECT_ALREADY_EXISTS', `A property named '${made.id}' already exists.`)
  fields.push(made)
  return { status: 201, body: make({ name: made.id, label: made.name, type: made.type }) }
}

/**
 * A fake HubSpot: a batch that finds a part answers 207, an email belongs to one contact, unknown properties are
 * refused, and every request and reply is compared with the published contract where that is at hand.
 */
export async function startFakeHubspot(options: FakeCrmOptions = {}): Promise<FakeHubspot> {
  const names = ['contacts', 'companies', 'associations', 'properties', 'owners', 'oauth']
  const documents = await vendorOpenApi(names.map((name) => `hubspot/${name}.2026-03.json`))
  const companies = new Map<string, FakeRecord>()
  const links = new Map<string, Set<string>>()
  const deals = new Map<string, FakeRecord & { contacts: string[] }>()

  function serveCompanies({ question, json, newId }: Desk, path: string): Reply | undefined {
    if (path === 'companies/search') return search(json, [...companies.values()])
    if (path !== 'companies' || question.method !== 'POST') return undefined
    const record = {
      id: newId(),
      properties: json.properties as Properties,
      createdAt: NOW(),
      updatedAt: NOW(),
    }
    companies.set(record.id, record)
    return { status: 201, body: present(record) }
  }

  function link({ contacts }: Desk, contactId: string, companyId: string): Reply {
    if (!contacts.has(contactId) || !companies.has(companyId))
      return fail(404, 'OBJECT_NOT_FOUND', 'Object not found')
    links.set(contactId, (links.get(contactId) ?? new Set()).add(companyId))
    return { body: { status: 'COMPLETE', startedAt: NOW(), completedAt: NOW(), results: [] } }
  }

  function contactsOfDeals({ json }: Desk): Reply {
    const results = (json.inputs as { id: string }[]).map(({ id }) => ({
      from: { id },
      to: (deals.get(id)?.contacts ?? []).map((toObjectId) => ({ toObjectId, associationTypes: [] })),
    }))
    return { body: { status: 'COMPLETE', startedAt: NOW(), completedAt: NOW(), results } }
  }

  function serveObjects(desk: Desk, path: string): Reply | undefined {
    const { question, contacts, json } = desk
    if (path.startsWith('companies')) return serveCompanies(desk, path)
    if (path === 'deals/search') return search(json, [...deals.values()])
    if (path === 'contacts/batch/read') return readBatch(desk)
    if (path === 'contacts/search')
      return search(
        json,
        [...contacts.values()].map((contact) => {
          const record = recordOf(contact)
          const lastmodifieddate = String(Date.parse(record.updatedAt))
          return { ...record, properties: { ...record.properties, lastmodifieddate } }
        }),
      )
    if (path === 'contacts') return createContact(desk)
    const [, id = '', company] =
      /^contacts\/([^/]+)(?:\/associations\/default\/companies\/([^/]+))?$/.exec(path) ?? []
    if (company !== undefined) return link(desk, id, company)
    return id && question.method === 'PATCH' ? updateContact(desk, id) : undefined
  }

  function serve(desk: Desk): Reply | undefined {
    const { path, query } = desk.question
    if (path === '/oauth/2026-03/token') return tokens(desk)
    if (path === '/consent')
      return {
        body: '',
        location: `${query.get('redirect_uri')}?code=hubspot-code&state=${query.get('state')}`,
      }
    if (path === '/account-info/v3/details') return { body: { portalId: Number(FAKE_PORTAL) } }
    if (path === '/crm/owners/2026-03') return { body: { results: [OWNER] } }
    if (path === '/crm/associations/2026-03/deals/contacts/batch/read') return contactsOfDeals(desk)
    if (path.startsWith('/crm/properties/2026-03/'))
      return serveProperties(desk, path.replace('/crm/properties/2026-03/', '').split('/'))
    return serveObjects(desk, path.replace('/crm/objects/2026-03/', ''))
  }

  const fake = await startFakeCrm(options, {
    prefix: '5',
    creates: '/crm/objects/2026-03/contacts',
    wrongToken: { status: 401, body: JSON.stringify(fail(401, 'EXPIRED_AUTHENTICATION', 'Expired').body) },
    refusal: { status: 400, body: JSON.stringify(fail(400, 'VALIDATION_ERROR', 'Unprocessable').body) },
    isOpen: (path) => path === '/oauth/2026-03/token' || path === '/consent',
    contract: documents && {
      documents,
      covers: (path) => path.startsWith('/crm/') || path.startsWith('/oauth/'),
    },
    headersOf: ({ max, ms }, left) => ({
      'x-hubspot-ratelimit-max': String(max),
      'x-hubspot-ratelimit-remaining': String(left),
      'x-hubspot-ratelimit-interval-milliseconds': String(ms),
    }),
    serve,
  })
  return {
    ...fake,
    companies,
    links,
    deal(id, { contacts, stage, isWon = false }) {
      const changed = String(Date.now())
      const properties = {
        dealstage: stage,
        hs_is_closed_won: String(isWon),
        hs_lastmodifieddate: changed,
      }
      deals.set(id, { id, properties, contacts, createdAt: NOW(), updatedAt: NOW() })
    },
  }
}
