import { foldToWord } from '#server/platform/text/fold-text.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import { buildLocalPart, listNameReadings, PATTERN_TEMPLATES } from '../infer/address-pattern.ts'
import { GIVEN_NAMES } from '../people/words/given-names.ts'
import type { WebsiteEmail, WebsitePerson } from '../website-report.ts'
import type { SeenAddress, WebsiteFacts } from './address-ownership.ts'
import { isListAddress } from './foreign-domains.ts'
import { isDepartmentMailbox, isMainMailbox } from './mailbox-words.ts'

type Kind = Pick<WebsiteEmail, 'kind' | 'person'>

/** Local parts that the names of people would make, with the name; null where two names make the same. */
export function deriveLocalParts(people: readonly WebsitePerson[]): ReadonlyMap<string, string | null> {
  const parts = new Map<string, string | null>()
  for (const name of new Set(people.map((person) => person.name))) {
    for (const reading of listNameReadings(name))
      for (const template of PATTERN_TEMPLATES) {
        const local = buildLocalPart(template, reading)
        if (!local || local.length < 3) continue
        const other = parts.get(local)
        parts.set(local, other === undefined || other === name ? name : null)
      }
  }
  return parts
}

/** What an address is for, and whose it is. */
export function classifyEmail(
  { value, local, domain }: SeenAddress,
  facts: WebsiteFacts,
  localParts: ReadonlyMap<string, string | null>,
): Kind {
  const nobody = (kind: WebsiteEmail['kind']): Kind => ({ kind, person: null })
  const own = isHostBelow(domain, facts.domain)
  const main = isMainMailbox(local)
  const claim = facts.peopleByAddress.get(value)
  if (isListAddress(local, domain) && !claim) return nobody('list')
  if (own && main) return nobody('org')
  if (own && isDepartmentMailbox(local)) return nobody('role')
  if (claim) return { kind: 'person', person: claim.name }
  if (main || foldToWord(local) === facts.label) return nobody('org')
  if (isDepartmentMailbox(local)) return nobody('role')
  const name = localParts.get(local)
  if (name) return { kind: 'person', person: name }
  // What a company shows as its own at a provider of free mailboxes is its main one, whoever's name it has.
  if (!own && isFreeDomain(domain)) return nobody('org')
  return nobody(looksPersonal(local) ? 'person' : own ? 'role' : 'org')
}

/** `jane`, `jane.doe`, `j.doe`. */
function looksPersonal(local: string): boolean {
  const words = local.split(/[._-]/)
  return (
    words.some((word) => GIVEN_NAMES.has(word)) || (words.length === 2 && /^[a-z]\.[a-z]{3,}$/.test(local))
  )
}
