import type { EmailState } from '#contract/leads/email-states.ts'
import type { FoundValue, SourceLead, SourceOrigin, Verdict } from '../lead-source.ts'
import { linkedinUrl } from '../person-key.ts'
import { personLead, vendorOrigin } from '../person-lead.ts'
import type { HunterCompany, HunterEmail, HunterFound } from './hunter-replies.ts'

const STATES = {
  valid: 'valid',
  invalid: 'invalid',
  accept_all: 'catch_all',
  disposable: 'disposable',
} satisfies Record<string, Verdict['state'] & EmailState>

/** Our state for Hunter's status; an address not verified recently is unknown. */
export const readState = (status: string | null | undefined): Verdict['state'] & EmailState =>
  STATES[status as keyof typeof STATES] ?? 'unknown'

/** Where an address was seen: the first page that still shows it, else the first. */
function makeOrigin(
  { sources }: Pick<HunterEmail, 'sources'>,
  percent: number | null | undefined,
): SourceOrigin {
  const page = sources?.find(({ still_on_page: still }) => still) ?? sources?.[0]
  return vendorOrigin('hunter', null, {
    url: page?.uri ?? null,
    method: page ? (page.still_on_page ? 'page' : 'former page') : 'pattern',
    confidence: Math.min(1, Math.max(0, (percent ?? 50) / 100)),
    observed_at: page?.last_seen_on ?? null,
  })
}

const formatName = ({ first_name: first, last_name: last }: HunterEmail): string =>
  [first, last].filter(Boolean).join(' ')

const SENIORITY: Record<string, string> = { junior: 'entry', senior: 'senior' }

export function makePerson(email: HunterEmail, { domain, organization }: HunterCompany): SourceLead {
  return personLead('hunter', {
    id: email.value,
    facts: {
      name: formatName(email),
      position: email.position,
      seniority: SENIORITY[email.seniority ?? ''],
      department: email.department,
      company: organization,
      domain,
      website: domain && `https://${domain}`,
      email: email.value,
      email_state: readState(email.verification?.status),
      phone: email.phone_number,
      linkedin_url: email.linkedin,
      x_url: email.twitter && `https://x.com/${email.twitter.replace(/^@/, '')}`,
    },
    origin: makeOrigin(email, email.confidence),
  })
}

/** A general address of a company. Known invalid ones are free. */
export function makeAddress(email: HunterEmail, domain: string): SourceLead {
  const state = readState(email.verification?.status)
  const values = {
    email: email.value.toLowerCase(),
    email_state: state,
    email_kind: email.type === 'generic' ? 'role' : 'person',
    domain,
    name: formatName(email) || null,
    position: email.position ?? null,
    phone: email.phone_number ?? null,
    linkedin_url: linkedinUrl(email.linkedin),
  }
  return {
    key: values.email,
    values,
    origin: makeOrigin(email, email.confidence),
    ...(state === 'invalid' ? { free: true as const } : {}),
  }
}

/** The address found for a person, as values of the lead. */
export function foundValues(found: HunterFound | null): Record<string, FoundValue> {
  if (!found?.email) return {}
  const origin = makeOrigin(found, found.score)
  const state = found.verification?.status ?? (found.accept_all ? 'accept_all' : null)
  return {
    email: { value: found.email.toLowerCase(), origin },
    email_state: { value: readState(state), origin },
    email_kind: { value: 'person', origin },
  }
}
