import { foldText, foldToWord } from '#server/platform/text/fold-text.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import type { EmailFinding, PageFindings } from '../findings.ts'
import { classifyPage, type PageKind } from '../page/page-kind.ts'
import { getDomainLabel, getRegistrableDomain } from '../registrable-domain.ts'
import { FOREIGN_WORDS } from '../source-status/foreign-words.ts'
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
  hasOwnAddress: boolean
  /** People by their published address; null when several people share it. */
  peopleByAddress: ReadonlyMap<string, WebsitePerson | null>
  /** Pages that show so many addresses of others that they are lists of them. */
  directories: ReadonlySet<string>
  /** Contact pages and imprints that show one address and no other, by that address. */
  soleAddresses: ReadonlyMap<string, string>
}

/** Foreign addresses on one page from which it counts as a list of others. */
const MIN_DIRECTORY_SIZE = 5
const MIN_LABEL_CHARS = 3
const MIN_NAME_CHARS = 4

/** All addresses of the pages, each once. */
export function collectAddresses(pages: readonly PageFindings[]): SeenAddress[] {
  const seen = new Map<string, SeenAddress>()
  for (const { url, title, emails } of pages) {
    const kind = classifyPage(url, title)
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
export function gatherWebsiteFacts({
  domain,
  pages,
  people,
  addresses,
}: {
  domain: string
  pages: readonly PageFindings[]
  people: readonly WebsitePerson[]
  addresses: readonly SeenAddress[]
}): WebsiteFacts {
  const peopleByAddress = new Map<string, WebsitePerson | null>()
  for (const person of people) {
    const email = person.email?.toLowerCase()
    if (email) peopleByAddress.set(email, peopleByAddress.has(email) ? null : person)
  }
  const foreign = new Map<string, Set<string>>()
  for (const address of addresses) {
    if (isHostBelow(address.domain, domain) || peopleByAddress.has(address.value)) continue
    for (const { url } of address.places) foreign.set(url, (foreign.get(url) ?? new Set()).add(address.value))
  }
  return {
    domain,
    label: foldToWord(getDomainLabel(domain)),
    pages: pages.length,
    hasOwnAddress: addresses.some((address) => isHostBelow(address.domain, domain)),
    peopleByAddress,
    soleAddresses: findSoleAddresses(addresses),
    directories: new Set(
      [...foreign].filter(([, values]) => values.size >= MIN_DIRECTORY_SIZE).map(([url]) => url),
    ),
  }
}

/** Legal pages on which others are named: who watches over data, whose terms hold. */
const POLICY_PAGE = /privacy|datenschutz|confidentialite|privacidad|terms|agb|cgv|disclaimer|cookie/i

/** The one address of each contact page and imprint that shows just one. */
function findSoleAddresses(addresses: readonly SeenAddress[]): Map<string, string> {
  const shown = new Map<string, string | null>()
  for (const { value, places } of addresses)
    for (const { url, kind } of places) {
      if (kind !== 'contact' && (kind !== 'legal' || POLICY_PAGE.test(url))) continue
      shown.set(url, !shown.has(url) || shown.get(url) === value ? value : null)
    }
  return new Map([...shown].filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Whether a place is where companies say how to write to them, and names nobody else. */
const isSoleContactAddress = ({ value, places }: SeenAddress, { soleAddresses }: WebsiteFacts): boolean =>
  places.some((place) => {
    const { status, context } = place.finding
    const isOthers = status === 'foreign' || /^(?:credits|data): /.test(context) || isCreditPlace(place)
    return (
      soleAddresses.get(place.url) === value && !isOthers && !FOREIGN_WORDS.partners.test(foldText(context))
    )
  })

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
const DEFAULT_CONFIDENCE = 0.92

/** Confidence of 0 to 1 that an address is the company's; null when it is somebody else's. */
export function rateOwnership(address: SeenAddress, facts: WebsiteFacts): number | null {
  const read = Math.max(
    ...address.places.map(({ finding }) => METHOD_CONFIDENCE[finding.method] ?? DEFAULT_CONFIDENCE),
  )
  if (isHostBelow(address.domain, facts.domain))
    return Math.min(0.99, read + (address.places.length > 2 ? 0.03 : 0))
  const trust = rateForeignAddress(address, facts)
  return trust === null ? null : Number((trust * read).toFixed(2))
}

/** Another domain's address is the company's only when the page says so. */
function rateForeignAddress(address: SeenAddress, facts: WebsiteFacts): number | null {
  const claim = facts.peopleByAddress.get(address.value)
  if (claim?.staff) return address.places.every(isCreditPlace) ? null : 0.95
  // Authors and guests have addresses of their own; where the company tells how to write to it, it is its own.
  if (claim && !address.places.some(({ kind }) => kind === 'contact' || kind === 'legal')) return null
  if (isVendorDomain(address.domain)) return null
  if (isSoleContactAddress(address, facts)) return 0.7
  const places = address.places.filter((place) => !isForeignPlace(place, facts))
  if (places.length === 0) return null
  // Somebody whom the contact page or imprint names with this address is the company's.
  if (claim && places.some(({ kind }) => kind === 'contact' || kind === 'legal')) return 0.85
  if (isSisterDomain(address.domain, facts.label)) return 0.9
  if (isListAddress(address.local, address.domain))
    return isOwnMailingList(address, places, facts) ? 0.8 : null
  if (containsCompanyName(address, facts.label)) return 0.85
  if (places.some(isOwnStructuredData)) return 0.85
  const central = places.filter(isContactPlace)
  if (isFreeDomain(address.domain)) return central.length > 0 ? (facts.hasOwnAddress ? 0.65 : 0.8) : null
  const shown = new Set(places.map(({ url }) => url)).size / Math.max(1, facts.pages)
  const credited = places.length < address.places.length
  if (!facts.hasOwnAddress) return central.length > 0 && !credited ? 0.65 : null
  // Used throughout, and as a way to write to the company, not only under the page.
  return facts.pages >= 3 && shown >= 0.6 && !credited && central.some(({ kind }) => kind === 'contact')
    ? 0.65
    : null
}

/** The same name under another suffix. */
const isSisterDomain = (domain: string, label: string): boolean =>
  label.length >= MIN_LABEL_CHARS && !isFreeDomain(domain) && foldToWord(getDomainLabel(domain)) === label

/** Words for who made the website or watches over the company; on a team's page they are roles. */
const isCreditPlace = ({ finding: { status, context }, kind }: AddressPlace): boolean =>
  kind !== 'about' && (status === 'foreign' || hasForeignWords(foldText(context)))

const hasForeignWords = (words: string): boolean =>
  FOREIGN_WORDS.credits.test(words) || FOREIGN_WORDS.authorities.test(words)

/** Words of somebody else around it, or one of many parties. */
function isForeignPlace({ finding, url, kind }: AddressPlace, { directories }: WebsiteFacts): boolean {
  const { status, context } = finding
  if (status === 'foreign' || /^(?:credits|data): /.test(context)) return true
  if (status === 'doubtful' || directories.has(url)) return true
  const words = foldText(context)
  // In a head or foot several parties stand side by side: what stands before an address was weighed with its place.
  if (status !== 'frame' && hasForeignWords(words)) return true
  return kind !== 'contact' && kind !== 'home' && FOREIGN_WORDS.partners.test(words)
}

/** The page says in structured data that it is the company's. */
const isOwnStructuredData = ({ finding, kind }: AddressPlace): boolean =>
  kind !== 'article' && kind !== 'other' && /^structured: (?!.*\bPerson\b)\S/.test(finding.context)

/** Where companies tell how to write to them. */
const isContactPlace = ({ finding, kind }: AddressPlace): boolean =>
  kind === 'contact' || kind === 'legal' || kind === 'home' || finding.status === 'frame'

function isOwnMailingList({ local }: SeenAddress, places: AddressPlace[], { label }: WebsiteFacts): boolean {
  if (label.length >= MIN_LABEL_CHARS && foldToWord(local).includes(label)) return true
  return places.some(isContactPlace) || new Set(places.map(({ url }) => url)).size > 1
}

/** `acme.bakery@gmail.com`, `info@acme-holding.de` for `acme-bakery.de`. */
function containsCompanyName({ local, domain }: SeenAddress, label: string): boolean {
  if (label.length < MIN_NAME_CHARS) return false
  if (foldToWord(local).includes(label)) return true
  const other = foldToWord(getDomainLabel(getRegistrableDomain(domain) ?? domain))
  if (isFreeDomain(domain) || other.length < MIN_NAME_CHARS + 1) return false
  return other.startsWith(label) || (label.startsWith(other) && other.length * 2 > label.length)
}
