import * as z from 'zod/mini'
import { WaterfallConditions, WaterfallStep } from '../activity/run-kinds/waterfall.ts'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LeadSelection } from '../leads/leads.ts'
import { LIST_TYPE_NAMES } from '../leads/list-types/index.ts'
import { priceFields } from '../leads/paid-request.ts'
import { WANTS } from '../sources/source-kinds/define.ts'

export const DRY_RUN_ROWS = 10
/** Days of the account's own history that hit rates are based on. */
export const HISTORY_DAYS = 90

/** Results of a source for this account, and its current price. */
export const StepFigures = z.object({
  source: z.string(),
  label: z.string(),
  is_ready: z.boolean().check(z.describe('False while it needs a key, is paused or is turned off')),
  price: z.int().check(z.describe('Credits for a found value; 0 with your own key')),
  vendor_price: z.nullable(z.string()),
  requests: z.int(),
  hits: z.int(),
  hit_rate: z.nullable(z.number()).check(z.describe('Hits per request; null before 20 requests')),
  delivered: z.int(),
  bounced: z.int().check(z.describe('Delivered addresses that bounced')),
  credits: z.int(),
  vendor_cost: z.number(),
  seconds: z.nullable(z.number()).check(z.describe('Mean response time')),
})
export type StepFigures = z.output<typeof StepFigures>

export const Waterfall = z.object({
  want: z.enum(WANTS),
  steps: z.array(WaterfallStep).check(z.maxLength(20)),
  conditions: WaterfallConditions,
  version: z.int().check(z.describe('0: the default, unchanged')),
  updated_at: z.nullable(Timestamp),
  sources: z.array(StepFigures).check(z.describe('Every source of this value')),
})
export type Waterfall = z.output<typeof Waterfall>

const api = defineArea({ tag: 'Waterfalls', access: { module: 'leads' }, scope: 'write' })

export const waterfalls = api.get('/api/waterfalls', {
  name: 'waterfalls.index',
  reads: ['waterfalls'],
  summary: 'Source order for emails, phones and profiles, with each source’s results',
  reply: z.object({ data: z.array(Waterfall) }),
})

const WantParam = z.object({ want: z.enum(WANTS) })

export const saveWaterfall = api.put('/api/waterfalls/{want}', {
  name: 'waterfalls.save',
  changes: ['waterfalls'],
  audit: 'waterfall.saved',
  summary: 'Change the order and the conditions of a waterfall',
  description:
    '`version` is the version you edited: if someone else saved another one since, the answer is `conflict` with the current one in `details.current`.',
  params: WantParam,
  body: z.strictObject({
    steps: z.array(WaterfallStep).check(z.minLength(1), z.maxLength(20)),
    conditions: WaterfallConditions,
    version: z.int().check(z.minimum(0)),
  }),
  reply: z.object({ data: Waterfall, message: z.string() }),
  errors: ['conflict'],
})

export const resetWaterfall = api.delete('/api/waterfalls/{want}', {
  name: 'waterfalls.reset',
  changes: ['waterfalls'],
  audit: 'waterfall.saved',
  summary: 'Reset to the default order',
  params: WantParam,
  reply: z.object({ data: Waterfall, message: z.string() }),
})

const Span = z.object({ min: z.int(), expected: z.int(), max: z.int() })

export const WaterfallQuote = z.object({
  id: Id,
  want: z.enum(WANTS),
  leads: z.int().check(z.describe('Leads selected')),
  eligible: z.int().check(z.describe('Leads to look up')),
  skipped: z
    .record(z.string(), z.int())
    .check(z.describe('Skipped leads by reason: has_value, no_identity, sample')),
  found: Span,
  credits: Span,
  unit_cost: z.int().check(z.describe('Price of the most expensive source')),
  available: z.int(),
  steps: z.array(
    z.object({
      source: z.string(),
      label: z.string(),
      price: z.int(),
      is_ready: z.boolean(),
      expected_requests: z.int(),
      expected_found: z.int(),
    }),
  ),
  basis: z
    .enum(['history', 'default'])
    .check(z.describe('Whether `expected` is based on the account’s own results or on defaults')),
  expires_at: Timestamp,
})
export type WaterfallQuote = z.output<typeof WaterfallQuote>

const request = {
  selection: LeadSelection,
  mobile_only: z.optional(z.boolean()).check(z.describe('Phones only: overrides the waterfall’s condition')),
}

export const quoteWaterfall = api.create('/api/waterfall-quotes', {
  name: 'waterfalls.quote',
  scope: 'read',
  changesNothing: true,
  summary: 'Price of a waterfall before it runs',
  idempotent: true,
  body: z.strictObject({ want: z.enum(WANTS), type: z.enum(LIST_TYPE_NAMES), list_id: Id, ...request }),
  reply: z.object({ data: WaterfallQuote }),
  errors: ['not_found'],
})

const typed = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })
const start = { ...request, ...priceFields }
const StartedRun = z.object({
  data: z.object({ run: Run, list_id: Id }),
  message: z.optional(z.string()),
})

export const startWaterfall = api.create('/api/{type}-results/{id}/waterfall', {
  name: 'waterfalls.start',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Look up a value in several sources in order',
  description:
    'Stops at the first value that meets the conditions. Misses are free. A dry run queries real sources for the first ten leads, keeps the answers for a day, and changes and charges nothing.',
  idempotent: true,
  params: typed,
  body: z.strictObject({
    want: z.enum(WANTS),
    dry_run: z._default(z.boolean(), false),
    ...start,
  }),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

export const getPhones = api.create('/api/{type}-results/{id}/get-phones', {
  name: 'waterfalls.getPhones',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Look up phone numbers for leads of a people list',
  description:
    'Uses the phone waterfall. One credit per lead with a number, however many numbers; misses are free.',
  idempotent: true,
  params: typed,
  body: z.strictObject(start),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

/** Why a lead of a waterfall got no value. */
export const MISS_REASONS = ['not_found', 'rejected', 'failed', 'no_source', 'credits', 'stopped'] as const
export type MissReason = (typeof MISS_REASONS)[number]

/** What a run made of each step. */
export const waterfallSteps = api.get('/api/runs/{id}/waterfall', {
  name: 'waterfalls.steps',
  reads: ['runs'],
  summary: 'Requests, hits and cost of each source of a waterfall',
  reply: z.object({
    data: z.object({
      tried: z.int(),
      found: z.int(),
      cost: z.int(),
      missed: z
        .partialRecord(z.enum(MISS_REASONS), z.int())
        .check(
          z.describe(
            'Leads without a result: no source had one (`not_found`), the conditions refused it (`rejected`), every source failed, none was available (`no_source`), credits ran out, the run was stopped',
          ),
        ),
      waiting: z.int().check(z.describe('Leads with a result promised for later')),
      steps: z.array(
        z.object({
          source: z.string(),
          label: z.string(),
          tried: z.int(),
          found: z.int(),
          failed: z.int(),
          cost: z.int(),
          seconds: z.nullable(z.number()),
        }),
      ),
      rows: z
        .array(
          z.object({
            lead_id: Id,
            name: z.nullable(z.string()),
            source: z.string(),
            value: z.nullable(z.string()).check(z.describe('Masked')),
          }),
        )
        .check(z.describe('Results of a dry run')),
    }),
  }),
})

/** Where vendors send what they have promised; the token belongs to one question. */
export const sourceHook = api.post('/api/source-hooks/{source}/{token}', {
  name: 'waterfalls.hook',
  scope: null,
  access: 'public',
  audit: 'lookup.arrived',
  summary: 'Callback of vendors for promised phone numbers',
  params: z.object({
    source: z.string().check(z.maxLength(60)),
    token: z.string().check(z.maxLength(300)),
  }),
  body: z
    .record(z.string(), z.unknown())
    .check(z.describe('Whatever the vendor posts; its adapter reads it')),
  reply: z.object({ message: z.string() }),
})
