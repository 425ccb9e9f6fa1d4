import * as z from 'zod/mini'

const text = () => z.nullish(z.string())
const Source = z.object({
  uri: text(),
  extracted_on: text(),
  last_seen_on: text(),
  still_on_page: z.nullish(z.boolean()),
})
const sources = () => z.nullish(z.array(Source))
const verification = () => z.nullish(z.object({ date: text(), status: text() }))

const Email = z.object({
  value: z.string(),
  type: text(),
  confidence: z.nullish(z.number()),
  sources: sources(),
  first_name: text(),
  last_name: text(),
  position: text(),
  seniority: text(),
  department: text(),
  linkedin: text(),
  twitter: text(),
  phone_number: text(),
  verification: verification(),
})
export type HunterEmail = z.output<typeof Email>

/** A page of a company's addresses. */
export const DomainSearch = z.object({
  data: z.object({ domain: text(), organization: text(), emails: z.array(Email) }),
  meta: z.object({ results: z.int() }),
})
export type HunterCompany = z.output<typeof DomainSearch>['data']

const counts = () => z.nullish(z.record(z.string(), z.number()))

/** Number of known addresses of a company. */
export const EmailCount = z.object({
  data: z.object({
    total: z.int(),
    personal_emails: z.nullish(z.int()),
    department: counts(),
    seniority: counts(),
  }),
})

/** A person's address; `email` is null when there is none. */
export const EmailFinder = z.object({
  data: z.object({
    email: text(),
    score: z.nullish(z.number()),
    accept_all: z.nullish(z.boolean()),
    sources: sources(),
    verification: verification(),
  }),
})
export type HunterFound = z.output<typeof EmailFinder>['data']

/** Result of an address check. */
export const EmailVerifier = z.object({ data: z.object({ status: text() }) })

const Meter = z.nullish(z.object({ used: z.number(), available: z.number() }))

/** The plan and its remaining quota. */
export const Account = z.object({
  data: z.object({
    plan_name: text(),
    requests: z.nullish(z.object({ credits: Meter, searches: Meter })),
  }),
})

/** The body of an error. */
export const Errors = z.object({
  errors: z.array(z.object({ id: text(), code: z.nullish(z.number()), details: text() })),
})
