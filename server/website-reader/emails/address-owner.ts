import { foldText } from '#server/platform/text/fold-text.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import type { EmailFinding, PageFindings } from '../findings.ts'
import { type PageKind, pageKind } from '../page/page-kind.ts'
import { domainLabel, registrableDomain } from '../registrable-domain.ts'
import { FOREIGN_WORDS } from '../standing/foreign-words.ts'
import type { WebsitePerson } from '../website-report.ts'
import { isListAddress, isVendorDomain } from './foreign-domains.ts'

/** Where an address of the website stands. */
interface AddressPlace {
  finding: EmailFinding
  url: string
  kind: PageKind
}
/** An address with every place it stands in. */
export interface SeenAddress {
  /** Lower case. */
  value: string
  local: string
  domain: string
  places: AddressPlace[]
}

/** What is known about the whole website. */
export interface WebsiteFacts {
  /** Registrable domain. */
  domain: string
  /** The domain without its suffix, letters and digits only. */
  label: string
  pages: number
  hasOwn: boolean
  /** People by their published address; null when several people share it. */
  claims: ReadonlyMap<string, WebsitePerson | null>
  /** Pages that show so many addresses of others that they are lists of them. */
  directories: ReadonlySet<string>
  /** Contact pages and imprints that show one address and no other, by that address. */
  onlyWays: ReadonlyMap<string, string>
}

/** Foreign addresses on one page from which it counts as a list of others. */
const DIRECTORY = 5
const MIN_LABEL = 3
const MIN_PART = 4

/** All addresses of the pages, each once. */
export function seenAddresses(pages: readonly PageFindings[]): SeenAddress[] {
  const seen = new Map<string, SeenAddress>()
  for (const { url, title, emails } of pages) {
    const kind = pageKind(url, title)
    for (const finding of emails) {
      const value = finding.value.toLowerCase()
      const sign = value.lastIndexOf('@')
      const address = seen.get(value) ?? {
        value,
        local: value.slice(0, sign),
        domain: value.slice(sign + 1),
        places: [],
      }
      seen.set(value, address)
      address.places.push({ finding, url, kind })
    }
  }
  return [...seen.values()]
}

/** Gathers what the decisions about single addresses need. */
export function websiteFacts(
  domain: string,
  pages: readonly PageFindings[],
  people: readonly WebsitePerson[],
  addresses: readonly SeenAddress[],
): WebsiteFacts {
  const claims = new Map<string, WebsitePerson | null>()
  for (const person of people) {
    const email = person.email?.toLowerCase()
    if (email) claims.set(email, claims.has(email) ? null : person)
  }
  const foreign = new Map<string, Set<string>>()
  for (const address of addresses) {
    if (isOwnDomain(address.domain, domain) || claims.has(address.value)) continue
    for (const { url } of address.places) foreign.set(url, (foreign.get(url) ?? new Set()).add(address.value))
  }
  return {
    domain,
    label: plain(domainLabel(domain)),
    pages: pages.length,
    hasOwn: addresses.some((address) => isOwnDomain(address.domain, domain)),
    claims,
    onlyWays: onlyWays(addresses),
    directories: new Set([...foreign].filter(([, values]) => values.size >= DIRECTORY).map(([url]) => url)),
  }
}

/** Legal pages on which others are named: who watches over data, whose terms hold. */
const NO_IMPRINT = /privacy|datenschutz|confidentialite|privacidad|terms|agb|cgv|disclaimer|cookie/i

/** The one address of each contact page and imprint that shows just one. */
function onlyWays(addresses: readonly SeenAddress[]): Map<string, string> {
  const shown = new Map<string, string | null>()
  for (const { value, places } of addresses)
    for (const { url, kind } of places) {
      if (kind !== 'contact' && (kind !== 'legal' || NO_IMPRINT.test(url))) continue
      shown.set(url, !shown.has(url) || shown.get(url) === value ? value : null)
    }
  return new Map([...shown].filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Whether a place is where companies say how to write to them, and names nobody else. */
const isOnlyWay = ({ value, places }: SeenAddress, { onlyWays }: WebsiteFacts): boolean =>
  places.some((place) => {
    const { standing, context } = place.finding
    const isOthers = standing === 'foreign' || /^(?:credits|data): /.test(context) || isCredit(place)
    return onlyWays.get(place.url) === value && !isOthers && !FOREIGN_WORDS.partners.test(foldText(context))
  })

/** Whether a domain is the website's or lies below it. */
export const isOwnDomain = (domain: string, own: string): boolean =>
  domain === own || domain.endsWith(`.${own}`)

const plain = (text: string): string => foldText(text).replaceAll(' ', '')

/** How sure a form is to be read rightly. */
const METHOD_CONFIDENCE: Partial<Record<EmailFinding['method'], number>> = {
  mailto: 0.95,
  text: 0.95,
  cloudflare: 0.95,
  obfuscated_text: 0.9,
  split_markup: 0.9,
  meta: 0.85,
  script: 0.85,
}
const OTHER_METHOD = 0.92

/** Confidence of 0 to 1 that an address is the company's; null when it is somebody else's. */
export function ownership(address: SeenAddress, facts: WebsiteFacts): number | null {
  const read = Math.max(
    ...address.places.map(({ finding }) => METHOD_CONFIDENCE[finding.method] ?? OTHER_METHOD),
  )
  if (isOwnDomain(address.domain, facts.domain))
    return Math.min(0.99, read + (address.places.length > 2 ? 0.03 : 0))
  const trust = trustOfForeign(address, facts)
  return trust === null ? null : Number((trust * read).toFixed(2))
}

/** Another domain's address is the company's only when the page says so. */
function trustOfForeign(address: SeenAddress, facts: WebsiteFacts): number | null {
  const claim = facts.claims.get(address.value)
  if (claim?.staff) return address.places.every(isCredit) ? null : 0.95
  // Authors and guests have addresses of their own; where the company tells how to write to it, it is its own.
  if (claim && !address.places.some(({ kind }) => kind === 'contact' || kind === 'legal')) return null
  if (isVendorDomain(address.domain)) return null
  if (isOnlyWay(address, facts)) return 0.7
  const places = address.places.filter((place) => !isOthersPlace(place, facts))
  if (places.length === 0) return null
  // Somebody whom the contact page or imprint names with this address is the company's.
  if (claim && places.some(({ kind }) => kind === 'contact' || kind === 'legal')) return 0.85
  if (isSister(address.domain, facts.label)) return 0.9
  if (isListAddress(address.local, address.domain)) return isOwnList(address, places, facts) ? 0.8 : null
  if (namesCompany(address, facts.label)) return 0.85
  if (places.some(isOwnStatement)) return 0.85
  const central = places.filter(isCentral)
  if (isFreeDomain(address.domain)) return central.length > 0 ? (facts.hasOwn ? 0.65 : 0.8) : null
  const shown = new Set(places.map(({ url }) => url)).size / Math.max(1, facts.pages)
  const credited = places.length < address.places.length
  if (!facts.hasOwn) return central.length > 0 && !credited ? 0.65 : null
  // Used throughout, and as a way to write to the company, not only under the page.
  return facts.pages >= 3 && shown >= 0.6 && !credited && central.some(({ kind }) => kind === 'contact')
    ? 0.65
    : null
}

/** The same name under another suffix. */
const isSister = (domain: string, label: string): boolean =>
  label.length >= MIN_LABEL && !isFreeDomain(domain) && plain(domainLabel(domain)) === label

/** Words for who made the website or watches over the company; on a team's page they are roles. */
const isCredit = ({ finding: { standing, context }, kind }: AddressPlace): boolean =>
  kind !== 'about' && (standing === 'foreign' || hasForeignWords(foldText(context)))

const hasForeignWords = (words: string): boolean =>
  FOREIGN_WORDS.credits.test(words) || FOREIGN_WORDS.authorities.test(words)

/** Words of somebody else around it, or one of many parties. */
function isOthersPlace({ finding, url, kind }: AddressPlace, { directories }: WebsiteFacts): boolean {
  const { standing, context } = finding
  if (standing === 'foreign' || /^(?:credits|data): /.test(context)) return true
  if (standing === 'doubtful' || directories.has(url)) return true
  const words = foldText(context)
  // In a head or foot several parties stand side by side: what stands before an address was weighed with its place.
  if (standing !== 'frame' && hasForeignWords(words)) return true
  return kind !== 'contact' && kind !== 'home' && FOREIGN_WORDS.partners.test(words)
}

/** The page says in structured data that it is the company's. */
const isOwnStatement = ({ finding, kind }: AddressPlace): boolean =>
  kind !== 'article' && kind !== 'other' && /^structured: (?!.*\bPerson\b)\S/.test(finding.context)

/** Where companies tell how to write to them. */
const isCentral = ({ finding, kind }: AddressPlace): boolean =>
  kind === 'contact' || kind === 'legal' || kind === 'home' || finding.standing === 'frame'

function isOwnList({ local }: SeenAddress, places: AddressPlace[], { label }: WebsiteFacts): boolean {
  if (label.length >= MIN_LABEL && plain(local).includes(label)) return true
  return places.some(isCentral) || new Set(places.map(({ url }) => url)).size > 1
}

/** `acme.bakery@gmail.com`, `info@acme-holding.de` for `acme-bakery.de`. */
function namesCompany({ local, domain }: SeenAddress, label: string): boolean {
  if (label.length < MIN_PART) return false
  if (plain(local).includes(label)) return true
  const other = plain(domainLabel(registrableDomain(domain) ?? domain))
  if (isFreeDomain(domain) || other.length < MIN_PART + 1) return false
  return other.startsWith(label) || (label.startsWith(other) && other.length * 2 > label.length)
}
