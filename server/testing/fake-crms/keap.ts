import { type Desk, type FakeContact, type FakeCrm, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'

type Reply = { status?: number; body: unknown; location?: string }
type Email = { email: string; field: string }
type Phone = { number: string; field: string }

const NOW = () => new Date().toISOString()
const low = (value: unknown) => String(value ?? '').toLowerCase()
const emailsOf = (contact: FakeContact) =>
  ((contact.email_addresses ?? []) as Email[]).map(({ email }) => low(email))
const digits = (text: string) => text.replaceAll(/\D/g, '')
const phonesOf = (contact: FakeContact) =>
  ((contact.phone_numbers ?? []) as Phone[]).map(({ number }) => digits(number))

function list({ question, contacts }: Desk): Reply {
  const rules = (question.query.get('filter') ?? '').split(';').map((rule) => rule.split('=='))
  const found = [...contacts.values()].filter((contact) =>
    rules.every(([name, value = '']) => {
      if (name === 'email') return emailsOf(contact).includes(low(value))
      if (name === 'phone_number') return phonesOf(contact).includes(digits(value))
      return name === 'phone_fields'
    }),
  )
  return { body: { contacts: found } }
}

function create({ question, json, contacts, newId }: Desk): Reply {
  if (!json.email_addresses && !json.phone_numbers && !json.addresses)
    return { status: 400, body: { code: 400, message: 'Needs an email, a phone or an address' } }
  const email = (json.email_addresses as Email[] | undefined)?.[0]?.email
  const same =
    question.query.get('duplicate_option') === 'Email' && email !== undefined
      ? [...contacts.values()].find((contact) => emailsOf(contact).includes(low(email)))
      : undefined
  const contact = same ?? ({ id: newId(), tags: [] } as FakeContact)
  Object.assign(contact, json, { update_time: NOW() })
  contacts.set(contact.id, contact)
  return { status: 201, body: contact }
}

function update({ question, json, contacts }: Desk, id: string): Reply | undefined {
  const contact = contacts.get(id)
  if (!contact) return undefined
  if (question.method === 'GET') return { body: contact }
  const mask = question.query.get('update_mask')?.split(',') ?? Object.keys(json)
  // A list that is sent replaces the stored one.
  for (const name of mask) contact[name] = json[name]
  contact.update_time = NOW()
  return { body: contact }
}

function tokens({ json, newTokens, spendRefresh, question }: Desk): Reply {
  const refused = { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid grant' } }
  const isRefresh = json.grant_type === 'refresh_token'
  const basic = `Basic ${Buffer.from('keap-client:keap-secret').toString('base64')}`
  const isClient = isRefresh ? question.headers.authorization === basic : json.client_secret === 'keap-secret'
  if (!isClient || (isRefresh ? !spendRefresh(String(json.refresh_token)) : json.code !== 'keap-code'))
    return refused
  return { body: { ...newTokens(), token_type: 'bearer', scope: 'full|fox.infusionsoft.com' } }
}

function fieldsOf({ fields }: Desk) {
  return fields.map(({ id, name, type }) => ({ id, label: name, field_type: type }))
}

/** A fake Keap, with its quirks: lists are replaced, and duplicates are only checked on request. */
export async function startFakeKeap(options: FakeCrmOptions = {}): Promise<FakeCrm> {
  const tags = new Map<string, string>()
  function serveTags({ question, json, contacts, newId }: Desk, path: string): Reply | undefined {
    if (path === '/tags' && question.method === 'GET') {
      const wanted = low(question.query.get('filter')?.split('==')[1])
      const found = [...tags].filter(([name]) => low(name) === wanted).map(([name, id]) => ({ id, name }))
      return { body: { tags: found } }
    }
    if (path === '/tags') {
      const id = newId()
      tags.set(String(json.name), id)
      return { status: 201, body: { id, name: json.name } }
    }
    const id = /^\/tags\/([^/]+)\/contacts:applyTags$/.exec(path)?.[1]
    const name = [...tags].find(([, tagId]) => tagId === id)?.[0]
    if (name === undefined) return undefined
    for (const id of json.contact_ids as string[]) {
      const contact = contacts.get(id)
      if (contact) contact.tags = [...new Set([...contact.tags, name])]
    }
    return { body: { results: {} } }
  }

  function serve(desk: Desk): Reply | undefined {
    const { question, json, fields, newId } = desk
    if (question.path === '/token') return tokens(desk)
    if (question.path === '/consent')
      return {
        body: '',
        location: `${question.query.get('redirect_uri')}?code=keap-code&state=${question.query.get('state')}`,
      }
    const path = question.path.replace(/^\/rest\/v2/, '')
    if (path.startsWith('/tags')) return serveTags(desk, path)
    if (path === '/businessProfile') return { body: { name: 'Fox Ltd', email: 'ann@fox.example' } }
    if (path === '/contacts/model') return { body: { custom_fields: fieldsOf(desk) } }
    if (path === '/contacts/model/customFields') {
      const made = { id: newId(), name: String(json.label), type: String(json.field_type) }
      fields.push(made)
      return { status: 201, body: { id: made.id, label: made.name, field_type: made.type } }
    }
    if (path === '/contacts') return question.method === 'GET' ? list(desk) : create(desk)
    const id = /^\/contacts\/([^/]+)$/.exec(path)?.[1]
    return id === undefined ? undefined : update(desk, id)
  }

  return startFakeCrm(options, {
    prefix: '7',
    creates: '/rest/v2/contacts',
    wrongToken: {
      status: 401,
      body: JSON.stringify({
        fault: { faultstring: 'Invalid Access Token', detail: { errorcode: 'oauth.v2.InvalidAccessToken' } },
      }),
    },
    isOpen: (path) => path === '/token' || path === '/consent',
    headersOf: ({ max }, left) => ({
      'x-keap-product-throttle-limit': String(max),
      'x-keap-product-throttle-available': String(left),
    }),
    serve,
  })
}
