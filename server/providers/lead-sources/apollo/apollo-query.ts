import type { PeopleSearch } from '#contract/leads/list-types/people.ts'
import type { CompanySize } from '#contract/leads/people-labels.ts'
import type { Seniority } from '#contract/leads/seniorities.ts'
import { findNamedHost } from '#server/website-reader/index.ts'
import { InvalidSearch } from '../lead-source.ts'

const LEVELS: Record<Seniority, string[]> = {
  owner: ['owner', 'founder'],
  partner: ['partner'],
  c_level: ['c_suite'],
  vp: ['vp'],
  head: ['head', 'director'],
  manager: ['manager'],
  senior: ['senior'],
  entry: ['entry', 'intern'],
}

/** Apollo requires both ends of a range. */
const MAX_EMPLOYEES = '10000000'
const formatRange = (size: CompanySize): string =>
  size === '10001+' ? `10001,${MAX_EMPLOYEES}` : size.replace('-', ',')

export function searchParameters(filters: Record<string, unknown>) {
  const search = filters as unknown as PeopleSearch
  const { position, company_domain: domain, place, company_place: companyPlace, has = [] } = search
  return {
    'person_titles[]': position,
    include_similar_titles: position && search.exact_title ? 'false' : undefined,
    'person_seniorities[]': (search.seniority ?? []).flatMap((level) => LEVELS[level]),
    'q_organization_domains_list[]': domain && (findNamedHost(domain)?.domain ?? domain),
    'organization_num_employees_ranges[]': (search.company_size ?? []).map(formatRange),
    'person_locations[]': place,
    'organization_locations[]': companyPlace,
    q_keywords: search.keywords,
    'contact_email_status[]': has.includes('email') ? ['verified', 'unverified', 'likely to engage'] : [],
  }
}

/** @throws InvalidSearch for a search that would match everyone, or that Apollo cannot answer */
export function checkSearch(search: Record<string, unknown>): Record<string, unknown> {
  const { 'contact_email_status[]': _, ...filters } = searchParameters(search)
  if (Object.values(filters).every((value) => value === undefined || value === '' || value?.length === 0))
    throw new InvalidSearch(
      'position',
      'Apollo cannot search by these fields alone. Enter a position, the domain of the company, a place or keywords, or choose a seniority',
    )
  const { has = [] } = search as unknown as PeopleSearch
  if (has.includes('phone'))
    throw new InvalidSearch(
      'has',
      'Apollo only provides phone numbers for people in a list. Remove Phone here and look up numbers afterwards',
    )
  return search
}
