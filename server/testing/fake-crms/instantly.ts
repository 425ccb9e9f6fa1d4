import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import { type Desk, type FakeContact, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'
import { type FakeCampaign, type FakeSender, low, note, withEmail } from './fake-sender.ts'

type Reply = { status?: number; body: unknown }

const FIELDS = ['first_name', 'last_name', 'company_name', 'job_title', 'phone', 'website', 'personalization']
const FLAGS = ['skip_if_in_campaign', 'skip_if_in_workspace']
const OUTCOMES: Record<string, SenderOutcome> = {
  FILTER_VAL_REPLIED: 'replied',
  FILTER_VAL_BOUNCED: 'bounced',
  FILTER_VAL_UNSUBSCRIBED: 'unsubscribed',
}

const refuse = (status: number, message: string): Reply => ({
  status,
  body: { statusCode: status, error: 'Bad Request', message },
})

const camel = (key: string) => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A lead as its API shows it: standard fields are also among the variables. */
const present = ({ tags: _tags, _custom, _replied, _bounced, _unsubscribed, ...lead }: FakeContact) => ({
  ...lead,
  payload: {
    ...Object.fromEntries(FIELDS.flatMap((key) => (lead[key] ? [[camel(key), lead[key]]] : []))),
    ...(_custom as object),
  },
  status: _bounced ? -1 : _unsubscribed ? -2 : 1,
  timestamp_last_reply: _replied ?? null,
  timestamp_last_contact: _bounced ?? null,
})

/** Writes a lead; unknown properties, and variables that are no plain values, are refused. */
function write({ json }: Desk, lead: FakeContact, known: readonly string[]): Reply {
  const unknown = Object.keys(json).filter((key) => !known.includes(key))
  if (unknown.length > 0)
    return refuse(400, `body must NOT have additional properties: ${unknown.join(', ')}`)
  const variables = (json.custom_variables ?? {}) as Record<string, unknown>
  if (Object.values(variables).some((value) => value !== null && typeof value === 'object'))
    return refuse(400, 'custom_variables must be string, number, boolean or null')
  for (const key of FIELDS) if (key in json) lead[key] = json[key]
  lead._custom = { ...(lead._custom as object), ...variables }
  lead.timestamp_updated = new Date().toISOString()
  return { body: present(lead) }
}

/** Pages by the last id; the last page names a next one, which is empty. */
function page(all: FakeContact[], json: Record<string, unknown>): Reply {
  const rest = all.filter(({ id }) => !json.starting_after || id > String(json.starting_after))
  const items = rest.slice(0, Number(json.limit))
  const next = items.at(-1)?.id
  return { body: { items: items.map(present), ...(next && { next_starting_after: next }) } }
}

/** A fake Instantly (API v2), as its public documentation describes it. */
export async function startFakeInstantly(options: FakeCrmOptions = {}): Promise<FakeSender> {
  const campaigns: FakeCampaign[] = [
    { id: 'autumn-1', name: 'Autumn', state: '1' },
    { id: 'winter-2', name: 'Winter', state: '2' },
  ]
  const blocked = new Set<string>()

  function list({ json, contacts }: Desk): Reply {
    const wanted = (json.contacts as string[] | undefined)?.map(low)
    const outcome = OUTCOMES[String(json.filter ?? '')]
    const found = [...contacts.values()].filter(
      (lead) =>
        (!wanted || wanted.includes(low(lead.email))) &&
        (!json.campaign || lead.campaign === json.campaign) &&
        (!outcome || lead[`_${outcome}`]),
    )
    return Number(json.limit) > 100 ? refuse(400, 'limit must be <= 100') : page(found, json)
  }

  function add(desk: Desk): Reply {
    const { json, contacts, newId } = desk
    if (!campaigns.some(({ id }) => id === json.campaign)) return refuse(404, 'Resource not found')
    if (!json.email) return refuse(400, 'email is required')
    const same = withEmail(contacts, json.email)
    const isHere = same.some(({ campaign }) => campaign === json.campaign)
    if ((json.skip_if_in_campaign && isHere) || (json.skip_if_in_workspace && same.length > 0))
      return refuse(400, 'Lead is already there')
    if (blocked.has(low(json.email))) return refuse(400, 'Lead is on the block list')
    const lead: FakeContact = { id: newId(), tags: [], email: json.email, campaign: json.campaign }
    const reply = write(desk, lead, ['campaign', 'email', 'custom_variables', ...FIELDS, ...FLAGS])
    if (!reply.status) contacts.set(lead.id, lead)
    return reply
  }

  function serve(desk: Desk): Reply | undefined {
    const { question, contacts } = desk
    const path = question.path.replace(/^\/api\/v2/, '')
    if (path === '/workspaces/current') return { body: { id: 'workspace-1', name: 'Fox Agency' } }
    if (path === '/campaigns')
      return {
        body: {
          items: question.query.get('starting_after')
            ? []
            : campaigns.map(({ id, name, state }) => ({ id, name, status: Number(state) })),
          next_starting_after: campaigns.at(-1)?.id,
        },
      }
    if (path === '/leads/list') return list(desk)
    if (path === '/leads') return add(desk)
    const lead = contacts.get(/^\/leads\/([^/]+)$/.exec(path)?.[1] ?? '')
    if (!lead) return undefined
    return question.method === 'PATCH'
      ? write(desk, lead, ['custom_variables', ...FIELDS])
      : { body: present(lead) }
  }

  const fake = await startFakeCrm(options, {
    prefix: 'lead-',
    creates: '/api/v2/leads',
    wrongToken: {
      status: 401,
      body: '{"statusCode":401,"error":"Unauthorized","message":"Invalid API key"}',
    },
    refusal: { status: 400, body: '{"statusCode":400,"error":"Bad Request","message":"Unprocessable"}' },
    isOpen: () => false,
    // It names no limits.
    headersOf: () => ({}),
    serve,
  })
  return {
    ...fake,
    campaigns,
    blocked,
    tell: (outcome, email, at = new Date()) => note(fake.contacts, outcome, { email, at }),
  }
}
