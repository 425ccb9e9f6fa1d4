import type { PeopleSearch } from '#contract/list-types/people.ts'
import type { Seniority } from '#contract/seniorities.ts'
import { registrableDomain } from '#server/modules/normalise/index.ts'
import { type AreaMeaning, readArea, readTitle, type TitleMeaning } from '#server/modules/vocabulary/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { companyKey } from './company-key.ts'

/** A search for people after its words were read. */
export interface ResolvedPeopleSearch {
  title: TitleMeaning | null
  seniority: readonly Seniority[]
  /** A company's compared name, and the domain when a domain was written. */
  company: { key: string; domain: string | null } | null
  area: AreaMeaning | null
  /** Folded words that must all occur in what is known of the person. */
  words: string[]
  has: PeopleSearch['has']
  /** Something is asked for in signs that are no words: nobody fits. */
  isUnreadable: boolean
}

const MOST_WORDS = 10

/** Whether it is written like a domain; whether it is one the list of suffixes says. */
const domainOf = (text: string): string | null =>
  /^\S+\.\S+$/.test(text.trim()) ? registrableDomain(text.trim().toLowerCase()) : null

function companyOf(text: string | undefined): ResolvedPeopleSearch['company'] {
  const key = text ? companyKey(text) : ''
  const domain = text ? domainOf(text) : null
  return key === '' && domain === null ? null : { key, domain }
}

/** Turns the words of a search for people into what the database can look for. */
export function resolvePeopleSearch(search: PeopleSearch): ResolvedPeopleSearch {
  const { position, company, place, keywords } = search
  return {
    isUnreadable: [position, company, place, keywords].some((text) => text && foldText(text) === ''),
    title: position ? readTitle(position) : null,
    seniority: search.seniority ?? [],
    company: companyOf(company),
    area: place ? readArea(place) : null,
    words: foldText(keywords ?? '')
      .split(' ')
      .filter(Boolean)
      .slice(0, MOST_WORDS),
    has: search.has ?? [],
  }
}
