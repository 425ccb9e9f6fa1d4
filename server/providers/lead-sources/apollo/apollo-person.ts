import type { EmailState } from '#contract/leads/email-states.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { FoundValue, SourceLead } from '../lead-source.ts'
import { linkedinUrl } from '../person-key.ts'
import { personLead, readHost, readPhone, vendorOrigin, webUrl } from '../person-lead.ts'
import type { ApolloFound, ApolloPerson, ApolloPhones } from './apollo-replies.ts'

const ID = 'apollo'

const SENIORITY: Record<string, string> = {
  owner: 'owner',
  founder: 'owner',
  partner: 'partner',
  c_suite: 'c_level',
  vp: 'vp',
  head: 'head',
  director: 'head',
  manager: 'manager',
  senior: 'senior',
  entry: 'entry',
  intern: 'entry',
}

/** Placeholder for an address that the plan does not unlock. */
const PLACEHOLDER = /^email_not_unlocked@/i

const readEmail = ({ email }: ApolloPerson): string | null =>
  email && !PLACEHOLDER.test(email) ? email : null

const STATES: Record<string, EmailState> = { verified: 'valid', bounced: 'invalid' }
const readState = ({ email_status: status }: ApolloPerson): EmailState => STATES[status ?? ''] ?? 'unknown'

const CONFIDENCE: Record<string, number> = { verified: 0.95 }

const makeOrigin = (person: ApolloPerson, method: string) =>
  vendorOrigin(ID, person.id, { method, confidence: CONFIDENCE[person.email_status ?? ''] ?? 0.7 })

type ApolloNumber = NonNullable<ApolloPhones['people'][number]['phone_numbers']>[number]

/** The first dialable number. */
const firstPhone = (
  numbers: readonly ApolloNumber[] | null | undefined,
  country: string | null,
): string | null => {
  for (const { sanitized_number: clean, raw_number: raw } of numbers ?? []) {
    const phone = readPhone(clean ?? raw, country)
    if (phone) return phone
  }
  return null
}

const readCountry = ({ country }: ApolloPerson) => (country ? resolveCountry(country) : null)

/** A lead from an unlocked person. */
export function makeLead(person: ApolloPerson): SourceLead {
  const { organization } = person
  return personLead(ID, {
    id: person.id,
    facts: {
      name: person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' '),
      position: person.title,
      seniority: SENIORITY[person.seniority ?? ''],
      department: person.departments?.[0]?.replaceAll('_', ' '),
      company: organization?.name,
      website: webUrl(organization?.website_url),
      domain: organization?.primary_domain ?? readHost(organization?.website_url),
      email: readEmail(person),
      email_state: readState(person),
      phone: firstPhone(person.contact?.phone_numbers, readCountry(person)),
      city: person.city,
      region: person.state,
      country: person.country,
      linkedin_url: person.linkedin_url,
      github_url: webUrl(person.github_url),
      x_url: webUrl(person.twitter_url),
    },
    origin: makeOrigin(person, 'match'),
  })
}

/** A preview from the free search. */
export function makePreview(found: ApolloFound): SourceLead {
  const { key, values, origin } = personLead(ID, {
    id: found.id,
    facts: {
      name: [found.first_name, found.last_name_obfuscated].filter(Boolean).join(' '),
      position: found.title,
      company: found.organization?.name,
    },
    origin: vendorOrigin(ID, found.id, { method: 'search' }),
  })
  return { key, values, origin }
}

/** The requested values of a match. */
export function foundValues(person: ApolloPerson, wants: readonly Want[]): Record<string, FoundValue> {
  const origin = makeOrigin(person, 'match')
  const found: [Want, string, string | null][] = [
    ['email', 'email', readEmail(person)?.toLowerCase() ?? null],
    ['phone', 'phone', firstPhone(person.contact?.phone_numbers, readCountry(person))],
    ['profile', 'linkedin_url', linkedinUrl(person.linkedin_url)],
  ]
  const values = Object.fromEntries(
    found.flatMap(([want, field, value]) =>
      value && wants.includes(want) ? [[field, { value, origin }]] : [],
    ),
  )
  if (!values.email) return values
  return {
    ...values,
    email_state: { value: readState(person), origin },
    email_kind: { value: 'person', origin },
  }
}

/** The phone number that arrived later. */
export function deliveredPhone(people: ApolloPhones['people'], id: string): Record<string, FoundValue> {
  const value = firstPhone(people.find((person) => person.id === id)?.phone_numbers, null)
  return value ? { phone: { value, origin: vendorOrigin(ID, id, { method: 'phone look-up' }) } } : {}
}
