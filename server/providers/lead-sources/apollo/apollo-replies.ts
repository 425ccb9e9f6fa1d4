import * as z from 'zod/mini'

const text = () => z.nullish(z.string())
/** 64 bits, often negative: as text when a number cannot hold it. */
const requestId = () => z.nullish(z.union([z.string(), z.number()]))

/** A person in the free search: without surname and contacts. */
const Found = z.object({
  id: z.string(),
  first_name: text(),
  last_name_obfuscated: text(),
  title: text(),
  has_email: z.nullish(z.boolean()),
  organization: z.nullish(z.object({ name: text() })),
})
export type ApolloFound = z.output<typeof Found>

export const PeopleSearch = z.object({ total_entries: z.int(), people: z.array(Found) })

const Phone = z.object({ sanitized_number: text(), raw_number: text() })

const Person = z.object({
  id: z.string(),
  first_name: text(),
  last_name: text(),
  name: text(),
  title: text(),
  email: text(),
  email_status: text(),
  linkedin_url: text(),
  github_url: text(),
  twitter_url: text(),
  city: text(),
  state: text(),
  country: text(),
  seniority: text(),
  departments: z.nullish(z.array(z.string())),
  organization: z.nullish(z.object({ name: text(), website_url: text(), primary_domain: text() })),
  contact: z.nullish(z.object({ phone_numbers: z.nullish(z.array(Phone)) })),
})
export type ApolloPerson = z.output<typeof Person>

export const Match = z.object({ person: z.nullable(Person), request_id: requestId() })

export const BulkMatch = z.object({
  matches: z.array(z.nullable(Person)),
  credits_consumed: z.nullish(z.number()),
  request_id: requestId(),
})

/** Delayed phone numbers, from the webhook or polling. */
export const Phones = z.object({
  request_id: requestId(),
  people: z.array(z.object({ id: z.string(), phone_numbers: z.nullish(z.array(Phone)) })),
})
export type ApolloPhones = z.output<typeof Phones>

export const WebhookResult = z.object({ webhook_status: text(), webhook_result: z.nullish(Phones) })

export const NoResult = z.object({
  error_code: z.enum(['result_pending', 'request_id_unknown', 'request_id_expired', 'invalid_request_id']),
  retry_after_seconds: z.nullish(z.number()),
})

const Meter = z.object({ left_over: z.number() })
export const CreditUsage = z.object({ credit_usage_stats: z.object({ lead_credit: Meter }) })
