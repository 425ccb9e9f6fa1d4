import type { Want } from '#contract/sources/source-kinds/define.ts'
import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { FoundValue, SourceLead, SourceOrigin } from '../lead-source.ts'
import { linkedinUrl } from '../person-key.ts'
import { personLead, readHost, readPhone, vendorOrigin, webUrl } from '../person-lead.ts'
import type { PdlPerson } from './people-data-labs-replies.ts'

const ID = 'people-data-labs'

/** A text field; null when it only says that there is a value. */
const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The first text of a list of texts or objects. */
function readFirst(list: unknown, name: string): string | null {
  if (!Array.isArray(list)) return null
  for (const entry of list) {
    const text = readText(
      typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>)[name] : entry,
    )
    if (text) return text
  }
  return null
}

/** The vendor writes everything in lower case. */
const titleCased = (value: unknown): string | null =>
  readText(value)?.replace(
    /(^|[\s'-])(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  ) ?? null

const SENIORITY = {
  owner: 'owner',
  partner: 'partner',
  cxo: 'c_level',
  vp: 'vp',
  director: 'head',
  manager: 'manager',
  senior: 'senior',
  entry: 'entry',
  training: 'entry',
} as Record<string, string>

const readEmail = (person: PdlPerson): string | null =>
  readText(person.work_email) ??
  readText(person.recommended_personal_email) ??
  readFirst(person.personal_emails, 'address') ??
  readFirst(person.emails, 'address')

const readPhoneText = (person: PdlPerson): string | null =>
  readText(person.mobile_phone) ?? readFirst(person.phone_numbers, 'number')

/** A lead from a record. Contacts hidden by the plan are left out. */
export function makeLead(person: PdlPerson, index: string): SourceLead {
  const id = readText(person.id) ?? index
  const levels = Array.isArray(person.job_title_levels) ? person.job_title_levels : []
  const site = readText(person.job_company_website)
  return personLead(ID, {
    id,
    facts: {
      name: titleCased(person.full_name),
      position: readText(person.job_title),
      seniority: levels.map((level) => SENIORITY[level]).find(Boolean),
      department: readText(person.job_title_role)?.replaceAll('_', ' '),
      company: titleCased(person.job_company_name),
      website: webUrl(site),
      domain: readHost(site),
      email: readEmail(person),
      phone: readPhoneText(person),
      city: titleCased(person.location_locality),
      region: titleCased(person.location_region),
      country: readText(person.location_country),
      linkedin_url: readText(person.linkedin_url),
      github_url: webUrl(readText(person.github_url)),
      x_url: webUrl(readText(person.twitter_url)),
      keywords: Array.isArray(person.skills)
        ? person.skills
            .filter((skill) => typeof skill === 'string')
            .slice(0, 20)
            .join(', ')
        : null,
    },
    origin: vendorOrigin(ID, id, { method: 'record' }),
  })
}

/** The requested values of a match. */
export function foundValues(
  person: PdlPerson,
  likelihood: number | null | undefined,
  wants: readonly Want[],
): Record<string, FoundValue> {
  const country = resolveCountry(readText(person.location_country) ?? '')
  const origin: SourceOrigin = vendorOrigin(ID, readText(person.id), {
    method: 'match',
    confidence: Math.min(1, (likelihood ?? 6) / 10),
  })
  const found: [Want, string, string | null][] = [
    ['email', 'email', readEmail(person)?.toLowerCase() ?? null],
    ['phone', 'phone', readPhone(readPhoneText(person), country)],
    ['profile', 'linkedin_url', linkedinUrl(readText(person.linkedin_url))],
  ]
  const values = Object.fromEntries(
    found.flatMap(([want, field, value]) =>
      value && wants.includes(want) ? [[field, { value, origin }]] : [],
    ),
  )
  return {
    ...values,
    ...(values.email && {
      email_state: { value: 'unknown', origin },
      email_kind: { value: 'person', origin },
    }),
  }
}
