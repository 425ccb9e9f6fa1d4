import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, text } from '../core/common.ts'
import type { ChargeKind } from '../core/constants.ts'
import { defineArea } from '../core/endpoint.ts'
import { maxCost } from '../leads/paid-request.ts'

/** Leads that one call may start from, and that it brings at most. */
export const MAX_SEEDS = 100
export const MAX_SIMILAR = 10_000
export const DEFAULT_SIMILAR = 100

/** What a lead that is found by likeness is charged as, by list type. */
export const SIMILAR_CHARGES = {
  people: 'people_similar',
  local: 'local_contact',
  influencer: 'influencer_record',
} as const satisfies Record<string, ChargeKind>
export type SimilarType = keyof typeof SIMILAR_CHARGES

/** List types whose leads can be found by likeness, as paths name them. */
const SIMILAR_TYPES = ['people', 'local', 'industry', 'influencer'] as const

const api = defineArea({ tag: 'People', access: { module: 'leads' }, scope: 'write' })

export const findSimilar = api.post('/api/{type}-results/{id}/find-similar', {
  name: 'people.findSimilar',
  scope: 'spend',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'More leads like these, from all connected sources',
  description:
    'People of the same position and country cost two credits each, businesses of the same kind in the same city one, influencers like these two. Nothing with keys of your own, and nothing for leads you have paid for before. They go into a list of their own unless one is named.',
  idempotent: true,
  status: 201,
  params: z.object({ type: z.enum(SIMILAR_TYPES), id: IdParam }),
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SEEDS)),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SIMILAR)), DEFAULT_SIMILAR),
    name: z.optional(text(200)),
    into_list_id: z.optional(Id).check(z.describe('A list of the same type that takes them')),
    max_cost: maxCost,
  }),
  reply: z.object({
    data: z.object({
      run: Run,
      list_id: Id,
      expected: z.int().check(z.describe('Leads that the sources say they have, at most `limit`')),
      max_cost: z.int(),
    }),
    message: z.string(),
  }),
  errors: ['insufficient_credits', 'conflict'],
})
