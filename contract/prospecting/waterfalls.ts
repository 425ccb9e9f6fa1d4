import * as z from 'zod/mini'
import { WaterfallConditions, WaterfallStep } from '../activity/run-kinds/waterfall.ts'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { LeadSelection } from '../leads/leads.ts'
import { LIST_TYPE_LABELS } from '../leads/list-types/index.ts'
import { priceFields } from '../leads/paid-request.ts'
import { WANTS } from '../sources/source-kinds/define.ts'

/** Rows that a dry run looks up at most. */
export const DRY_RUN_ROWS = 10
/** Days of the account's own history that hit rates are taken from. */
export const HISTORY_DAYS = 90

/** What a source has done for this account, and what it costs now. */
export const StepFigures = z.object({
  source: z.string(),
  label: z.string(),
  is_ready: z.boolean().check(z.describe('False while it needs a key, is parked or is switched off')),
  price: z.int().check(z.describe('Credits for a value that is found; 0 with a key of your own')),
  vendor_price: z.nullable(z.string()),
  asked: z.int(),
  hits: z.int(),
  hit_rate: z.nullable(z.number()).check(z.describe('Hits of what was asked; null before 20 questions')),
  delivered: z.int(),
  bounced: z.int().check(z.describe('Delivered addresses that came back')),
  credits: z.int(),
  vendor_cost: z.number(),
  seconds: z.nullable(z.number()).check(z.describe('Mean time of an answer')),
})
export type StepFigures = z.output<typeof StepFigures>

/** The waterfall of one wanted value. */
export const Waterfall = z.object({
  want: z.enum(WANTS),
  steps: z.array(WaterfallStep).check(z.maxLength(20)),
  conditions: WaterfallConditions,
  version: z.int().check(z.describe('0: our default, nobody has changed it')),
  updated_at: z.nullable(Timestamp),
  sources: z.array(StepFigures).check(z.describe('Every source that finds this value')),
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
    '`version` is the one that was read: when somebody else has saved meanwhile the answer is `conflict` with what stands now in `details.current`.',
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
  eligible: z.int().check(z.describe('Leads that will be looked up')),
  skipped: z
    .record(z.string(), z.int())
    .check(z.describe('Leads left out, by reason: has_value, no_identity, sample')),
  found: Span,
  credits: Span,
  unit_cost: z.int().check(z.describe('Credits of the dearest source for one value')),
  available: z.int(),
  steps: z.array(
    z.object({
      source: z.string(),
      label: z.string(),
      price: z.int(),
      is_ready: z.boolean(),
      expected_asked: z.int(),
      expected_found: z.int(),
    }),
  ),
  basis: z
    .enum(['history', 'default'])
    .check(z.describe("Whether `expected` comes from the account's own results or from ours")),
  expires_at: Timestamp,
})
export type WaterfallQuote = z.output<typeof WaterfallQuote>

const request = {
  selection: LeadSelection,
  mobile_only: z.optional(z.boolean()).check(z.describe('Of phones: over what the waterfall says')),
}

export const quoteWaterfall = api.post('/api/waterfall-quotes', {
  name: 'waterfalls.quote',
  scope: 'read',
  changesNothing: true,
  summary: 'Price of a waterfall before it runs',
  idempotent: true,
  status: 201,
  body: z.strictObject({ want: z.enum(WANTS), type: z.enum(LIST_TYPE_LABELS), list_id: Id, ...request }),
  reply: z.object({ data: WaterfallQuote }),
  errors: ['not_found'],
})

const typed = z.object({ type: z.enum(LIST_TYPE_LABELS), id: IdParam })
const start = { ...request, ...priceFields }
const StartedRun = z.object({
  data: z.object({ run: Run, list_id: Id }),
  message: z.optional(z.string()),
})

export const startWaterfall = api.post('/api/{type}-results/{id}/waterfall', {
  name: 'waterfalls.start',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Look up a value in several sources, in order, until one has it',
  description:
    'Stops at the first value that passes. A miss costs nothing. A dry run asks for the first ten leads for real, keeps the answers for a day, and changes and charges nothing.',
  idempotent: true,
  status: 201,
  params: typed,
  body: z.strictObject({
    want: z.enum(WANTS),
    dry_run: z._default(z.boolean(), false),
    ...start,
  }),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

export const getPhones = api.post('/api/{type}-results/{id}/get-phones', {
  name: 'waterfalls.getPhones',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Look up phone numbers for leads of a people list',
  description:
    'The waterfall of phones. One credit per lead whose number is found, however many numbers there are; a miss costs nothing.',
  idempotent: true,
  status: 201,
  params: typed,
  body: z.strictObject(start),
  reply: StartedRun,
  errors: ['insufficient_credits', 'quote_expired', 'conflict'],
})

/** Why a lead of a waterfall got nothing. */
export const MISS_REASONS = ['not_found', 'rejected', 'failed', 'no_source', 'credits', 'stopped'] as const
export type MissReason = (typeof MISS_REASONS)[number]

/** What a run made of each step. */
export const waterfallSteps = api.get('/api/runs/{id}/waterfall', {
  name: 'waterfalls.steps',
  reads: ['runs'],
  summary: 'What each source of a waterfall was asked, what it had and what it cost',
  reply: z.object({
    data: z.object({
      tried: z.int(),
      found: z.int(),
      cost: z.int(),
      missed: z
        .partialRecord(z.enum(MISS_REASONS), z.int())
        .check(
          z.describe(
            'Leads without a result: no source had one (`not_found`), the conditions refused it (`rejected`), every source failed, none could be asked (`no_source`), credits ran out, the run was stopped',
          ),
        ),
      waiting: z.int().check(z.describe('Leads whose answer a source has promised for later')),
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
        .check(z.describe('Of a dry run: what was found')),
    }),
  }),
})

/** Where vendors send what they have promised; the token belongs to one question. */
export const sourceHook = api.post('/api/source-hooks/{source}/{token}', {
  name: 'waterfalls.hook',
  scope: null,
  access: 'public',
  audit: 'lookup.arrived',
  summary: 'What a vendor sends later: phone numbers that were promised',
  params: z.object({
    source: z.string().check(z.maxLength(60)),
    token: z.string().check(z.maxLength(300)),
  }),
  body: z.record(z.string(), z.unknown()),
  reply: z.object({ message: z.string() }),
})
