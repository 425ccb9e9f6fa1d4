import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { DEFAULT_MAX_PEOPLE, MAX_PEOPLE } from '../core/constants.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { LeadSelection } from '../leads/leads.ts'
import { LIST_TYPE_LABELS } from '../leads/list-types/index.ts'
import { paidSelection } from '../leads/paid-request.ts'

/** What can be done for leads that are there: addresses, the people of companies, a check of addresses. */
export const ENRICH_ACTIONS = ['find-emails', 'get-employees', 'verify'] as const
export type EnrichAction = (typeof ENRICH_ACTIONS)[number]

const Span = z.object({ min: z.int(), expected: z.int(), max: z.int() })

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
  unit_cost: z.int(),
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
}

export const quoteEnrichment = defineEndpoint({
  name: 'enrichment.quote',
  method: 'POST',
  path: '/api/enrichment-quotes',
  access: { module: 'leads' },
  scope: 'read',
  tag: 'Enrichment',
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

export const findEmails = defineEndpoint({
  name: 'enrichment.findEmails',
  method: 'POST',
  path: '/api/{type}-results/{id}/find-emails',
  access: { module: 'leads' },
  scope: 'spend',
  tag: 'Enrichment',
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
  errors: ['not_found', 'insufficient_credits', 'quote_expired', 'conflict'],
})

export const getEmployees = defineEndpoint({
  name: 'enrichment.getEmployees',
  method: 'POST',
  path: '/api/{type}-results/{id}/get-employees',
  access: { module: 'leads' },
  scope: 'spend',
  tag: 'Enrichment',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Collect the people of these companies from their websites into a people list',
  description: 'People cost nothing. With `with_emails` each published address costs one credit.',
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
  errors: ['not_found', 'insufficient_credits', 'quote_expired', 'conflict'],
})

export const verifyLeads = defineEndpoint({
  name: 'enrichment.verify',
  method: 'POST',
  path: '/api/{type}-results/{id}/verify',
  access: { module: 'leads' },
  scope: 'write',
  tag: 'Enrichment',
  changes: ['list:{id}', 'runs'],
  audit: 'run.started',
  summary: 'Check the addresses of leads again; costs nothing',
  idempotent: true,
  status: 201,
  params: typed,
  body: z.strictObject({ selection: LeadSelection }),
  reply: StartedRun,
  errors: ['not_found', 'conflict'],
})
