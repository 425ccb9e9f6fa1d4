import { foldText, foldToWord } from '#server/platform/text/fold-text.ts'
import { readPhones } from '#server/platform/text/read-phone.ts'
import type { OrganisationFinding, PageFindings } from '../findings.ts'
import { findMostCommon } from '../most-common.ts'
import { classifyPage } from '../page/page-kind.ts'
import { getDomainLabel } from '../registrable-domain.ts'
import type { WebsiteReport } from '../website-report.ts'
import {
  DEFAULT_REGIONS,
  DOMAIN_COUNTRY,
  GENERIC_DOMAINS,
  LANGUAGE_COUNTRY,
  MIN_COUNTRY_SCORE,
  REGION_WEIGHT,
  REPEATED_SIGN_FACTOR,
  SHARED_DOMAIN,
  SIGN_WEIGHT,
} from './country-signs.ts'
import { hasLegalForm, stripLegalForm } from './legal-forms.ts'
import { findTitleName } from './title-name.ts'

type NameAndAddress = Pick<WebsiteReport, 'name' | 'address'>

/** How far a way to write a name or an address is trusted. */
const METHOD_WEIGHT: Partial<Record<OrganisationFinding['method'], number>> = {
  json_ld: 3,
  microdata: 3,
  hcard: 2,
  vcard: 2,
  section: 2,
  meta: 2,
  text: 1.5,
}
/** A name that every page repeats is no better than one on ten. */
const MAX_COUNTED_PAGES = 10
const LIKENESS_FACTOR = 4
const OFFICIAL_FACTOR = 2

/** The company's name and address as its pages give them, each null when they do not. */
export function chooseOrganisation(domain: string, pages: readonly PageFindings[]): NameAndAddress {
  return { name: chooseName(domain, pages) ?? findTitleName(domain, pages), address: chooseAddress(pages) }
}

/** Numbers without a country's code that are grouped as in North America. */
const NORTH_AMERICAN =
  /^(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}(?:\D.*)?$|^1[2-9]\d\d[2-9]\d{6}$/

/** English-speaking countries whose numbers begin with a zero; their lengths tell them apart. */
const TRUNK_ZERO = ['GB', 'AU', 'IE'] as const

interface Vote {
  weight: number
  pages: number
  forms: Map<string, number>
}

const getPageFactor = ({ url, title }: PageFindings): number =>
  /^(?:home|contact|legal|about)$/.test(classifyPage(url, title)) ? OFFICIAL_FACTOR : 1

function chooseName(domain: string, pages: readonly PageFindings[]): string | null {
  const votes = new Map<string, Vote>()
  for (const page of pages) {
    const factor = getPageFactor(page)
    const seen = new Set<string>()
    for (const { name, method } of page.organisations) {
      const key = name ? foldToWord(stripLegalForm(name)) : ''
      if (!name || key.length < 2) continue
      const vote: Vote = votes.get(key) ?? { weight: 0, pages: 0, forms: new Map() }
      votes.set(key, vote)
      const weight = (METHOD_WEIGHT[method] ?? 1) * factor
      vote.forms.set(name, (vote.forms.get(name) ?? 0) + weight)
      if (seen.has(key) || vote.pages >= MAX_COUNTED_PAGES) continue
      seen.add(key)
      vote.weight += weight
      vote.pages += 1
    }
  }
  const label = foldToWord(getDomainLabel(domain))
  const rate = (key: string, { weight, forms }: Vote): number =>
    weight * (matchesLabel(key, label) ? LIKENESS_FACTOR : 1) + ([...forms.keys()].some(hasLegalForm) ? 1 : 0)
  const [best] = [...votes].sort((a, b) => rate(...b) - rate(...a))
  if (!best) return null
  // The full name, with its legal form, if the pages give it.
  const [form] = [...best[1].forms].sort(
    (a, b) => Number(hasLegalForm(b[0])) - Number(hasLegalForm(a[0])) || b[1] - a[1],
  )
  return form?.[0] ?? null
}

/** Whether a folded name and a domain's label are one: "acmeinc" and "acme", "a c me" by its initials. */
function matchesLabel(key: string, label: string): boolean {
  return key.length >= 3 && label.length >= 2 && (key.includes(label) || label.includes(key))
}

function chooseAddress(pages: readonly PageFindings[]): WebsiteReport['address'] {
  const votes = new Map<string, { weight: number; address: NonNullable<WebsiteReport['address']> }>()
  for (const page of pages) {
    const factor = getPageFactor(page)
    for (const { street, postal_code, city, region, method } of page.organisations) {
      if (!(city && (street || postal_code)) && !(street && postal_code)) continue
      const key = foldText(`${postal_code ?? ''} ${postal_code ? '' : city}`)
      const vote = votes.get(key) ?? {
        weight: 0,
        address: { street: null, postal_code: null, city: null, region: null },
      }
      votes.set(key, vote)
      vote.weight += (METHOD_WEIGHT[method] ?? 1) * factor * (postal_code ? 1.2 : 1)
      const { address } = vote
      address.street ??= street
      address.postal_code ??= postal_code
      address.city ??= city
      address.region ??= region
    }
  }
  const [best] = [...votes.values()].sort((a, b) => b.weight - a.weight)
  return best?.address ?? null
}

/** The country in which the company is, by all signs of its pages and its domain; ISO alpha-2, null when they say too little. */
export function decideCountry(domain: string, pages: readonly PageFindings[]): string | null {
  const scores = new Map<string, number>()
  const add = (country: string, weight: number): void => {
    scores.set(country, (scores.get(country) ?? 0) + weight)
  }
  const suffix = domain.split('.').at(-1) ?? ''
  const own =
    DOMAIN_COUNTRY[suffix] ??
    (/^[a-z]{2}$/.test(suffix) && !GENERIC_DOMAINS.has(suffix) ? suffix.toUpperCase() : null)
  if (own) add(own, SIGN_WEIGHT.domain)
  const language = findMainLanguage(pages)
  const shared = SHARED_DOMAIN[suffix]
  // All the world has `.co`; who writes Spanish there is at home.
  if (shared && language?.startsWith(shared[0])) add(shared[1], SIGN_WEIGHT.domain / 2)
  addCountedSigns(countAddressSigns(pages), add)
  addCountedSigns(countPhoneSigns(pages, language), add)
  if (language) addLanguage(language, add)
  const [best] = [...scores].sort((a, b) => b[1] - a[1])
  if (best && best[1] >= MIN_COUNTRY_SCORE) return best[0]
  return language?.startsWith('en') ? findNamedCountry(pages) : null
}

/** The country that most is said of, where nothing else tells. */
function findNamedCountry(pages: readonly PageFindings[]): string | null {
  const named = pages.flatMap(({ countries = {} }) =>
    Object.entries(countries).flatMap(([country, count]) => Array<string>(Math.min(count, 20)).fill(country)),
  )
  return findMostCommon(named)
}

type Add = (country: string, weight: number) => void
/** How often a sign of one kind was seen, by kind and country. */
type Counts = Map<string, { country: string; kind: keyof typeof SIGN_WEIGHT; count: number }>

function addCountedSigns(counts: Counts, add: Add): void {
  const largest = new Map<string, number>()
  for (const { kind, count } of counts.values()) largest.set(kind, Math.max(largest.get(kind) ?? 0, count))
  for (const { country, kind, count } of counts.values()) {
    // An office abroad that is named once does not outweigh the address on every page.
    const share = count / (largest.get(kind) ?? count)
    const weight = SIGN_WEIGHT[kind] * share
    add(country, weight * (count > 1 ? REPEATED_SIGN_FACTOR : 1) * 0.5 + weight * 0.5)
  }
}

function countSign(counts: Counts, kind: keyof typeof SIGN_WEIGHT, country: string, by = 1): void {
  const key = `${kind} ${country}`
  const known = counts.get(key)
  if (known) known.count += by
  else counts.set(key, { country, kind, count: by })
}

function countAddressSigns(pages: readonly PageFindings[]): Counts {
  const counts: Counts = new Map()
  for (const page of pages) {
    for (const { country, method } of page.organisations) {
      if (!country) continue
      countSign(counts, method === 'text' ? 'vat' : method === 'section' ? 'section' : 'structured', country)
    }
  }
  return counts
}

function countPhoneSigns(pages: readonly PageFindings[], language: string | null): Counts {
  const counts: Counts = new Map()
  const seen = new Set<string>()
  for (const page of pages) {
    for (const { raw, status } of page.phones) {
      if (status === 'foreign' || status === 'doubtful' || seen.has(raw)) continue
      seen.add(raw)
      if (NORTH_AMERICAN.test(raw) && (!language || /^(?:en|fr)/.test(language))) {
        // Toll-free numbers belong to the whole plan.
        const area = readPhones(raw, 'US')[0]
        if (area) countSign(counts, 'shape', area.country ?? 'US')
      }
      if (language?.startsWith('en') && /^\(?0(?!0)/.test(raw)) {
        const home = TRUNK_ZERO.find((country) => readPhones(raw, country).length > 0)
        if (home) countSign(counts, 'shape', home)
      }
      if (!/^\(?\s?(?:\+|00)/.test(raw)) continue
      const country = readPhones(raw, null)[0]?.country
      // Numbers of North America are one plan; the country is the United States' unless the area says more.
      if (country) countSign(counts, 'phone', country, status === 'frame' || status === 'own' ? 2 : 1)
    }
  }
  return counts
}

/** The tag that most pages have, `de-at`. */
function findMainLanguage(pages: readonly PageFindings[]): string | null {
  const most = findMostCommon(pages.flatMap(({ lang }) => lang || []))
  return most?.replace('_', '-').toLowerCase() ?? null
}

function addLanguage(tag: string, add: Add): void {
  const [language = '', ...rest] = tag.split('-')
  const region = rest.find((part) => /^[a-z]{2}$/.test(part))
  if (region) add(region === 'uk' ? 'GB' : region.toUpperCase(), DEFAULT_REGIONS[tag] ?? REGION_WEIGHT)
  const spoken = LANGUAGE_COUNTRY[language]
  if (spoken && (!region || spoken[0] === region.toUpperCase())) add(...spoken)
}
