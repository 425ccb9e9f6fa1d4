import { type Desk, type FakeContact, type FakeCrm, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'

type Reply = { status?: number; body: unknown }

export interface FakeClose extends FakeCrm {
  /** Leads of Close, which are companies. */
  leads: Map<string, { id: string; name: string; url?: string }>
  /** Adds an opportunity, or changes one. */
  deal(id: string, deal: { contact?: string; lead?: string; status: string; isWon?: boolean }): void
}

const low = (value: unknown) => String(value ?? '').toLowerCase()
const list = (data: unknown[]): Reply => ({ body: { data, has_more: false } })
const CONTACT_KEYS = ['name', 'title', 'emails', 'phones', 'urls', 'lead_id']

interface Deal {
  id: string
  lead_id: string | null
  contact_id: string | null
  status_id: string
  status_type: string
  date_updated: string
}

function write({ json, fields }: Desk, contact: FakeContact): Reply {
  const known = new Set([...CONTACT_KEYS, ...fields.map(({ id }) => `custom.${id}`)])
  const wrong = Object.keys(json).filter((name) => !known.has(name))
  if (wrong.length > 0) return { status: 400, body: { error: `Unknown fields: ${wrong.join(', ')}` } }
  Object.assign(contact, json, { date_updated: new Date().toISOString() })
  return { body: contact }
}

function ofFields({ question, json, fields, newId }: Desk): Reply {
  if (question.method === 'GET') return list(fields)
  const made = { id: `cf_${newId()}`, name: String(json.name), type: String(json.type) }
  fields.push(made)
  return { body: made }
}

/** A fake Close, as its public documentation describes it: contacts belong to leads, nothing prevents duplicates. */
export async function startFakeClose(options: FakeCrmOptions = {}): Promise<FakeClose> {
  const leads: FakeClose['leads'] = new Map()
  const deals = new Map<string, Deal>()

  function search({ question: { query }, contacts }: Desk): Reply {
    const [, name = '', value = ''] = /^(\w+):"(.*)"$/.exec(query.get('query') ?? '') ?? []
    const all = [...contacts.values()]
    const texts = (contact: FakeContact, list: string, part: string) =>
      ((contact[list] ?? []) as Record<string, string>[]).map((entry) => low(entry[part]))
    const found = [...leads.values()].filter((lead) => {
      const own = all.filter((contact) => contact.lead_id === lead.id)
      if (name === 'email_address')
        return own.some((contact) => texts(contact, 'emails', 'email').includes(low(value)))
      if (name === 'phone_number')
        return own.some((contact) => texts(contact, 'phones', 'phone').includes(low(value)))
      return name === 'url' ? low(lead.url).endsWith(low(value)) : low(lead.name) === low(value)
    })
    return list(found.map(({ id }) => ({ id, contacts: all.filter((contact) => contact.lead_id === id) })))
  }

  function ofLeads(desk: Desk, id: string | undefined): Reply | undefined {
    const { question, json, newId, contacts } = desk
    if (id !== undefined)
      return leads.has(id)
        ? { body: { contacts: [...contacts.values()].filter((contact) => contact.lead_id === id) } }
        : undefined
    if (question.method === 'GET') return search(desk)
    const made = { ...json, id: `lead_${newId()}`, name: String(json.name) }
    leads.set(made.id, made)
    return { body: made }
  }

  function ofContacts(desk: Desk, id: string | undefined): Reply | undefined {
    const { question, json, newId, contacts } = desk
    if (id !== undefined) {
      const contact = contacts.get(id)
      if (!contact) return undefined
      return question.method === 'PUT' ? write(desk, contact) : { body: contact }
    }
    const contact: FakeContact = { id: newId(), tags: [] }
    const reply = write(desk, contact)
    if (reply.status) return reply
    // Without a lead it gets one of its own.
    if (!contact.lead_id) {
      const lead = { id: `lead_${newId()}`, name: String(json.name ?? contact.id) }
      leads.set(lead.id, lead)
      contact.lead_id = lead.id
    }
    contacts.set(contact.id, contact)
    return reply
  }

  function ofDeals({ question: { query } }: Desk): Reply {
    const [type, status, since] = ['status_type', 'status_id', 'date_updated__gte'].map((name) =>
      query.get(name),
    )
    return list(
      [...deals.values()].filter(
        (deal) =>
          (!type || deal.status_type === type) &&
          (!status || deal.status_id === status) &&
          (!since || deal.date_updated >= since),
      ),
    )
  }

  function serve(desk: Desk): Reply | undefined {
    const path = desk.question.path.replace(/^\/api\/v1/, '')
    if (path === '/me/') return { body: { id: 'user_1', organizations: [{ id: 'orga_1', name: 'Fox Ltd' }] } }
    if (path === '/custom_field/contact/') return ofFields(desk)
    if (path === '/status/opportunity/') return list([{ id: 'stat_1', label: 'Proposal sent' }])
    if (path === '/opportunity/') return ofDeals(desk)
    const [, kind, id] = /^\/(lead|contact)\/(?:([^/]+)\/)?$/.exec(path) ?? []
    if (kind === 'lead') return ofLeads(desk, id)
    return kind === 'contact' ? ofContacts(desk, id) : undefined
  }

  const fake = await startFakeCrm(options, {
    prefix: 'cont_',
    creates: '/api/v1/contact/',
    wrongToken: { status: 401, body: '{"error":"The server could not verify your API key."}' },
    refusal: { status: 400, body: '{"error":"Unprocessable"}' },
    isOpen: () => false,
    tokenOf: ({ authorization }) =>
      Buffer.from((authorization ?? '').replace(/^Basic /, ''), 'base64')
        .toString()
        .replace(/:$/, ''),
    headersOf: ({ max, ms }, left) => ({
      ratelimit: `limit=${max}, remaining=${left}, reset=${Math.ceil(ms / 1000)}`,
    }),
    retryHeaders: { ratelimit: 'limit=1, remaining=0, reset=1' },
    serve,
  })
  return {
    ...fake,
    leads,
    deal: (id, { contact, lead, status, isWon = false }) =>
      void deals.set(id, {
        id,
        contact_id: contact ?? null,
        lead_id: lead ?? null,
        status_id: status,
        status_type: isWon ? 'won' : 'active',
        date_updated: new Date().toISOString(),
      }),
  }
}
