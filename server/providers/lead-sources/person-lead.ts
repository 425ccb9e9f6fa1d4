import { resolveCountry } from '#server/platform/text/country-names.ts'
import { normalisePhone } from '#server/platform/text/read-phone.ts'
import type { SourceLead, SourceOrigin } from './lead-source.ts'
import { linkedinUrl, personKey } from './person-key.ts'

/** A vendor's facts about a person, by field of the list type; empty texts count as missing. */
export type PersonFacts = Partial<
  Record<
    | 'name'
    | 'position'
    | 'seniority'
    | 'department'
    | 'company'
    | 'website'
    | 'domain'
    | 'email'
    | 'email_state'
    | 'email_kind'
    | 'phone'
    | 'city'
    | 'region'
    | 'country'
    | 'linkedin_url'
    | 'github_url'
    | 'x_url'
    | 'keywords',
    string | null | undefined
  >
>

const MAX_TEXT = 500

const tidy = (value: string | null | undefined): string | null =>
  value?.trim().slice(0, MAX_TEXT).toWellFormed() || null

/** A web URL with its scheme; null for other texts. */
export function webUrl(value: string | null | undefined): string | null {
  const text = tidy(value)
  if (!text) return null
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(url) && new URL(url).hostname.includes('.') ? url : null
}

/** The host of a web URL without `www.`; null for other texts. */
export function readHost(value: string | null | undefined): string | null {
  const url = webUrl(value)
  return url && new URL(url).hostname.toLowerCase().replace(/^www\./, '')
}

/** A phone number in E.164; null when invalid. */
export const readPhone = (value: string | null | undefined, country: string | null): string | null =>
  (value && normalisePhone(value, country)?.e164) || null

/**
 * A lead from a vendor's facts. Without email, phone and LinkedIn profile it is free, because the person can't be
 * reached.
 */
export function personLead(
  source: string,
  { id, facts, origin }: { id: string; facts: PersonFacts; origin: SourceOrigin },
): SourceLead {
  const values = Object.fromEntries(
    Object.entries(facts).flatMap(([field, value]) => {
      const text = tidy(value)
      return text === null ? [] : [[field, text] as const]
    }),
  )
  const country = values.country ? resolveCountry(values.country) : null
  const fixed = {
    ...values,
    country: country ?? null,
    email: values.email?.toLowerCase() ?? null,
    phone: readPhone(values.phone, country),
    linkedin_url: linkedinUrl(values.linkedin_url),
    ...(values.email && {
      email_state: values.email_state ?? 'unknown',
      email_kind: values.email_kind ?? 'person',
    }),
  }
  const canBeReached = fixed.email ?? fixed.phone ?? fixed.linkedin_url
  return {
    key: personKey(source, { linkedin_url: fixed.linkedin_url, email: fixed.email, id }),
    values: Object.fromEntries(Object.entries(fixed).filter(([, value]) => value !== null)),
    origin,
    ...(canBeReached ? {} : { free: true as const }),
  }
}

export const vendorOrigin = (
  source: string,
  record: string | null,
  more: Partial<SourceOrigin> = {},
): SourceOrigin => ({
  source,
  url: null,
  method: 'api',
  confidence: 0.8,
  observed_at: null,
  licence: null,
  record,
  ...more,
})
