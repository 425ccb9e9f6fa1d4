import { vendorOpenApi } from '../openapi-check.ts'
import { type Desk, type FakeContact, type FakeCrm, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'

const FAKE_COMPANY = 'foxltd'

type Reply = { status?: number; body: unknown; location?: string }
interface Entry {
  value: string
  primary?: boolean
}
interface FakeDeal {
  id: number
  status: string
  stage_id: number
  person_id: number
  update_time: string
}

export interface FakePipedrive extends FakeCrm {
  organizations: Map<string, { id: number; name: string }>
  /** Adds a deal, or changes one. */
  deal(id: number, deal: { person: string; stage?: number; status?: 'open' | 'won' }): void
}

const NOW = () => `${new Date().toISOString().slice(0, 19)}Z`
const low = (value: unknown) => String(value ?? '').toLowerCase()
const data = (body: unknown, status = 200): Reply => ({ status, body: { success: true, data: body } })
const fail = (status: number, error: string): Reply => ({ status, body: { success: false, error } })

const LABELS = [
  { id: 11, label: 'Autumn' },
  { id: 12, label: 'Hot lead' },
]

const valuesOf = (contact: FakeContact, name: string): string[] =>
  ((contact[name] ?? []) as Entry[]).map(({ value }) => low(value))

const present = ({ tags: _, id, ...contact }: FakeContact) => ({
  owner_id: 42,
  label_ids: [],
  ...contact,
  id: Number(id),
  is_deleted: false,
})

/** Labels as names, so that every fake shows tags in the same way. */
const tagsOf = (ids: unknown): string[] =>
  LABELS.flatMap(({ id, label }) => (((ids ?? []) as number[]).includes(id) ? label : []))

function write({ json, fields }: Desk, contact: FakeContact): Reply {
  const custom = (json.custom_fields ?? {}) as Record<string, unknown>
  const unknown = Object.keys(custom).filter((code) => !fields.some(({ id }) => id === code))
  if (unknown.length > 0) return fail(400, `Unknown custom fields: ${unknown.join(', ')}`)
  const merged = { ...((contact.custom_fields ?? {}) as object), ...custom }
  Object.assign(contact, json, { custom_fields: merged, update_time: NOW() })
  contact.tags = tagsOf(contact.label_ids)
  return data(present(contact))
}

function ofPersons(desk: Desk, rest: string): Reply | undefined {
  const { question, json, contacts, newId } = desk
  const { query, method } = question
  if (rest === '/search') {
    const name = query.get('fields') === 'email' ? 'emails' : 'phones'
    const found = [...contacts.values()].filter((contact) =>
      valuesOf(contact, name).includes(low(query.get('term'))),
    )
    const items = found.map(({ id }) => ({ result_score: 1, item: { id: Number(id), type: 'person' } }))
    return data({ items })
  }
  if (rest === '' && method === 'GET') {
    const ids = (query.get('ids') ?? '').split(',')
    if (ids.length > 100) return fail(400, 'At most 100 ids')
    return data(ids.flatMap((id) => contacts.get(id) ?? []).map(present))
  }
  if (rest === '') {
    if (!json.name) return fail(400, 'Name must be given.')
    const contact: FakeContact = { id: newId(), tags: [], add_time: NOW() }
    contacts.set(contact.id, contact)
    const reply = write(desk, contact)
    if ((reply.status ?? 200) >= 300) contacts.delete(contact.id)
    return reply
  }
  const contact = contacts.get(rest.slice(1))
  if (!contact) return fail(404, 'Person not found')
  return method === 'PATCH' ? write(desk, contact) : data(present(contact))
}

function ofFields({ question, json, fields, newId }: Desk): Reply {
  const make = (code: string, name: string, type: string, more: object = {}) => ({
    field_code: code,
    field_name: name,
    field_type: type,
    is_custom_field: false,
    options: null,
    ...more,
  })
  if (question.method === 'GET')
    return data([
      make('name', 'Name', 'varchar'),
      make('label_ids', 'Labels', 'set', { options: LABELS }),
      ...fields.map(({ id, name, type }) => make(id, name, type, { is_custom_field: true })),
    ])
  const made = { id: `code${newId()}`, name: String(json.field_name), type: String(json.field_type) }
  fields.push(made)
  return data(make(made.id, made.name, made.type, { is_custom_field: true }))
}

function tokens({ json, newTokens, spendRefresh, question }: Desk): Reply {
  const basic = `Basic ${Buffer.from('pipedrive-client:pipedrive-secret').toString('base64')}`
  const refused = { status: 400, body: { success: false, error: 'invalid_grant', message: 'Invalid grant' } }
  const isRefresh = json.grant_type === 'refresh_token'
  if (question.headers.authorization !== basic) return { ...refused, status: 401 }
  if (isRefresh ? !spendRefresh(String(json.refresh_token)) : json.code !== 'pipedrive-code') return refused
  const api_domain = `https://${FAKE_COMPANY}.pipedrive.com`
  return { body: { ...newTokens(), token_type: 'Bearer', scope: 'base', api_domain, expires_in: 3599 } }
}

/**
 * A fake Pipedrive: a list of emails replaces the stored one, unknown custom fields are refused, nothing prevents
 * duplicates, and requests and replies are compared with the published contract where that is at hand.
 */
export async function startFakePipedrive(options: FakeCrmOptions = {}): Promise<FakePipedrive> {
  const documents = await vendorOpenApi(['pipedrive/pipedrive-v2.yaml'])
  const organizations: FakePipedrive['organizations'] = new Map()
  const deals = new Map<number, FakeDeal>()

  function ofOrganizations({ question, json, newId }: Desk, rest: string): Reply | undefined {
    if (rest === '/search') {
      const term = low(question.query.get('term'))
      const found = [...organizations.values()].filter(({ name }) => low(name) === term)
      return data({
        items: found.map((item) => ({ result_score: 1, item: { ...item, type: 'organization' } })),
      })
    }
    if (rest !== '' || question.method !== 'POST') return undefined
    const made = { id: Number(newId()), name: String(json.name) }
    organizations.set(String(made.id), made)
    return data(made)
  }

  function ofDeals({ question: { query } }: Desk): Reply {
    const [stage, status, since] = ['stage_id', 'status', 'updated_since'].map((name) => query.get(name))
    const found = [...deals.values()].filter(
      (deal) =>
        (!stage || deal.stage_id === Number(stage)) &&
        (!status || deal.status === status) &&
        (!since || deal.update_time >= since),
    )
    return data(found)
  }

  function serve(desk: Desk): Reply | undefined {
    const { path, query } = desk.question
    if (path === '/oauth/token') return tokens(desk)
    if (path === '/consent')
      return {
        body: '',
        location: `${query.get('redirect_uri')}?code=pipedrive-code&state=${query.get('state')}`,
      }
    if (path === '/v1/users/me')
      return data({ id: 42, name: 'Ann Lee', company_domain: FAKE_COMPANY, company_name: 'Fox Ltd' })
    if (path === '/v1/users') return data([{ id: 42, name: 'Ann Lee', active_flag: true }])
    const [, kind, rest = ''] = /^\/api\/v2\/(\w+)(\/\w+)?$/.exec(path) ?? []
    if (kind === 'persons') return ofPersons(desk, rest)
    if (kind === 'organizations') return ofOrganizations(desk, rest)
    if (kind === 'personFields') return ofFields(desk)
    if (kind === 'deals') return ofDeals(desk)
    if (kind === 'pipelines') return data([{ id: 1, name: 'Sales' }])
    if (kind === 'stages') return data([{ id: 4, name: 'Contract sent', pipeline_id: 1 }])
    return undefined
  }

  const fake = await startFakeCrm(options, {
    prefix: '6',
    creates: '/api/v2/persons',
    wrongToken: { status: 401, body: '{"success":false,"error":"unauthorized access","errorCode":401}' },
    refusal: { status: 400, body: '{"success":false,"error":"Unprocessable"}' },
    isOpen: (path) => path === '/oauth/token' || path === '/consent',
    tokenOf: ({ authorization, ...headers }) =>
      String(headers['x-api-token'] ?? authorization?.replace(/^Bearer /, '') ?? ''),
    // The contract's paths are below that of the version. It does not have fields of people, or their custom values.
    contract: documents && {
      documents,
      covers: (path) => path.startsWith('/api/v2/') && !path.endsWith('/personFields'),
      base: '/api/v2',
      alsoKnown: ['custom_fields'],
    },
    headersOf: ({ max, ms }, left) => ({
      'x-ratelimit-limit': String(Math.max(1, Math.floor((max * 2000) / ms))),
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': '1',
    }),
    // It names no time in `retry-after`.
    retryHeaders: {},
    serve,
  })
  return {
    ...fake,
    organizations,
    deal: (id, { person, stage = 1, status = 'open' }) =>
      void deals.set(id, { id, status, stage_id: stage, person_id: Number(person), update_time: NOW() }),
  }
}
