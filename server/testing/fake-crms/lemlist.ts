import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import { type Desk, type FakeContact, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'
import { type FakeCampaign, type FakeSender, note, withEmail } from './fake-sender.ts'

type Reply = { status?: number; body: unknown }

const OUTCOMES: Record<string, SenderOutcome> = {
  emailsReplied: 'replied',
  emailsBounced: 'bounced',
  emailsUnsubscribed: 'unsubscribed',
}
const error = (status: number, body: string): Reply => ({ status, body })

const present = ({ id, tags: _tags, ...lead }: FakeContact) => ({
  _id: id,
  ...Object.fromEntries(Object.entries(lead).filter(([key]) => !key.startsWith('_'))),
})

/** A fake Lemlist, as its public documentation describes it: errors are plain texts, variables are texts. */
export async function startFakeLemlist(options: FakeCrmOptions = {}): Promise<FakeSender> {
  const campaigns: FakeCampaign[] = [
    { id: 'cam_autumn', name: 'Autumn', state: 'running' },
    { id: 'cam_winter', name: 'Winter', state: 'paused' },
  ]
  const blocked = new Set<string>()

  function add({ question, json, contacts, newId }: Desk, campaignId: string): Reply {
    const { email, ...values } = json
    const same = withEmail(contacts, email)
    if (!campaigns.some(({ id }) => id === campaignId)) return error(404, 'Campaign not found')
    if (same.some((lead) => lead.campaignId === campaignId)) return error(400, 'Lead already in the campaign')
    if (question.query.get('deduplicate') === 'true' && same.length > 0)
      return error(400, 'Lead already in other campaign')
    if (blocked.has(String(email))) return error(400, 'Lead is unsubscribed')
    if (Object.values(values).some((value) => typeof value !== 'string')) return error(400, 'Bad variable')
    const lead: FakeContact = { ...values, id: newId(), tags: [], email, campaignId }
    contacts.set(lead.id, lead)
    return { body: present(lead) }
  }

  function activities({ question: { query }, contacts }: Desk): Reply {
    const outcome = OUTCOMES[query.get('type') ?? '']
    if (query.get('version') !== 'v2' || !outcome) return error(400, 'version=v2 is mandatory')
    const since = query.get('minDate') ?? ''
    const all = [...contacts.values()].flatMap((lead) => {
      const at = lead[`_${outcome}`] as string | undefined
      return at && at >= since && lead.campaignId === query.get('campaignId')
        ? [
            {
              _id: `act_${lead.id}`,
              type: query.get('type'),
              leadId: lead.id,
              leadEmail: lead.email,
              createdAt: at,
            },
          ]
        : []
    })
    const offset = Number(query.get('offset'))
    return { body: all.slice(offset, offset + Number(query.get('limit'))) }
  }

  function serve(desk: Desk): Reply | undefined {
    const { question, contacts, json } = desk
    const path = question.path.replace(/^\/api/, '')
    if (path === '/team') return { body: { _id: 'tea_1', name: 'Fox Agency' } }
    if (path === '/campaigns')
      return {
        body: { campaigns: campaigns.map(({ id, name, state }) => ({ _id: id, name, status: state })) },
      }
    if (path === '/activities') return activities(desk)
    const [, email] = /^\/leads\/([^/]+)$/.exec(path) ?? []
    if (email !== undefined) {
      const found = withEmail(contacts, decodeURIComponent(email))
      return found.length > 0 ? { body: found.map(present) } : error(404, 'Lead not found')
    }
    const [, campaign = '', id] = /^\/campaigns\/(\w+)\/leads\/(\w*)$/.exec(path) ?? []
    if (campaign !== '' && id === '') return add(desk, campaign)
    const lead = contacts.get(id ?? '')
    if (!lead || question.method !== 'PATCH') return undefined
    Object.assign(lead, json)
    return { body: present(lead) }
  }

  const fake = await startFakeCrm(options, {
    prefix: 'lea_',
    creates: '/api/campaigns/cam_autumn/leads/',
    wrongToken: { status: 401, body: 'The authentication you supplied is incorrect' },
    refusal: { status: 400, body: 'Unprocessable' },
    isOpen: () => false,
    tokenOf: ({ authorization }) =>
      Buffer.from((authorization ?? '').replace(/^Basic /, ''), 'base64')
        .toString()
        .replace(/^:/, ''),
    headersOf: ({ max }, left) => ({
      'x-ratelimit-limit': String(max),
      'x-ratelimit-remaining': String(left),
      // A date in words, as its documentation warns.
      'x-ratelimit-reset': 'Tue Feb 16 2021 09:02:42 GMT+0100 (Central European Standard Time)',
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
