import type { CheckAddress } from './check-address.ts'
import { inferAddresses } from './infer/infer-addresses.ts'
import { areAlike, createNameKey, listLookupKeys } from './people/same-person.ts'
import type { CheckedEmail, WebsitePerson, WebsiteReport } from './website-report.ts'

/** A person of a list whose address is wanted. */
export interface WantedPerson {
  name: string
  position: string | null
}

/** Whether two names are one person's, in whatever order and with or without middle names. */
function isSameName(a: string, b: string): boolean {
  const [one, other] = [createNameKey(a), createNameKey(b)]
  const keys = new Set(listLookupKeys(one))
  return listLookupKeys(other).some((key) => keys.has(key)) && areAlike(one, other)
}

const toWebsitePerson = ({ name, position }: WantedPerson): WebsitePerson => ({
  name,
  role: position,
  section: null,
  email: null,
  phone: null,
  socials: [],
  staff: true,
  sources: [],
})

/**
 * The address of a person at the company of a website, with its state: the published one of that name, else one
 * made from the domain's pattern (see inferAddresses for when that counts); null when there is none.
 */
export async function findPersonAddress(
  report: WebsiteReport,
  wanted: WantedPerson,
  { check, signal }: { check: CheckAddress; signal: AbortSignal },
): Promise<CheckedEmail | null> {
  const published = report.emails.find(({ person }) => person !== null && isSameName(person, wanted.name))
  if (published) return { ...published, state: (await check(published.value)).state }
  const known = report.emails.flatMap(({ value, person }) => (person ? [{ name: person, email: value }] : []))
  const [inferred] = await inferAddresses({
    people: [toWebsitePerson(wanted)],
    domain: report.domain,
    known,
    taken: new Set(known.map(({ email }) => email)),
    verify: (address) => check(address, { guess: true }),
    signal,
  })
  if (!inferred) return null
  // Made by us and standing on a page all the same: then it is published.
  const seen = report.emails.find(({ value }) => value === inferred.address)
  if (seen) return { ...seen, kind: 'person', person: wanted.name, state: inferred.state }
  return {
    value: inferred.address,
    kind: 'inferred',
    person: wanted.name,
    confidence: inferred.confidence,
    state: inferred.state,
    sources: [],
  }
}
