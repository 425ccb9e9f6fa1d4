import { type Desk, type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import type { InventedPerson } from './invented-people.ts'

/**
 * A fake People Data Labs. Each record of a search and each match costs a credit; 402 when they are used up.
 * `hidesContacts`: the plan shows only that contacts exist (`true`).
 */
export interface FakePeopleDataLabsOptions extends FakeVendorOptions {
  hidesContacts?: boolean
}

type Clause = Record<string, Record<string, unknown>>

const error = (status: number, message: string) => ({
  status,
  body: JSON.stringify({ status, error: { type: 'error', message } }),
})

const LEVELS: Record<string, string> = { c_level: 'cxo', head: 'director' }

const recordOf = (person: InventedPerson) => ({
  id: person.id,
  full_name: `${person.first} ${person.last}`.toLowerCase(),
  linkedin_url: person.linkedin?.replace('https://www.', '') ?? null,
  work_email: person.email,
  recommended_personal_email: null,
  personal_emails: [],
  emails: person.email ? [{ address: person.email, type: 'current_professional' }] : [],
  mobile_phone: person.phone,
  phone_numbers: person.phone ? [person.phone] : [],
  job_title: person.position.toLowerCase(),
  job_title_role: person.department,
  job_title_levels: [LEVELS[person.seniority] ?? person.seniority],
  job_company_name: person.company.toLowerCase(),
  job_company_website: person.domain,
  job_company_size: '11-50',
  location_locality: person.city.toLowerCase(),
  location_region: person.region.toLowerCase(),
  location_country: person.country.toLowerCase(),
  skills: ['planning'],
})
type FakeRecord = ReturnType<typeof recordOf>

/** A record under a plan without contacts. */
const hidden = (record: FakeRecord) => ({
  ...record,
  work_email: record.work_email !== null,
  personal_emails: false,
  emails: record.emails.length > 0,
  mobile_phone: record.mobile_phone !== null,
  phone_numbers: record.phone_numbers.length > 0,
})

const hasValue = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
const has = (value: unknown, word: unknown) => [value].flat().includes(word)
const wordsOf = (wanted: unknown) =>
  String(typeof wanted === 'object' && wanted !== null ? (wanted as { query: string }).query : wanted)

/** The supported part of Elasticsearch's query language. */
function passes(record: FakeRecord, clause: Clause): boolean {
  const [[kind, inside]] = Object.entries(clause) as [[string, Record<string, unknown>]]
  if (kind === 'bool') {
    const { must = [], should = [] } = inside as { must?: Clause[]; should?: Clause[] }
    return (
      must.every((clause) => passes(record, clause)) &&
      (should.length === 0 || should.some((clause) => passes(record, clause)))
    )
  }
  if (kind === 'exists') return hasValue(record[inside.field as keyof FakeRecord])
  const [field, wanted] = Object.entries(inside)[0] as [keyof FakeRecord, unknown]
  const value: unknown = record[field]
  if (kind === 'term') return has(value, wanted)
  if (kind === 'terms') return (wanted as unknown[]).some((word) => has(value, word))
  const text = [value].flat().join(' ')
  if (kind === 'match_phrase') return ` ${text} `.includes(` ${wordsOf(wanted)} `)
  return wordsOf(wanted)
    .split(' ')
    .every((word) => ` ${text} `.includes(` ${word} `))
}

export function startFakePeopleDataLabs(options: FakePeopleDataLabsOptions = {}): Promise<FakeVendor> {
  const shown = (record: FakeRecord) => (options.hidesContacts ? hidden(record) : record)

  function search({ people, question, answer }: Desk) {
    const { query, size = 1, scroll_token: scroll } = JSON.parse(question.body)
    if (typeof query?.query !== 'object' || size < 1 || size > 100) return error(400, 'invalid request')
    const all = people.map(recordOf).filter((record) => passes(record, query.query))
    const from = Number(scroll ?? 0)
    const data = all.slice(from, from + size)
    if (data.length === 0) return error(404, 'No records were found matching your search')
    const next = from + data.length
    return answer(data.length, {
      status: 200,
      data: data.map(shown),
      total: all.length,
      ...(next < all.length && { scroll_token: String(next) }),
    })
  }

  function enrich({ people, question: { query }, answer }: Desk) {
    const slug = query.get('profile')?.split('/in/')[1]
    const found = people
      .map(recordOf)
      .find(
        (record) =>
          (slug && record.linkedin_url?.endsWith(`/in/${slug}`)) ||
          (query.has('email') && record.work_email === query.get('email')) ||
          (query.has('name') &&
            record.full_name === query.get('name')?.toLowerCase() &&
            [record.job_company_website, record.job_company_name].includes(
              query.get('company')?.toLowerCase() ?? '',
            )),
      )
    const required = query.get('required')?.split(' OR ') ?? []
    const fits =
      found && (required.length === 0 || required.some((field) => hasValue(found[field as keyof FakeRecord])))
    if (!fits)
      return answer(0, { status: 404, error: { type: 'not_found', message: 'No match' } }, { status: 404 })
    return answer(1, { status: 200, likelihood: 9, data: shown(found) })
  }

  return startFakeVendor(options, {
    keyOf: ({ headers }) => String(headers['x-api-key'] ?? ''),
    wrongKey: error(401, 'Request contained a missing or invalid key'),
    usedUp: error(402, 'You have hit your account maximum'),
    headersOf: (charged, left) => ({
      'x-call-credits-spent': String(charged),
      'x-totallimit-remaining': String(left),
    }),
    serve(desk) {
      const { method, path } = desk.question
      if (method === 'POST' && path === '/person/search') return search(desk)
      return method === 'GET' && path === '/person/enrich' ? enrich(desk) : undefined
    },
  })
}
