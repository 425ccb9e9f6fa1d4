import type { PeopleSearch } from '#contract/leads/list-types/people.ts'
import { DEPARTMENT_LABELS, type Department } from '#contract/leads/people-labels.ts'
import type { Seniority } from '#contract/leads/seniorities.ts'
import { findNamedHost } from '#server/website-reader/index.ts'
import { InvalidSearch } from '../lead-source.ts'

/** Maps our levels to Hunter's three. */
const SENIORITY: Record<Seniority, string> = {
  owner: 'executive',
  partner: 'executive',
  c_level: 'executive',
  vp: 'executive',
  head: 'executive',
  manager: 'senior',
  senior: 'senior',
  entry: 'junior',
}

/** Hunter has engineers under IT, and no department for products. */
const DEPARTMENT: Record<Department, string | null> = {
  executive: 'executive',
  engineering: 'it',
  it: 'it',
  product: null,
  design: 'design',
  sales: 'sales',
  marketing: 'marketing',
  communication: 'communication',
  support: 'support',
  operations: 'operations',
  finance: 'finance',
  legal: 'legal',
  hr: 'hr',
  education: 'education',
  health: 'health',
}

const each = (words: (string | null)[]): string[] => [...new Set(words.filter((word) => word !== null))]

/** Normalizes the company's domain. @throws InvalidSearch when no company is named */
export function normalisePeople(search: Record<string, unknown>): Record<string, unknown> {
  const { company, company_domain: companyDomain, department = [] } = search as unknown as PeopleSearch
  const domain = companyDomain ? findNamedHost(companyDomain)?.domain : undefined
  if (companyDomain && !domain)
    throw new InvalidSearch(
      'company_domain',
      `"${companyDomain}" is not a domain. Enter one such as acme.example`,
    )
  if (!domain && !company)
    throw new InvalidSearch(
      'company_domain',
      'Hunter finds people at one company. Enter its domain, or its name under Company',
    )
  const unknown = department.find((item) => DEPARTMENT[item] === null)
  if (unknown)
    throw new InvalidSearch(
      'department',
      `Hunter has no department ${DEPARTMENT_LABELS[unknown]}. Leave it out, or choose another source`,
    )
  return { ...search, ...(domain && { company_domain: domain }) }
}

export function peopleParameters(search: Record<string, unknown>) {
  const {
    company,
    company_domain: domain,
    seniority = [],
    department = [],
    has = [],
  } = search as unknown as PeopleSearch
  const words = {
    seniority: each(seniority.map((item) => SENIORITY[item])),
    department: each(department.map((item) => DEPARTMENT[item])),
  }
  return {
    company: domain ? { domain } : { company },
    words,
    filters: {
      type: 'personal',
      seniority: words.seniority.join(','),
      department: words.department.join(','),
      required_field: has.includes('phone') ? 'phone_number' : undefined,
    },
    /** Hunter has no filter for it. */
    needsLinkedin: has.includes('linkedin'),
  }
}
