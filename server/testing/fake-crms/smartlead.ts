import { type Desk, type FakeContact, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'
import { type FakeCampaign, type FakeSender, low, note, withEmail } from './fake-sender.ts'

type Reply = { status?: number; body: unknown }

const FIELDS = ['first_name', 'last_name', 'company_name', 'phone_number', 'website']
const error = (status: number, code: string, message: string): Reply => ({
  status,
  body: { error: { code, message } },
})

const present = (lead: FakeContact) => ({
  id: Number(lead.id),
  email: lead.email,
  ...Object.fromEntries(FIELDS.flatMap((key) => (lead[key] ? [[key, lead[key]]] : []))),
  custom_fields: lead._custom ?? {},
})

function write(lead: FakeContact, sent: Record<string, unknown>): Reply | null {
  const unknown = Object.keys(sent).filter((key) => !['email', 'custom_fields', ...FIELDS].includes(key))
  if (unknown.length > 0) return error(400, 'VALIDATION_ERROR', `Unknown fields: ${unknown.join(', ')}`)
  for (const key of FIELDS) if (key in sent) lead[key] = sent[key]
  if (sent.custom_fields) lead._custom = sent.custom_fields
  return null
}

/**
 * A fake Smartlead, as its public documentation describes it: a lead is one contact in any number of campaigns, and
 * added leads are counted, not named.
 */
export async function startFakeSmartlead(options: FakeCrmOptions = {}): Promise<FakeSender> {
  const campaigns: FakeCampaign[] = [
    { id: '7', name: 'Autumn', state: 'ACTIVE' },
    { id: '8', name: 'Winter', state: 'PAUSED' },
  ]
  const blocked = new Set<string>()
  const inCampaign = (lead: FakeContact) => (lead._in ?? []) as string[]

  function add({ json, contacts, newId }: Desk, campaign: string): Reply {
    const sent = json.lead_list as Record<string, unknown>[]
    if (sent.length > 400) return error(400, 'VALIDATION_ERROR', 'Maximum 400 leads per request')
    const counts = { ok: true, inserted_count: 0, duplicate_count: 0, blocked_count: 0 }
    for (const entry of sent) {
      if (!entry.email)
        return error(400, 'VALIDATION_ERROR', 'email field is required for all leads in lead_list')
      const [known] = withEmail(contacts, entry.email)
      if (blocked.has(low(entry.email))) counts.blocked_count += 1
      else if (known && inCampaign(known).includes(campaign)) counts.duplicate_count += 1
      else {
        const lead = known ?? { id: String(Number(newId())), tags: [], email: entry.email }
        const wrong = write(lead, entry)
        if (wrong) return wrong
        lead._in = [...inCampaign(lead), campaign]
        contacts.set(lead.id, lead)
        counts.inserted_count += 1
      }
    }
    return { body: counts }
  }

  /** Leads of a campaign; the first page in the form of its description, the others in that of its examples. */
  function list({ question: { query }, contacts }: Desk, campaign: string): Reply {
    const outcome = low(query.get('status') ?? query.get('email_status'))
    const offset = Number(query.get('offset'))
    const all = [...contacts.values()].filter(
      (lead) => inCampaign(lead).includes(campaign) && (!outcome || lead[`_${outcome}`]),
    )
    const page = all.slice(offset, offset + Number(query.get('limit'))).map(present)
    return offset === 0
      ? { body: { leads: page, total_count: all.length } }
      : {
          body: {
            data: page.map((lead) => ({ status: 'COMPLETED', lead })),
            total_leads: String(all.length),
          },
        }
  }

  function ofCampaign(desk: Desk, campaign: string, id: string | undefined): Reply | undefined {
    const { question, json, contacts } = desk
    if (!campaigns.some((known) => known.id === campaign))
      return error(404, 'NOT_FOUND', 'Campaign not found')
    if (id === undefined) return question.method === 'GET' ? list(desk, campaign) : add(desk, campaign)
    const lead = contacts.get(id)
    if (!lead || question.method !== 'POST') return undefined
    return write(lead, json) ?? { body: { ok: true } }
  }

  function serve(desk: Desk): Reply | undefined {
    const { question, contacts } = desk
    const path = question.path.replace(/^\/api\/v1/, '')
    if (path === '/campaigns/')
      return {
        body: campaigns.map(({ id, name, state }) => ({ id: Number(id), user_id: 124, name, status: state })),
      }
    if (path === '/leads/') {
      const [lead] = withEmail(contacts, question.query.get('email'))
      return lead ? { body: present(lead) } : { body: {} }
    }
    const [, ofLead] = /^\/leads\/(\w+)\/campaigns$/.exec(path) ?? []
    if (ofLead !== undefined) {
      const lead = [...contacts.values()].find(({ id }) => Number(id) === Number(ofLead))
      const body = (lead ? inCampaign(lead) : []).map((id) => ({ campaign_id: Number(id), status: 'ACTIVE' }))
      return { body }
    }
    const [, campaign = '', id] = /^\/campaigns\/(\w+)\/leads(?:\/(\w+))?$/.exec(path) ?? []
    return campaign === '' ? undefined : ofCampaign(desk, campaign, id)
  }

  const fake = await startFakeCrm(options, {
    prefix: '',
    creates: '/api/v1/campaigns/7/leads',
    wrongToken: { status: 401, body: '{"message":"Invalid API Key"}' },
    refusal: { status: 422, body: '{"error":{"code":"VALIDATION_ERROR","message":"Unprocessable"}}' },
    isOpen: () => false,
    tokenOf: (_headers, query) => query.get('api_key') ?? '',
    headersOf: ({ max, ms }, left) => ({
      'x-ratelimit-limit': String(Math.round((max * 60_000) / ms)),
      'x-ratelimit-remaining': String(left),
    }),
    serve,
  })
  return {
    ...fake,
    campaigns,
    blocked,
    tell: (outcome, email, at = new Date()) => note(fake.contacts, outcome, { email, at }),
  }
}
