import { type Desk, type FakeContact, type FakeCrm, type FakeCrmOptions, startFakeCrm } from './fake-crm.ts'

type Reply = { status?: number; body: unknown; location?: string }
type Values = Record<string, unknown>

export interface FakeSalesforce extends FakeCrm {
  accounts: Map<string, Values>
  /** Adds an opportunity, or changes one. */
  deal(id: string, deal: { contacts: string[]; stage: string; isWon?: boolean }): void
}

const VERSION = '/services/data/v61.0'
const low = (value: unknown) => String(value ?? '').toLowerCase()
const fail = (status: number, errorCode: string, message: string): Reply => ({
  status,
  body: [{ errorCode, message }],
})

const FIELDS = (
  [
    ['FirstName', 'First Name', 'string'],
    ['LastName', 'Last Name', 'string'],
    ['Email', 'Email', 'email'],
    ['Phone', 'Phone', 'phone'],
    ['Title', 'Title', 'string'],
    ['MailingStreet', 'Street', 'textarea'],
    ['MailingCity', 'City', 'string'],
    ['MailingState', 'State', 'string'],
    ['MailingPostalCode', 'Postal Code', 'string'],
    ['MailingCountry', 'Country', 'string'],
    ['AccountId', 'Account', 'reference'],
    ['OwnerId', 'Owner', 'reference'],
  ] as const
).map(([name, label, type]) => ({ name, label, type, createable: true, updateable: true, custom: false }))

/** Values of one test in a query: `Email IN ('a','b')` or `Id = 'a'`. */
const valuesIn = (query: string, name: string): string[] | null => {
  const list = new RegExp(`\\b${name} (?:IN \\(([^)]*)\\)|= ('[^']*'))`).exec(query)
  const text = list?.[1] ?? list?.[2]
  return text === undefined ? null : [...text.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, value]) => low(value))
}

/** Rejects unknown fields, as Salesforce does. */
function write(contact: FakeContact, values: Values): Reply | null {
  const wrong = Object.keys(values).filter((name) => !FIELDS.some((field) => field.name === name))
  if (wrong.length > 0) return fail(400, 'INVALID_FIELD', `No such column '${wrong[0]}'`)
  Object.assign(contact, values, { LastModifiedDate: new Date().toISOString() })
  return null
}

function upsert({ json, contacts, newId }: Desk): Reply {
  const results = (json.records as Values[]).map(({ attributes: _, ...values }) => {
    const same = [...contacts.values()].find(({ Email }) => low(Email) === low(values.Email))
    const contact: FakeContact = same ?? { id: newId(), tags: [] }
    const wrong = write(contact, values)
    if (wrong) return { success: false, errors: wrong.body }
    contacts.set(contact.id, contact)
    return { id: contact.id, success: true, created: !same, errors: [] }
  })
  return { body: results }
}

function tokens({ json, newTokens, spendRefresh }: Desk): Reply {
  const refused = {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'expired authorization code' },
  }
  const isRefresh = json.grant_type === 'refresh_token'
  if (json.client_secret !== 'salesforce-secret') return refused
  if (isRefresh ? !spendRefresh(String(json.refresh_token)) : json.code !== 'salesforce-code') return refused
  const { expires_in: _, ...rest } = newTokens()
  return { body: { ...rest, instance_url: 'https://fox.my.salesforce.com', token_type: 'Bearer' } }
}

/** A fake Salesforce, as its public documentation describes it. */
export async function startFakeSalesforce(options: FakeCrmOptions = {}): Promise<FakeSalesforce> {
  const accounts = new Map<string, Values>()
  const deals = new Map<string, { contacts: string[]; stage: string; isWon: boolean; changed: string }>()

  function rolesOf(query: string): Values[] {
    const stages = valuesIn(query, 'Opportunity.StageName')
    const since = / >= (\S+)$/.exec(query)?.[1] ?? ''
    return [...deals].flatMap(([OpportunityId, deal]) => {
      const fits = stages ? stages.includes(low(deal.stage)) : deal.isWon
      return fits && deal.changed >= since
        ? deal.contacts.map((ContactId) => ({ OpportunityId, ContactId }))
        : []
    })
  }

  function select({ contacts }: Desk, query: string): Values[] {
    const [, kind] = /FROM (\w+)/.exec(query) ?? []
    if (kind === 'Organization') return [{ Name: 'Fox Ltd' }]
    if (kind === 'User') return [{ Id: '005000000000042', Name: 'Ann Lee' }]
    if (kind === 'OpportunityStage') return [{ MasterLabel: 'Proposal' }]
    if (kind === 'OpportunityContactRole') return rolesOf(query)
    if (kind === 'Account')
      return [...accounts].flatMap(([Id, account]) => {
        const [sites, names] = [valuesIn(query, 'Website'), valuesIn(query, 'Name')]
        return sites?.includes(low(account.Website)) || names?.includes(low(account.Name)) ? { Id } : []
      })
    return [...contacts.values()].flatMap(({ id, tags: _, ...values }) => {
      const record: Values = { Id: id, ...values }
      const isFound = ['Id', 'Email', 'Phone'].some((name) =>
        valuesIn(query, name)?.includes(low(record[name])),
      )
      return isFound ? [record] : []
    })
  }

  function ofContact({ question, json, contacts, newId }: Desk, id: string | undefined): Reply | undefined {
    if (id === undefined) {
      const contact: FakeContact = { id: newId(), tags: [] }
      const wrong = write(contact, json)
      if (wrong) return wrong
      contacts.set(contact.id, contact)
      return { status: 201, body: { id: contact.id, success: true } }
    }
    const contact = contacts.get(id)
    if (!contact || question.method !== 'PATCH') return undefined
    return write(contact, json) ?? { body: {} }
  }

  function serve(desk: Desk): Reply | undefined {
    const { path, query } = desk.question
    if (path === '/services/oauth2/token') return tokens(desk)
    if (path === '/consent')
      return {
        body: '',
        location: `${query.get('redirect_uri')}?code=salesforce-code&state=${query.get('state')}`,
      }
    const rest = path.replace(VERSION, '')
    if (rest === '/query') return { body: { done: true, records: select(desk, query.get('q') ?? '') } }
    if (rest === '/sobjects/Contact/describe') return { body: { fields: FIELDS } }
    if (rest === '/composite/sobjects/Contact/Email') return upsert(desk)
    if (rest === '/sobjects/Account') {
      const id = desk.newId()
      accounts.set(id, desk.json)
      return { status: 201, body: { id, success: true } }
    }
    const [isContact, id] = /^\/sobjects\/Contact(?:\/(\w+))?$/.exec(rest) ?? []
    return isContact ? ofContact(desk, id) : undefined
  }

  const fake = await startFakeCrm(options, {
    prefix: '003',
    creates: `${VERSION}/composite/sobjects/Contact/Email`,
    wrongToken: {
      status: 401,
      body: '[{"message":"Session expired or invalid","errorCode":"INVALID_SESSION_ID"}]',
    },
    // One record of a request fails; the request itself does not.
    refusal: { status: 200, body: '[{"success":false,"errors":[{"message":"Unprocessable"}]}]' },
    isOpen: (path) => path === '/services/oauth2/token' || path === '/consent',
    headersOf: () => ({ 'sforce-limit-info': 'api-usage=25/15000' }),
    serve,
  })
  return {
    ...fake,
    accounts,
    deal: (id, { contacts, stage, isWon = false }) =>
      void deals.set(id, { contacts, stage, isWon, changed: `${new Date().toISOString().slice(0, 19)}Z` }),
  }
}
