import type { PeopleSearch } from '#contract/leads/list-types/people.ts'
import type { Seniority } from '#contract/leads/seniorities.ts'
import { registrableDomain } from '#server/modules/core/normalise/index.ts'
import {
  type AreaMeaning,
  departmentPhrases,
  readArea,
  readTitle,
  type TitleMeaning,
} from '#server/modules/core/vocabulary/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { companyKey } from './company-key.ts'

/** A search for people after its words were read. */
export interface ResolvedPeopleSearch {
  title: TitleMeaning | null
  /** The position's own folded words, where nothing else will do. */
  exactTitle: string | null
  /** Folded phrases of which a position or a department has one. */
  department: string[]
  seniority: readonly Seniority[]
  /** A company's compared name, and the domain when a domain was written. */
  company: { key: string; domain: string | null } | null
  /** The domain that the company must have. */
  companyDomain: string | null
  area: AreaMeaning | null
  /** Folded words that must all occur in what is known of the person. */
  words: string[]
  has: PeopleSearch['has']
  /** Most people of one company. */
  perCompany: number | null
  /** Something is asked for in signs that are no words: nobody fits. */
  isUnreadable: boolean
}

const MOST_WORDS = 10

/** Whether it is written like a domain; whether it is one the list of suffixes says. */
const domainOf = (text: string): string | null => {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
  return /^\S+\.\S+$/.test(host) ? registrableDomain(host) : null
}

function companyOf(text: string | undefined): ResolvedPeopleSearch['company'] {
  const key = text ? companyKey(text) : ''
  const domain = text ? domainOf(text) : null
  return key === '' && domain === null ? null : { key, domain }
}

/** Turns the words of a search for people into what the database can look for. */
export function resolvePeopleSearch(search: PeopleSearch): ResolvedPeopleSearch {
  const { position, company, place, keywords, company_domain: domain } = search
  const companyDomain = domain ? domainOf(domain) : null
  return {
    isUnreadable:
      [position, company, place, keywords].some((text) => text && foldText(text) === '') ||
      Boolean(domain && companyDomain === null),
    title: position && !search.exact_title ? readTitle(position) : null,
    exactTitle: position && search.exact_title ? foldText(position) : null,
    // A search that was kept before there were such filters has none of them.
    department: (search.department ?? []).flatMap(departmentPhrases),
    seniority: search.seniority ?? [],
    company: companyOf(company),
    companyDomain,
    area: place ? readArea(place) : null,
    words: foldText(keywords ?? '')
      .split(' ')
      .filter(Boolean)
      .slice(0, MOST_WORDS),
    has: search.has ?? [],
    perCompany: search.max_per_company ?? null,
  }
}
