import { type Desk, type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import type { InventedPerson } from './invented-people.ts'

/**
 * A fake Hunter. It does not know people without an email. `checks` has the verifier's results by address (default
 * `valid`); `workingOn` is how often it first replies "still working on it". As documented, 403 means too many
 * requests and 429 a used-up plan.
 */
export interface FakeHunterOptions extends FakeVendorOptions {
  checks?: Record<string, string>
  workingOn?: number
}

const LEVELS: Record<string, string> = {
  c_level: 'executive',
  head: 'executive',
  manager: 'senior',
  senior: 'senior',
  entry: 'junior',
}
const DEPARTMENTS: Record<string, string> = { engineering: 'it' }
const levelOf = ({ seniority }: InventedPerson) => LEVELS[seniority] ?? 'executive'
const departmentOf = ({ department }: InventedPerson) => DEPARTMENTS[department] ?? department

const error = (status: number, id: string, details: string) => ({
  status,
  body: JSON.stringify({ errors: [{ id, code: status, details }] }),
})

const STATUSES = ['valid', 'accept_all', null, 'valid', 'invalid'] as const

function entryOf(person: InventedPerson) {
  const status = STATUSES[person.index % STATUSES.length] ?? null
  return {
    value: person.email,
    type: 'personal',
    confidence: 60 + (person.index % 40),
    sources: [
      {
        domain: person.domain,
        uri: `https://${person.domain}/team`,
        extracted_on: '2026-02-11',
        last_seen_on: '2026-06-02',
        still_on_page: true,
      },
    ],
    first_name: person.first,
    last_name: person.last,
    position: person.position,
    position_raw: person.position,
    seniority: levelOf(person),
    department: departmentOf(person),
    linkedin: person.linkedin,
    twitter: null,
    phone_number: person.phone,
    verification: { date: status && '2026-06-10', status },
  }
}

/** People of a domain or company that match the query. */
function matchesOf({ people, question: { query } }: Desk): InventedPerson[] {
  const listed = (name: string) => query.get(name)?.split(',').filter(Boolean) ?? []
  const [levels, departments] = [listed('seniority'), listed('department')]
  return people.filter(
    (person) =>
      person.email !== null &&
      (query.has('domain')
        ? person.domain === query.get('domain')
        : person.company === query.get('company')) &&
      (levels.length === 0 || levels.includes(levelOf(person))) &&
      (departments.length === 0 || departments.includes(departmentOf(person))) &&
      (query.get('required_field') !== 'phone_number' || person.phone !== null),
  )
}

function domainSearch(desk: Desk) {
  const { query } = desk.question
  if (!query.has('domain') && !query.has('company'))
    return error(400, 'wrong_params', 'You are missing the domain parameter')
  const all = matchesOf(desk)
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit') ?? 10)]
  const page = all.slice(offset, offset + limit)
  return desk.answer(Math.ceil(page.length / 10), {
    data: {
      domain: all[0]?.domain ?? query.get('domain'),
      disposable: false,
      webmail: false,
      accept_all: false,
      pattern: '{first}.{last}',
      organization: all[0]?.company ?? null,
      linked_domains: [],
      emails: page.map(entryOf),
    },
    meta: { results: all.length, limit, offset, params: Object.fromEntries(query) },
  })
}

function countOf(people: InventedPerson[], word: (person: InventedPerson) => string) {
  return Object.fromEntries(
    Object.entries(Object.groupBy(people, word)).map(([name, some]) => [name, some?.length ?? 0]),
  )
}

function emailCount(desk: Desk) {
  const all = matchesOf(desk)
  return desk.answer(0, {
    data: {
      total: all.length,
      personal_emails: all.length,
      generic_emails: 0,
      department: countOf(all, departmentOf),
      seniority: countOf(all, levelOf),
    },
    meta: { params: Object.fromEntries(desk.question.query) },
  })
}

function emailFinder(desk: Desk) {
  const { query } = desk.question
  const name = query.get('full_name')?.toLowerCase()
  const found = matchesOf(desk).find((person) => `${person.first} ${person.last}`.toLowerCase() === name)
  const entry = found && entryOf(found)
  return desk.answer(entry ? 1 : 0, {
    data: {
      first_name: found?.first ?? null,
      last_name: found?.last ?? null,
      email: entry?.value ?? null,
      score: entry?.confidence ?? null,
      domain: query.get('domain'),
      accept_all: null,
      position: entry?.position ?? null,
      twitter: null,
      linkedin_url: entry?.linkedin ?? null,
      phone_number: null,
      company: found?.company ?? null,
      sources: entry?.sources ?? [],
      verification: entry?.verification ?? { date: null, status: null },
    },
    meta: { params: Object.fromEntries(query) },
  })
}

export function startFakeHunter(options: FakeHunterOptions = {}): Promise<FakeVendor> {
  let working = options.workingOn ?? 0
  function emailVerifier(desk: Desk) {
    if (working > 0) {
      working -= 1
      return { status: 202, body: '' }
    }
    const email = desk.question.query.get('email') ?? ''
    const status = options.checks?.[email] ?? 'valid'
    if (status === 'failed') return { status: 222, body: '' }
    const costs = ['valid', 'invalid', 'accept_all'].includes(status) ? 1 : 0
    return desk.answer(costs, {
      data: { status, score: 90, email, sources: [] },
      meta: { params: { email } },
    })
  }
  const serve: Record<string, (desk: Desk) => ReturnType<Desk['answer']>> = {
    '/domain-search': domainSearch,
    '/email-count': emailCount,
    '/email-finder': emailFinder,
    '/email-verifier': emailVerifier,
    '/account': (desk) =>
      desk.answer(0, {
        data: { plan_name: 'Starter', requests: { credits: { used: 10, available: 10 + desk.left } } },
      }),
  }
  return startFakeVendor(options, {
    keyOf: ({ headers, path }) =>
      path === '/email-count' ? null : (headers.authorization ?? '').replace(/^Bearer /, ''),
    wrongKey: error(401, 'authentication_failed', 'No user found for the API key supplied'),
    usedUp: error(429, 'too_many_requests', "You've reached your usage limit."),
    serve: (desk) => serve[desk.question.path]?.(desk),
  })
}
