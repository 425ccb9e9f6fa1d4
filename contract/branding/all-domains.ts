import * as z from 'zod/mini'
import { Id, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { DOMAIN_STATES } from './domains.ts'

/** Days for which certificate requests are kept. */
export const CERTIFICATE_REQUEST_DAYS = 7
/** Allowed requests of one domain in a day from which they count as repeated. */
export const REPEATED_REQUESTS = 5

/** `failing`: the DNS record is missing. `refused`, `repeated`: certificate requests of the last days. */
export const DOMAIN_PROBLEMS = ['failing', 'refused', 'repeated'] as const
export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number]

/** A domain of any account that fails, or for which the TLS proxy asked. */
export const ReportedDomain = z.object({
  host: z
    .nullable(z.string())
    .check(z.describe('Null: further domains that no account has added, counted together')),
  state: z.nullable(z.enum(DOMAIN_STATES)).check(z.describe('Null: no account has added it')),
  platform: z.boolean().check(z.describe('A domain of the installation itself')),
  account: z.nullable(z.object({ id: Id, name: z.string() })),
  failing_since: z.nullable(Timestamp),
  problem: z.nullable(z.string()).check(z.describe('Result of the last check of its record')),
  allowed: z.int().check(z.describe('Certificate requests that were allowed')),
  refused: z.int().check(z.describe('Certificate requests that were refused')),
  most_allowed: z.int().check(z.describe('Allowed requests of the day that had most')),
  last_request_at: z.nullable(Timestamp),
})
export type ReportedDomain = z.output<typeof ReportedDomain>

const api = defineArea({ tag: 'Domains of all accounts', access: { can: 'see_admin' }, scope: 'admin' })

export const allDomains = api.get('/api/admin/domains', {
  name: 'allDomains.index',
  reads: ['domains'],
  summary: 'Domains that fail their DNS check, and certificate requests of the last 7 days, newest first',
  description:
    `\`refused\`: the proxy asked for a domain that isn’t served. \`repeated\`: it asked for a served one ${REPEATED_REQUESTS} times ` +
    'or more in a day, often because it can’t obtain the certificate.',
  query: z.strictObject({
    ...pageQuery,
    problem: z.optional(z.enum(DOMAIN_PROBLEMS)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(253))),
  }),
  reply: page(ReportedDomain),
  cli: {
    name: 'domains report',
    summary: 'Failing domains of all accounts, and certificate requests of the last 7 days',
    options: { problem: 'Only these: {choices}', search: 'Part of the domain' },
    notes: ['For administrators. repeated: a served domain was requested 5 times or more in a day.'],
    columns: {
      DOMAIN: "host ?? 'other unknown domains'",
      STATE: "state ?? platform?of the installation ?? 'not added'",
      ACCOUNT: '[{account.name} ({account.id})]',
      '>ALLOWED': 'allowed',
      '>REFUSED': 'refused',
      'LAST REQUEST': 'last_request_at|minute',
    },
  },
})
