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

/** A parsed people search. */
export interface ResolvedPeopleSearch {
  title: TitleMeaning | null
  /** The position's folded words, without synonyms. */
  exactTitle: string | null
  /** Folded phrases, one of which must be in a position or department. */
  department: string[]
  seniority: readonly Seniority[]
  /** A company's normalized name, and its domain if given. */
  company: { key: string; domain: string | null } | null
  companyDomain: string | null
  area: AreaMeaning | null
  /** Folded words that must all occur in the person's data. */
  words: string[]
  has: PeopleSearch['has']
  perCompany: number | null
  /** The input has no words: nobody matches. */
  isUnreadable: boolean
}

const MOST_WORDS = 10

/** Whether it looks like a domain, and whether its suffix is public. */
const readDomain = (text: string): string | null => {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
  return /^\S+\.\S+$/.test(host) ? registrableDomain(host) : null
}

function resolveCompany(text: string | undefined): ResolvedPeopleSearch['company'] {
  const key = text ? companyKey(text) : ''
  const domain = text ? readDomain(text) : null
  return key === '' && domain === null ? null : { key, domain }
}

/** Resolves a people search's words to database conditions. */
export function resolvePeopleSearch(search: PeopleSearch): ResolvedPeopleSearch {
  const { position, company, place, keywords, company_domain: domain } = search
  const companyDomain = domain ? readDomain(domain) : null
  return {
    isUnreadable:
      [position, company, place, keywords].some((text) => text && foldText(text) === '') ||
      Boolean(domain && companyDomain === null),
    title: position && !search.exact_title ? readTitle(position) : null,
    exactTitle: position && search.exact_title ? foldText(position) : null,
    // A search stored before these filters existed has none.
    department: (search.department ?? []).flatMap(departmentPhrases),
    seniority: search.seniority ?? [],
    company: resolveCompany(company),
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
