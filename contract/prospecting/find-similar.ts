import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, text } from '../core/common.ts'
import type { ChargeKind } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { maxCost } from '../leads/paid-request.ts'

/** Maximum leads to start from and maximum results of a call. */
export const MAX_SEEDS = 100
export const MAX_SIMILAR = 10_000
export const DEFAULT_SIMILAR = 100

/** Charge kind of a similar lead, by list type. */
export const SIMILAR_CHARGES = {
  people: 'people_similar',
  local: 'local_contact',
  influencer: 'influencer_record',
} as const satisfies Record<string, ChargeKind>
export type SimilarType = keyof typeof SIMILAR_CHARGES

/** Names of list types with similar leads, as in paths. */
const SIMILAR_TYPES = ['people', 'local', 'industry', 'influencer'] as const

const api = defineArea({ tag: 'People', access: { module: 'leads' }, scope: 'write' })

export const findSimilar = api.create('/api/{type}-results/{id}/find-similar', {
  name: 'people.findSimilar',
  scope: 'spend',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Find similar leads in all connected sources',
  description:
    'People of the same position and country cost two credits each, businesses of the same kind in the same city one, similar influencers two. Free with your own keys, and for leads you have already paid for. They are added to a new list unless one is given.',
  idempotent: true,
  params: z.object({ type: z.enum(SIMILAR_TYPES), id: IdParam }),
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SEEDS)),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SIMILAR)), DEFAULT_SIMILAR),
    name: z.optional(text(200)),
    into_list_id: z.optional(Id).check(z.describe('Target list of the same type')),
    max_cost: maxCost,
  }),
  reply: z.object({
    data: z.object({
      run: Run,
      list_id: Id,
      expected: z.int().check(z.describe('Leads available from the sources, at most `limit`')),
      max_cost: z.int(),
    }),
    message: z.string(),
  }),
  errors: ['insufficient_credits', 'conflict'],
})
