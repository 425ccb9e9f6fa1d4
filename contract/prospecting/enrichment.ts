import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { DEFAULT_MAX_PEOPLE, MAX_PEOPLE } from '../core/constants.ts'
import { defineArea } from '../core/endpoint.ts'
import { LeadSelection } from '../leads/leads.ts'
import { LIST_TYPE_LABELS } from '../leads/list-types/index.ts'
import { paidSelection } from '../leads/paid-request.ts'

/** What can be done for leads that are there: addresses, the people of companies, a check of addresses. */
export const ENRICH_ACTIONS = ['find-emails', 'get-employees', 'verify'] as const
export type EnrichAction = (typeof ENRICH_ACTIONS)[number]

const Span = z.object({ min: z.int(), expected: z.int(), max: z.int() })

/** A people source that get-employees can ask after the websites. */
const QuotedSource = z.object({
  id: z.string(),
  label: z.string(),
  is_asked: z.boolean(),
  left_out: z.nullable(z.string()).check(z.describe("Why it can't be asked; null when it can")),
  unit_cost: z.int().check(z.describe('Credits for each person that it adds or gives contact details')),
  people: Span.check(
    z.describe('People that it may add, after those of the websites and of sources before it'),
  ),
  credits: Span,
})

/** What an enrichment would bring and cost. Valid for 15 minutes; a run never spends more than `credits.max`. */
export const EnrichQuote = z.object({
  id: Id,
  action: z.enum(ENRICH_ACTIONS),
  leads: z.int().check(z.describe('Leads selected')),
  eligible: z
    .int()
    .check(z.describe('Leads that can be worked on: find-emails needs a website and no address yet')),
  websites: z.int().check(z.describe('Different websites that will be read')),
  skipped: z
    .record(z.string(), z.int())
    .check(z.describe('Leads left out, by reason: has_email, no_website, no_name, no_email, sample')),
  found: Span.check(z.describe('Addresses (find-emails), people (get-employees) or checks (verify)')),
  credits: Span,
  unit_cost: z.int().check(z.describe('Credits for an address')),
  sources: z
    .array(QuotedSource)
    .check(z.describe('get-employees: connected people sources in the order in which they are asked')),
  available: z.int(),
  basis: z
    .enum(['history', 'default'])
    .check(z.describe("Whether `expected` comes from the account's own results or from ours")),
  smtp: z.enum(['on', 'untested', 'closed', 'off']).check(z.describe('Whether mailboxes can be asked')),
  expires_at: Timestamp,
})
export type EnrichQuote = z.output<typeof EnrichQuote>

/** Options of get-employees. */
const employees = {
  with_emails: z
    ._default(z.boolean(), false)
    .check(z.describe('Also deliver published addresses of people, each at the price of an address')),
  max_people: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PEOPLE)), DEFAULT_MAX_PEOPLE),
  sources: z
    .optional(z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(50)))
    .check(
      z.describe(
        'Ids of connected people sources to ask after the websites; an empty list asks websites only. Default: all that can look people up by company',
      ),
    ),
}

const api = defineArea({ tag: 'Enrichment', access: { module: 'leads' }, scope: 'write' })

export const quoteEnrichment = api.post('/api/enrichment-quotes', {
  name: 'enrichment.quote',
  scope: 'read',
  changesNothing: true,
  summary: 'Price of an enrichment before it runs',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    action: z.enum(ENRICH_ACTIONS),
    type: z.enum(LIST_TYPE_LABELS),
    list_id: Id,
    selection: LeadSelection,
    ...employees,
  }),
  reply: z.object({ data: EnrichQuote }),
  errors: ['not_found'],
})

const typed = z.object({ type: z.enum(LIST_TYPE_LABELS), id: IdParam })
const StartedRun = z.object({
  data: z.object({ run: Run, list_id: Id }),
  message: z.optional(z.string()),
})

export const findEmails = api.post('/api/{type}-results/{id}/find-emails', {
  name: 'enrichment.findEmails',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Find addresses for leads of a local, people or influencer list on their own websites',
  description:
    'Leads that have an address are left as they are. One credit per address that is found or potential; an inferred address, phones and profiles cost nothing, a miss costs nothing.',
  idempotent: true,
  status: 201,
  params: typed,
  body: z.strictObject(paidSelection),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

export const getEmployees = api.post('/api/{type}-results/{id}/get-employees', {
  name: 'enrichment.getEmployees',
  scope: 'spend',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Collect the people of these companies into a people list',
  description:
    'Websites are read first: their people cost nothing, and with `with_emails` each published address costs one credit. Connected people sources are asked for companies of which the website showed fewer than `max_people`; a person that they add, or give an email, a phone number or a LinkedIn profile, costs what the quote says, once. A miss costs nothing.',
  idempotent: true,
  status: 201,
  params: typed,
  body: z.strictObject({
    ...paidSelection,
    ...employees,
    name: z.optional(text(200)),
    into_list_id: z
      .optional(Id)
      .check(z.describe('A people list that takes them; without it a new list is made')),
  }),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

export const verifyLeads = api.post('/api/{type}-results/{id}/verify', {
  name: 'enrichment.verify',
  changes: ['list:{id}', 'runs'],
  audit: 'run.started',
  summary: 'Check the addresses of leads again; costs nothing',
  idempotent: true,
  status: 201,
  params: typed,
  body: z.strictObject({ selection: LeadSelection }),
  reply: StartedRun,
  errors: ['conflict'],
})
