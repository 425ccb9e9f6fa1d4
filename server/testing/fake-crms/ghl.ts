import { type Desk, type FakeContact, type FakeCrm, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'

export const FAKE_LOCATION = 've9EPM428h8vShlRW1KT'

type Reply = { status?: number; body: unknown; location?: string }

/** Known properties of each call; GoHighLevel refuses others. */
const UPDATE =
  'firstName lastName name email phone address1 city state postalCode website tags customFields source dateOfBirth country assignedTo'.split(
    ' ',
  )
const UPSERT = [...UPDATE, 'locationId', 'companyName', 'createNewIfDuplicateAllowed']

const NOW = () => new Date().toISOString()
const low = (value: unknown) => String(value ?? '').toLowerCase()

const refuse = (status: number, message: unknown): Reply => ({
  status,
  body: { statusCode: status, message, error: 'Unprocessable Entity' },
})

function unknownOf(json: Record<string, unknown>, known: string[]): Reply | null {
  const wrong = Object.keys(json).filter((name) => !known.includes(name))
  return wrong.length > 0
    ? refuse(
        422,
        wrong.map((name) => `property ${name} should not exist`),
      )
    : null
}

interface Custom {
  id: string
  field_value?: unknown
  value?: unknown
}

/** Merges the sent values; custom fields by id. */
function assign(
  contact: FakeContact,
  { locationId: _, tags, customFields, ...plain }: Record<string, unknown>,
) {
  Object.assign(contact, plain, { dateUpdated: NOW() })
  // The tags of an upsert replace existing ones.
  if (Array.isArray(tags)) contact.tags = tags.map(String)
  const custom = new Map(((contact.customFields ?? []) as Custom[]).map((field) => [field.id, field]))
  for (const { id, field_value } of (customFields ?? []) as Custom[])
    custom.set(id, { id, value: field_value })
  contact.customFields = [...custom.values()]
}

const emailsOf = (contact: FakeContact): string[] => [
  low(contact.email),
  ...((contact.additionalEmails ?? []) as { email: string }[]).map(({ email }) => low(email)),
]

function upsert({ json, contacts, newId }: Desk): Reply {
  const wrong = unknownOf(json, UPSERT)
  if (wrong) return wrong
  const all = [...contacts.values()]
  const byEmail = json.email ? all.find((contact) => emailsOf(contact).includes(low(json.email))) : undefined
  const byPhone = json.phone ? all.find((contact) => contact.phone === json.phone) : undefined
  const existing = byEmail ?? byPhone
  if (existing) {
    // A number of another contact is dropped silently.
    const { phone, ...rest } = json
    assign(existing, byPhone && byPhone !== existing ? rest : json)
    void phone
    return { body: { new: false, contact: existing, traceId: 't' } }
  }
  const made: FakeContact = { id: newId(), tags: [], dateAdded: NOW() }
  assign(made, json)
  contacts.set(made.id, made)
  return { body: { new: true, contact: made, traceId: 't' } }
}

function update({ json, contacts }: Desk, id: string): Reply {
  const wrong = unknownOf(json, UPDATE)
  if (wrong) return wrong
  const contact = contacts.get(id)
  if (!contact) return refuse(400, 'Contact not found')
  assign(contact, json)
  return { body: { succeded: true, contact } }
}

function search({ json, contacts }: Desk): Reply {
  const rules = (json.filters as { filters: { field: string; value: string }[] }[])?.[0]?.filters ?? []
  const wanted = (name: string) =>
    new Set(rules.flatMap(({ field, value }) => (field === name ? low(value) : [])))
  const [emails, phones] = [wanted('email'), wanted('phone')]
  const found = [...contacts.values()].filter(
    (contact) => emailsOf(contact).some((email) => emails.has(email)) || phones.has(low(contact.phone)),
  )
  const [page, size] = [Number(json.page), Number(json.pageLimit)]
  return { body: { contacts: found.slice((page - 1) * size, page * size), total: found.length } }
}

function tokens({ json, newTokens, spendRefresh }: Desk): Reply {
  if (json.client_secret !== 'ghl-secret') return refuse(401, 'Invalid client')
  const isRefresh = json.grant_type === 'refresh_token'
  if (isRefresh ? !spendRefresh(String(json.refresh_token)) : json.code !== 'ghl-code')
    return refuse(400, 'Invalid grant')
  return {
    body: {
      ...newTokens(),
      token_type: 'Bearer',
      scope: '',
      userType: 'Location',
      locationId: FAKE_LOCATION,
    },
  }
}

function customFields({ question, json, fields, newId }: Desk): Reply {
  const present = (field: FakeCrm['fields'][number]) => ({
    id: field.id,
    name: field.name,
    dataType: field.type,
    model: 'contact',
  })
  if (question.method === 'GET') return { body: { customFields: fields.map(present) } }
  const made = { id: newId(), name: String(json.name), type: String(json.dataType) }
  fields.push(made)
  return { status: 201, body: { customField: present(made) } }
}

function ofContact(desk: Desk, id: string, rest: string | undefined): Reply | undefined {
  const { question, contacts, json } = desk
  const contact = contacts.get(id)
  if (rest === 'tags' && question.method === 'POST') {
    if (!contact) return refuse(400, 'Contact not found')
    contact.tags = [...new Set([...contact.tags, ...(json.tags as string[])])]
    return { status: 201, body: { tags: contact.tags } }
  }
  if (rest !== undefined) return undefined
  if (question.method === 'PUT') return update(desk, id)
  return contact ? { body: { contact } } : refuse(400, 'Contact not found')
}

function serve(desk: Desk): Reply | undefined {
  const { question } = desk
  const { path, query } = question
  if (path === '/oauth/token') return tokens(desk)
  if (path === '/consent')
    return {
      body: '',
      location: `${query.get('redirect_uri')}?code=ghl-code&state=${query.get('state')}`,
    }
  if (question.headers.version !== '2021-07-28') return refuse(400, 'version header is required')
  if (path === '/contacts/upsert') return upsert(desk)
  if (path === '/contacts/search') return search(desk)
  if (path === `/locations/${FAKE_LOCATION}`)
    return { body: { location: { id: FAKE_LOCATION, name: 'Fox Agency' } } }
  if (path === `/locations/${FAKE_LOCATION}/customFields`) return customFields(desk)
  if (path === '/users/') return { body: { users: [{ id: 'user1', name: 'Ann Lee' }] } }
  const [, id = '', rest] = /^\/contacts\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
  return id ? ofContact(desk, id, rest) : undefined
}

/** A fake GoHighLevel, with its quirks: unknown properties are refused, an upsert drops and overwrites. */
export const startFakeGhl = (options: FakeCrmOptions = {}): Promise<FakeCrm> =>
  startFakeCrm(options, {
    prefix: 'ghl',
    creates: '/contacts/upsert',
    wrongToken: { status: 401, body: '{"statusCode":401,"message":"Invalid JWT"}' },
    isOpen: (path) => path === '/oauth/token' || path === '/consent',
    headersOf: ({ max, ms }, left) => ({
      'x-ratelimit-max': String(max),
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-interval-milliseconds': String(ms),
    }),
    serve,
  })
