import type { VendorAnswer } from '../vendor-faults.ts'
import { type Desk, type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import type { InventedPerson } from './invented-people.ts'

/**
 * A fake Apollo. The search is free; unlocking a person costs 1, a delivered phone number 8 more. Numbers are only
 * promised: `promised` lists them, `phonesArrive()` makes them available to polls and sends each to its webhook.
 * `maySeeCredits: false`: the key is for single endpoints only.
 */
export interface FakeApolloOptions extends FakeVendorOptions {
  maySeeCredits?: boolean
}

interface PromisedPhone {
  requestId: string
  person: InventedPerson
  hook: string
  isDelivered: boolean
}

export interface FakeApollo extends FakeVendor {
  promised: PromisedPhone[]
  /** Returns the webhooks' statuses. */
  phonesArrive(options?: { byHook?: boolean }): Promise<number[]>
}

const WRONG_KEY: VendorAnswer = {
  status: 401,
  headers: { 'content-type': 'text/plain' },
  body: 'Invalid API key. See the documentation for how to authenticate.',
}
const error = (status: number, body: object): VendorAnswer => ({ status, body: JSON.stringify(body) })
const notAllowed = error(403, {
  error: 'This API key is not authorized to access this endpoint.',
  error_code: 'API_INACCESSIBLE',
})

const LEVELS: Record<string, string> = { c_level: 'c_suite' }

const recordOf = (person: InventedPerson) => ({
  id: person.id,
  first_name: person.first,
  last_name: person.last,
  name: `${person.first} ${person.last}`,
  linkedin_url: person.linkedin?.replace('https', 'http') ?? null,
  title: person.position,
  email: person.email ?? (person.index % 2 ? 'email_not_unlocked@domain.com' : null),
  email_status: person.email && (person.index % 2 ? 'extrapolated' : 'verified'),
  city: person.city,
  state: person.region,
  country: person.country,
  seniority: LEVELS[person.seniority] ?? person.seniority,
  departments: [person.department],
  organization: {
    name: person.company,
    website_url: `http://www.${person.domain}`,
    primary_domain: person.domain,
  },
})

/** Result of the free search. */
const shownOf = (person: InventedPerson) => ({
  id: person.id,
  first_name: person.first,
  last_name_obfuscated: `${person.last.slice(0, 2)}***a`,
  title: person.position,
  has_email: person.email !== null,
  has_direct_phone: person.phone ? 'Yes' : 'No',
  organization: { name: person.company, has_phone: false },
})

function matchesOf({ people, question: { query } }: Desk): InventedPerson[] {
  const all = (name: string) => query.getAll(name).map((word) => word.toLowerCase())
  const fits = (name: string, terms: string[]) => {
    const wanted = all(name)
    return (
      wanted.length === 0 || wanted.some((text) => terms.some((word) => word.toLowerCase().includes(text)))
    )
  }
  return people.filter(
    (person) =>
      fits('person_titles[]', [person.position]) &&
      fits('person_seniorities[]', [LEVELS[person.seniority] ?? person.seniority]) &&
      fits('q_organization_domains_list[]', [person.domain]) &&
      fits('person_locations[]', [person.city, person.region, person.country]) &&
      fits('organization_locations[]', [person.city, person.region, person.country]) &&
      fits('q_keywords', [person.position, person.company]) &&
      (all('contact_email_status[]').length === 0 || person.email !== null),
  )
}

function search(desk: Desk) {
  const { query } = desk.question
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)]
  const all = matchesOf(desk)
  const people = all.slice((page - 1) * size, page * size).map(shownOf)
  return desk.answer(0, { total_entries: all.length, people })
}

function bulkMatch({ people, question, answer }: Desk) {
  const { details = [] } = JSON.parse(question.body || '{}') as { details?: { id: string }[] }
  if (details.length === 0 || details.length > 10)
    return error(400, { status: 'failed', error_code: 'RECORD_LIMIT_EXCEEDED' })
  const matches = details.map(({ id }) => {
    const person = people.find((person) => person.id === id)
    return person ? recordOf(person) : null
  })
  const found = matches.filter((match) => match !== null).length
  return answer(found, { status: 'success', matches, credits_consumed: found })
}

const isMatch = (person: InventedPerson, query: URLSearchParams): boolean =>
  (query.has('linkedin_url') && person.linkedin === query.get('linkedin_url')) ||
  (query.has('email') && person.email === query.get('email')) ||
  (`${person.first} ${person.last}` === query.get('name') &&
    (person.domain === query.get('domain') || person.company === query.get('organization_name')))

/** Body of the webhook and of polls. */
const phonesOf = ({ person }: PromisedPhone) => ({
  status: 'success',
  total_requested_enrichments: 1,
  credits_consumed: person.phone ? 8 : 0,
  people: [
    {
      id: person.id,
      status: 'success',
      phone_numbers: person.phone ? [{ raw_number: person.phone, sanitized_number: person.phone }] : [],
    },
  ],
})

export async function startFakeApollo(options: FakeApolloOptions = {}): Promise<FakeApollo> {
  const promised: PromisedPhone[] = []

  function match({ people, question: { query }, answer }: Desk) {
    const hook = query.get('webhook_url')
    if (query.get('reveal_phone_number') === 'true' && !hook)
      return error(400, { error: 'Please add a valid webhook_url parameter' })
    const person = people.find((person) => isMatch(person, query))
    if (!person) return answer(0, { person: null })
    // 64 bits, as a number in the reply.
    const requestId = `-10399955897051${String(2190 + promised.length).padStart(5, '0')}`
    if (hook) promised.push({ requestId, person, hook, isDelivered: false })
    const body = JSON.stringify({ person: recordOf(person), request_id: 'HERE' })
    return answer(1, hook ? body.replace('"HERE"', requestId) : body.replace(',"request_id":"HERE"', ''))
  }

  function webhookResult({ question, answer }: Desk) {
    const requestId = question.path.split('/').at(-1)
    const phone = promised.find((phone) => phone.requestId === requestId)
    if (!phone) return error(404, { error_code: 'request_id_unknown' })
    if (!phone.isDelivered) return error(404, { error_code: 'result_pending', retry_after_seconds: 10 })
    return answer(0, { request_id: requestId, webhook_status: 'success', webhook_result: phonesOf(phone) })
  }

  const serve: Record<string, (desk: Desk) => VendorAnswer> = {
    'POST /mixed_people/api_search': search,
    'POST /people/bulk_match': bulkMatch,
    'POST /people/match': match,
    'POST /usage_stats/credit_usage_stats': ({ answer, left }) =>
      options.maySeeCredits === false
        ? notAllowed
        : answer(0, { credit_usage_stats: { lead_credit: { limit: left, consumed: 0, left_over: left } } }),
  }
  const fake = await startFakeVendor(options, {
    keyOf: ({ headers }) => String(headers['x-api-key'] ?? ''),
    wrongKey: WRONG_KEY,
    usedUp: error(402, { error: 'You have insufficient credits.' }),
    serve(desk) {
      const { method, path } = desk.question
      if (method === 'GET' && path.startsWith('/webhook_result/')) return webhookResult(desk)
      return serve[`${method} ${path}`]?.(desk)
    },
  })
  return {
    ...fake,
    promised,
    async phonesArrive({ byHook = true } = {}) {
      const statuses: number[] = []
      for (const phone of promised.filter(({ isDelivered }) => !isDelivered)) {
        phone.isDelivered = true
        const [key, left] = [...fake.keys][0] as [string, number]
        const charged = phone.person.phone ? 8 : 0
        fake.keys.set(key, left - charged)
        fake.log.push({ path: '(phone)', charged })
        if (!byHook) continue
        const sent = await fetch(phone.hook, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(phonesOf(phone)),
        })
        statuses.push(sent.status)
      }
      return statuses
    },
  }
}
