import * as z from 'zod/mini'
import { LIST_TYPE_IDS } from '../../leads/list-types/index.ts'
import { WANTS } from '../../sources/source-kinds/define.ts'
import { defineRun } from './define.ts'

export const WaterfallStep = z.object({
  source: z.string().check(z.maxLength(60)),
  max_credits: z
    ._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1000))), null)
    .check(z.describe('The source is skipped for a lead while it costs more than this')),
})
export type WaterfallStep = z.output<typeof WaterfallStep>

/** When a waterfall stops, and what it skips. */
export const WaterfallConditions = z.object({
  stop_at: z
    ._default(z.enum(['any', 'verified']), 'any')
    .check(z.describe('Emails: accept the first one that may work, or only a verified mailbox')),
  mobile_only: z._default(z.boolean(), false).check(z.describe('Phones: mobile numbers only')),
  max_credits_per_lead: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1000))), null),
  skip_confidence: z
    ._default(z.nullable(z.number().check(z.minimum(0), z.maximum(1))), null)
    .check(
      z.describe(
        'Leads with a value of at least this confidence are skipped, others are looked up again; null: leads with any value are skipped',
      ),
    ),
})
export type WaterfallConditions = z.output<typeof WaterfallConditions>

/**
 * Looks up a missing value for leads in several sources in order. Found, potential, not found, failed and not tried
 * add up to all leads.
 */
export const waterfallRun = defineRun({
  kind: 'waterfall',
  input: z.object({
    type: z.enum(LIST_TYPE_IDS),
    listId: z.int(),
    want: z.enum(WANTS),
    steps: z.array(WaterfallStep),
    conditions: WaterfallConditions,
    /** Price of a value from each source when the run started. */
    prices: z.record(z.string(), z.int()),
    unitCost: z.int(),
    /** Maximum cost. The run reserves the expected cost and more as it goes. */
    maxCost: z.int(),
    /** Queries sources and stores their answers, but changes and charges nothing. */
    isDry: z.boolean(),
  }),
  counts: {
    found: 'found',
    potential: 'potential',
    not_found: 'not found',
    failed: ['lookup failed', 'lookups failed'],
    not_tried: 'not tried',
    charged: null,
  },
  outcomes: {
    found: 'found',
    potential: 'potential',
    not_found: 'not_found',
    failed: 'failed',
    not_tried: 'not_tried',
  },
  failures: 'failed',
  pieces: () => ['lead', 'leads'],
  touches: ['lists', 'list:{list_id}', 'wallet', 'history:{list_id}'],
  labels: { name: 'Waterfall', history: 'Values looked up' },
  ending: { events: { ended: ['enrichment.finished'] } },
  isPaid: true,
  graceSeconds: 120,
})
