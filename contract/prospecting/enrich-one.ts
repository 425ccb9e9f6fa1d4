import * as z from 'zod/mini'
import { Id, IdParam, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LIST_TYPE_NAMES } from '../leads/list-types/index.ts'
import { maxCost } from '../leads/paid-request.ts'
import { WANTS } from '../sources/source-kinds/define.ts'

/** Seconds that a call may wait for its result. */
export const MAX_WAIT_SECONDS = 30
/** Days for which a call can be looked up. */
export const ENRICH_CALL_DAYS = 30

/**
 * What became of a wanted value. `known`: the lead has it already; `not_tried`: `reason` says why; `quoted`: a dry
 * run says what it would cost.
 */
export const LOOKUP_STATES = [
  'known',
  'found',
  'not_found',
  'not_tried',
  'failed',
  'working',
  'quoted',
] as const
export type LookupState = (typeof LOOKUP_STATES)[number]

const wait = z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_WAIT_SECONDS)), 0)

export const EnrichCall = z.object({
  id: z.nullable(Id).check(z.describe('Null for a dry run')),
  state: z.enum(['working', 'done', 'quoted']),
  list_id: z.nullable(Id).check(z.describe('The lead is kept in this list')),
  lead_id: z.nullable(Id).check(z.describe('Null for a dry run, and once the lead was deleted for good')),
  credits: z
    .nullable(z.object({ expected: z.int(), max: z.int() }))
    .check(z.describe('What a dry run says it would cost; null otherwise')),
  cost: z.int().check(z.describe('Credits spent so far; a miss costs nothing')),
  results: z.array(
    z.object({
      want: z.enum(WANTS),
      state: z.enum(LOOKUP_STATES),
      reason: z.nullable(z.string()),
      run_id: z.nullable(Id),
      cost: z.int(),
      values: z.array(
        z.object({
          field: z.string(),
          value: z.union([z.string(), z.number()]),
          source: z.nullable(z.string()),
          url: z.nullable(z.string()).check(z.describe('Where it was found')),
          confidence: z.nullable(z.number()),
          observed_at: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  callback: z.nullable(
    z.object({
      url: z.string(),
      secret: z.string().check(z.describe('Signs the callback of this call, as Standard Webhooks are')),
      sent_at: z.nullable(Timestamp),
      problem: z.nullable(z.string()),
    }),
  ),
})
export type EnrichCall = z.output<typeof EnrichCall>

const Values = z.record(
  z.string().check(z.maxLength(60)),
  z.union([z.string().check(z.maxLength(2000)), z.number()]),
)

const api = defineArea({ tag: 'Enrichment', access: { module: 'leads' }, scope: 'write' })

export const enrichOne = api.post('/api/enrich', {
  name: 'enrich.one',
  scope: 'spend',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'lead.enriched',
  status: 202,
  summary: 'Enrich one lead: find its email, phone, profile or details',
  description: `Values are those of an imported row: a website, a name with a company or domain, a LinkedIn URL or an email. The lead is kept in a list, and each wanted value is a run of the waterfall, with its price, cap and source; a miss costs nothing, and a known value neither. Answers 200 with the result if it is ready within \`wait\` seconds, else 202: look it up with \`enrich.show\`, or have it sent to \`callback_url\`. With \`dry_run\` nothing is stored or spent and \`credits\` says what it would cost.`,
  idempotent: true,
  body: z.strictObject({
    type: z._default(z.enum(LIST_TYPE_NAMES), 'people'),
    values: Values,
    want: z
      .array(z.enum(WANTS))
      .check(z.minLength(1), z.maxLength(WANTS.length), z.describe('In this order, as far as max_cost goes')),
    max_cost: maxCost.check(z.describe('For all wanted values together')),
    list_id: z.optional(Id).check(z.describe('By default a list “Enriched by calls” of the type')),
    wait: z._default(z.int().check(z.minimum(0), z.maximum(MAX_WAIT_SECONDS)), 0),
    callback_url: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
    dry_run: z._default(z.boolean(), false),
  }),
  reply: z.object({ data: EnrichCall }),
  errors: ['insufficient_credits', 'credit_cap_reached', 'conflict', 'not_found'],
})

export const showEnrichCall = api.get('/api/enrich/{id}', {
  name: 'enrich.show',
  reads: ['runs', 'lists'],
  summary: `Result of a call that enriches one lead, for ${ENRICH_CALL_DAYS} days`,
  params: z.object({ id: IdParam }),
  query: z.strictObject({ wait }),
  reply: z.object({ data: EnrichCall }),
})
