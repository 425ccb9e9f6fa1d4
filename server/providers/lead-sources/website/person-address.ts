import { foldText } from '#server/platform/text/fold-text.ts'
import type { CheckAddress } from '../lead-source.ts'
import { resolvePeople } from './infer/resolve-people.ts'
import type { CheckedWebsite, WebsitePerson, WebsiteReport } from './website-report.ts'

type Checked = CheckedWebsite['emails'][number]

/** A person of a list whose address is wanted. */
export interface WantedPerson {
  name: string
  position: string | null
}

const tokens = (name: string): string[] =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 1)

/** Whether two names are one person's: the same first and last name, whatever stands between or which comes first. */
export function sameName(a: string, b: string): boolean {
  const [one, other] = [tokens(a), tokens(b)]
  if (one.length < 2 || other.length < 2) return false
  const ends = (parts: string[]) => [parts[0] as string, parts.at(-1) as string]
  const [firstA, lastA] = ends(one)
  const [firstB, lastB] = ends(other)
  return (firstA === firstB && lastA === lastB) || (firstA === lastB && lastA === firstB)
}

const asPerson = ({ name, position }: WantedPerson): WebsitePerson => ({
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
 * The address of a person at the company of a web site, with its state: the published one of that name, else one
 * made from the domain's pattern (see resolvePeople for when that counts); null when there is none.
 */
export async function personAddress(
  report: WebsiteReport,
  wanted: WantedPerson,
  { check, signal }: { check: CheckAddress; signal: AbortSignal },
): Promise<Checked | null> {
  const published = report.emails.find(({ person }) => person !== null && sameName(person, wanted.name))
  if (published) return { ...published, state: (await check(published.value)).state }
  const known = report.emails.flatMap(({ value, person }) => (person ? [{ name: person, email: value }] : []))
  const [inferred] = await resolvePeople({
    people: [asPerson(wanted)],
    domain: report.domain,
    known,
    taken: new Set(known.map(({ email }) => email)),
    verify: check,
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
