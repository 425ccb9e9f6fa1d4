import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { DEFAULT_MAX_PEOPLE, MAX_PEOPLE } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { LeadSelection } from '../leads/leads.ts'
import { LIST_TYPE_NAMES } from '../leads/list-types/index.ts'
import { paidSelection } from '../leads/paid-request.ts'

/** Enrichments of existing leads: email search, employees, verification. */
export const ENRICH_ACTIONS = ['find-emails', 'get-employees', 'check-websites', 'verify'] as const
export type EnrichAction = (typeof ENRICH_ACTIONS)[number]

const Span = z.object({ min: z.int(), expected: z.int(), max: z.int() })

/** A people source for get-employees. */
const QuotedSource = z.object({
  id: z.string(),
  label: z.string(),
  is_selected: z.boolean(),
  left_out: z.nullable(z.string()).check(z.describe('Why it is unavailable; null if it is available')),
  unit_cost: z.int().check(z.describe('Credits per person that it adds or completes')),
  people: Span.check(z.describe('Expected people from this source, after the websites and earlier sources')),
  credits: Span,
})

/** Expected result and cost of an enrichment. Valid for 15 minutes; a run never spends more than `credits.max`. */
export const EnrichQuote = z.object({
  id: Id,
  action: z.enum(ENRICH_ACTIONS),
  leads: z.int().check(z.describe('Leads selected')),
  eligible: z.int().check(z.describe('Eligible leads: find-emails needs a website and no address yet')),
  websites: z.int().check(z.describe('Distinct websites to read')),
  skipped: z
    .record(z.string(), z.int())
    .check(z.describe('Skipped leads by reason: has_email, no_website, no_name, no_email, sample')),
  found: Span.check(z.describe('Addresses (find-emails), people (get-employees) or checks (verify)')),
  credits: Span,
  unit_cost: z.int().check(z.describe('Credits per address, or per website checked')),
  sources: z.array(QuotedSource).check(z.describe('get-employees: connected people sources in order')),
  available: z.int(),
  basis: z
    .enum(['history', 'default'])
    .check(z.describe('Whether `expected` is based on the account’s own results or on defaults')),
  smtp: z.enum(['on', 'untested', 'closed', 'off']).check(z.describe('Whether mailboxes can be verified')),
  expires_at: Timestamp,
})
export type EnrichQuote = z.output<typeof EnrichQuote>

const employees = {
  with_emails: z
    ._default(z.boolean(), false)
    .check(z.describe('Also delivers published addresses of people, each at the price of an address')),
  max_people: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PEOPLE)), DEFAULT_MAX_PEOPLE),
  sources: z
    .optional(z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(50)))
    .check(
      z.describe(
        'Ids of connected people sources to query after the websites; an empty list uses websites only. Default: all that can look people up by company',
      ),
    ),
}

const api = defineArea({ tag: 'Enrichment', access: { module: 'leads' }, scope: 'write' })

export const quoteEnrichment = api.create('/api/enrichment-quotes', {
  name: 'enrichment.quote',
  scope: 'read',
  changesNothing: true,
  summary: 'Price of an enrichment before it runs',
  idempotent: true,
  body: z.strictObject({
    action: z.enum(ENRICH_ACTIONS),
    type: z.enum(LIST_TYPE_NAMES),
    list_id: Id,
    selection: LeadSelection,
    ...employees,
  }),
  reply: z.object({ data: EnrichQuote }),
  errors: ['not_found'],
})

const typed = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })
const StartedRun = z.object({
  data: z.object({ run: Run, list_id: Id }),
  message: z.optional(z.string()),
})

export const findEmails = api.create('/api/{type}-results/{id}/find-emails', {
  name: 'enrichment.findEmails',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Find addresses for leads of a local, people or influencer list on their websites',
  description:
    'Leads with an address are skipped. One credit per address found or potential; addresses whose check could not tell, inferred addresses, phones, profiles and misses are free.',
  idempotent: true,
  params: typed,
  body: z.strictObject(paidSelection),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

export const getEmployees = api.create('/api/{type}-results/{id}/get-employees', {
  name: 'enrichment.getEmployees',
  scope: 'spend',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Collect the people of companies in a people list',
  description:
    'Websites are read first: their people are free, and with `with_emails` each published address costs one credit. Connected people sources are queried for companies whose website has fewer than `max_people`; a person they add or complete with an email, a phone number or a LinkedIn profile costs the quoted price, once. Misses are free.',
  idempotent: true,
  params: typed,
  body: z.strictObject({
    ...paidSelection,
    ...employees,
    name: z.optional(text(200)),
    into_list_id: z.optional(Id).check(z.describe('Target people list; default: a new list')),
  }),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

export const checkWebsites = api.create('/api/{type}-results/{id}/check-websites', {
  name: 'enrichment.checkWebsites',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Read what the websites of leads show of how they are made, as signals',
  description:
    'Each website is read once, by its robots.txt. A signal is a field of the lead with its evidence: yes, no, or absent while unknown. A value that differs from the known one counts when it is seen twice. The run can be undone. Free unless the package has a price for a website checked; one that could not be read costs nothing.',
  idempotent: true,
  params: typed,
  body: z.strictObject(paidSelection),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

export const verifyLeads = api.create('/api/{type}-results/{id}/verify', {
  name: 'enrichment.verify',
  changes: ['list:{id}', 'runs'],
  audit: 'run.started',
  summary: 'Verify the addresses of leads again; free',
  idempotent: true,
  params: typed,
  body: z.strictObject({ selection: LeadSelection }),
  reply: StartedRun,
  errors: ['conflict'],
})
