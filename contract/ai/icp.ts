import * as z from 'zod/mini'
import { Id } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { FilterGroup } from '../leads/leads.ts'
import { LIST_TYPE_IDS } from '../leads/list-types/index.ts'
import { SearchInput } from '../leads/search-input.ts'
import { SIGNAL_IDS } from '../leads/signals.ts'

/** Minimum number of won leads of a list type for a segment. */
export const MIN_SIGNAL_LEADS = 10

/** Messages for list types without segments. */
export const NO_PATTERN = 'No clear pattern yet'

const Example = z.object({ id: Id, list_id: Id, name: z.nullable(z.string()) })

/** A group of leads that are won far more often than the others. */
export const IcpSegment = z.object({
  key: z.string().check(z.describe('Key of the segment while its leads stay the same')),
  type: z.enum(LIST_TYPE_IDS),
  name: z.string(),
  from: z
    .enum(['leads', 'profile', 'training'])
    .check(z.describe('leads: a pattern in your leads; otherwise a sentence about customers')),
  conditions: z.array(
    z.object({ field: z.string(), label: z.string(), value: z.string(), text: z.string() }),
  ),
  reason: z.string(),
  leads: z.int().check(z.describe('Your leads of this kind')),
  matching: z.int().check(z.describe('Of those, won')),
  chance: z
    .nullable(z.number())
    .check(
      z.describe('Probability that chance alone shows such a pattern, corrected for the number of tests'),
    ),
  examples: z.array(Example).check(z.describe('Matching leads, at most ten')),
  signals: z
    .array(
      z.object({
        signal: z.enum(SIGNAL_IDS),
        is: z.enum(['yes', 'no']),
        reason: z.string(),
        leads: z
          .int()
          .check(z.describe('Won leads of the segment of which it was known before they were won')),
        matching: z.int(),
        other_leads: z.int().check(z.describe('All others of which it is known')),
        other_matching: z.int(),
        chance: z.number(),
        text: z.string(),
      }),
    )
    .check(z.describe('Signals that they have more often than all others, the clearest first')),
  filter: z
    .nullable(FilterGroup)
    .check(z.describe('Finds such leads in a list: the conditions, and at least one of the signals')),
  search: SearchInput.check(z.describe('A search for more of them')),
  size: z.nullable(z.int()).check(z.describe('Free count of that search; null if the source gave none')),
})
export type IcpSegment = z.output<typeof IcpSegment>

export const IcpSuggestions = z.object({
  state: z
    .enum(['found', 'no_pattern', 'too_few'])
    .check(z.describe('Data basis; too_few: fewer than 10 won leads of every list type')),
  summary: z.string(),
  leads: z.int().check(z.describe('Compared leads')),
  matching: z.int(),
  has_model: z.boolean().check(z.describe('Whether a model can write the reasons')),
  segments: z.array(IcpSegment),
})
export type IcpSuggestions = z.output<typeof IcpSuggestions>

const api = defineArea({
  tag: 'ICP suggestions',
  access: { module: 'ai_suggest', can: 'see_all_lists' },
  scope: 'write',
})

export const icpSuggestions = api.get('/api/icp-suggestions', {
  acting: 'write',
  name: 'icp.index',
  reads: ['lists', 'list:*', 'business_details', 'ai_training', 'corpus'],
  summary: 'Customer segments with their leads and figures',
  description:
    'Compares won leads with all other leads of their type, with 10 of them or more. Lists a segment only if Fisher’s exact test, corrected for the number of segments tested, gives a probability below 1 %.',
  reply: z.object({ data: IcpSuggestions }),
  cli: {
    name: 'icp list',
    summary: 'Suggest segments your customers come from, with the figures behind each',
    notes: [
      'MATCHES is the free count of a search for the segment. --json has that search and the segment’s leads.',
    ],
    examples: ['leadwright icp list --json'],
    text: ['{summary}'],
    rows: 'segments',
    columns: { TYPE: 'type', '>MATCHES': "size|number ?? '?'", SEGMENT: 'name', WHY: 'reason' },
    empty: '',
  },
})

export const explainSegment = api.post('/api/icp-suggestions/reason', {
  scope: 'read',
  acting: 'write',
  name: 'icp.explain',
  changesNothing: true,
  summary: 'Let the account’s model write the reason of a segment',
  description:
    'The segment itself comes from the leads. Without a model, or if its answer contradicts the figures, the reason stays the same.',
  body: z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(500)) }),
  reply: z.object({ data: z.object({ reason: z.string(), by_model: z.boolean() }) }),
  errors: ['not_found', 'source_failed'],
})
