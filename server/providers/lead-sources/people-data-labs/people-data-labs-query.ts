import type { PeopleSearch } from '#contract/leads/list-types/people.ts'
import type { Department } from '#contract/leads/people-labels.ts'
import type { Seniority } from '#contract/leads/seniorities.ts'
import { countryName, resolveCountry } from '#server/platform/text/country-names.ts'
import { findNamedHost } from '#server/website-reader/index.ts'

type Clause = Record<string, unknown>

const LEVELS: Record<Seniority, string[]> = {
  owner: ['owner'],
  partner: ['partner'],
  c_level: ['cxo'],
  vp: ['vp'],
  head: ['director'],
  manager: ['manager'],
  senior: ['senior'],
  entry: ['entry', 'training'],
}

const terms = (field: string, values: readonly string[]): Clause => ({ terms: { [field]: values } })
const roles = (...names: string[]): Clause[] => [terms('job_title_role', names)]

/** Roles were renamed in 2024: both names are queried, and one of them does not exist. */
const DEPARTMENT_CLAUSES: Record<Department, Clause[]> = {
  executive: [terms('job_title_levels', ['cxo', 'owner', 'partner'])],
  engineering: roles('engineering'),
  it: [terms('job_title_sub_role', ['information_technology', 'it'])],
  product: [...roles('product'), terms('job_title_sub_role', ['product', 'product_management'])],
  design: roles('design', 'creative'),
  sales: roles('sales', 'sales_engineering'),
  marketing: roles('marketing'),
  communication: [...roles('public_relations', 'media'), terms('job_title_sub_role', ['public_relations'])],
  support: roles('customer_service', 'support'),
  operations: roles('operations', 'fulfillment'),
  finance: roles('finance'),
  legal: roles('legal'),
  hr: roles('human_resources'),
  education: roles('education'),
  health: roles('health'),
}

const matchAny = (clauses: Clause[]): Clause =>
  clauses.length === 1 ? (clauses[0] as Clause) : { bool: { should: clauses } }
const exists = (field: string): Clause => ({ exists: { field } })

/** A place by name: city, region or country, which the vendor knows by their English names. */
function placeClause(place: string, prefix: '' | 'job_company_'): Clause {
  const name = place.toLowerCase()
  const code = resolveCountry(place)
  const country = code ? countryName(code).toLowerCase() : name
  return matchAny([
    { term: { [`${prefix}location_locality`]: name } },
    { term: { [`${prefix}location_region`]: name } },
    { term: { [`${prefix}location_country`]: country } },
  ])
}

const HAS = {
  email: [exists('work_email'), exists('personal_emails'), exists('emails')],
  phone: [exists('mobile_phone'), exists('phone_numbers')],
  linkedin: [exists('linkedin_url')],
}

/** The search as an Elasticsearch query. User input is always a value, never query syntax. */
export function searchQuery(filters: Record<string, unknown>) {
  const search = filters as unknown as PeopleSearch
  const must: Clause[] = []
  const when = <Value>(value: Value | undefined, clause: (value: NonNullable<Value>) => Clause) => {
    const isNothing = !value || (Array.isArray(value) && value.length === 0)
    if (!isNothing) must.push(clause(value as NonNullable<Value>))
  }
  when(search.position?.toLowerCase(), (title) =>
    search.exact_title
      ? { match_phrase: { job_title: title } }
      : { match: { job_title: { query: title, operator: 'and' } } },
  )
  when(search.seniority, (levels) =>
    terms(
      'job_title_levels',
      levels.flatMap((level) => LEVELS[level]),
    ),
  )
  when(search.department, (all) => matchAny(all.flatMap((item) => DEPARTMENT_CLAUSES[item])))
  when(search.company?.toLowerCase(), (name) => ({ match_phrase: { job_company_name: name } }))
  when(search.company_domain, (search) => ({
    term: { job_company_website: findNamedHost(search)?.domain ?? search.toLowerCase() },
  }))
  when(search.company_size, (sizes) => terms('job_company_size', sizes))
  when(search.industry?.toLowerCase(), (industry) => ({
    match: { job_company_industry: { query: industry, operator: 'and' } },
  }))
  when(search.place, (place) => placeClause(place, ''))
  when(search.company_place, (place) => placeClause(place, 'job_company_'))
  when(search.keywords?.toLowerCase(), (keywords) =>
    matchAny(['skills', 'job_title', 'industry'].map((field) => ({ match_phrase: { [field]: keywords } }))),
  )
  must.push(...(search.has ?? []).map((item) => matchAny(HAS[item])))
  return { query: { bool: { must } } }
}
