import type { PageFindings } from '../findings.ts'
import type { Sighting, WebsiteEmail, WebsitePerson } from '../website-report.ts'
import { collectAddresses, gatherWebsiteFacts, rateOwnership, type SeenAddress } from './address-ownership.ts'
import { classifyEmail, deriveLocalParts } from './email-kind.ts'
import { isUnreadMailbox } from './mailbox-words.ts'

const MAX_SIGHTINGS = 50
const KIND_ORDER: readonly WebsiteEmail['kind'][] = ['org', 'role', 'person', 'list', 'inferred']

/**
 * The company's addresses out of all that its pages show, best first, each once with every page and form it was seen
 * in. Addresses of others (web designers, authorities, partners, platforms) and mailboxes that nobody reads are left out.
 * @param domain registrable domain of the website
 * @param people of the whole website, with the addresses that stand in their blocks
 */
export function chooseEmails(
  domain: string,
  pages: readonly PageFindings[],
  people: readonly WebsitePerson[],
): WebsiteEmail[] {
  const addresses = collectAddresses(pages)
  const facts = gatherWebsiteFacts({ domain, pages, people, addresses })
  const localParts = deriveLocalParts(people)
  const chosen: WebsiteEmail[] = []
  for (const address of addresses) {
    if (isUnreadMailbox(address.local)) continue
    const confidence = rateOwnership(address, facts)
    if (confidence === null) continue
    const kind = classifyEmail(address, facts, localParts)
    chosen.push({ value: address.value, ...kind, confidence, sources: listSightings(address) })
  }
  return chosen.sort(
    (a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || b.confidence - a.confidence,
  )
}

function listSightings({ places }: SeenAddress): Sighting[] {
  const sightings = new Map<string, Sighting>()
  for (const { url, finding } of places) {
    if (sightings.size < MAX_SIGHTINGS)
      sightings.set(`${finding.method} ${url}`, { url, method: finding.method })
  }
  return [...sightings.values()]
}
