import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, text } from '../core/common.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** People that one call may start from, and that it brings at most. */
export const MAX_SEEDS = 100
export const MAX_SIMILAR = 10_000
export const DEFAULT_SIMILAR = 100

export const findSimilar = defineEndpoint({
  name: 'people.findSimilar',
  method: 'POST',
  path: '/api/people-results/{id}/find-similar',
  access: { module: 'leads' },
  scope: 'spend',
  tag: 'People',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'More people like these: of the same position and country, from all connected sources',
  description:
    'Two credits for each new person; nothing with keys of your own, and nothing for people you have paid for before. They go into a list of their own unless one is named.',
  idempotent: true,
  status: 201,
  params: z.object({ id: IdParam }),
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SEEDS)),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SIMILAR)), DEFAULT_SIMILAR),
    name: z.optional(text(200)),
    into_list_id: z.optional(Id).check(z.describe('A people list that takes them')),
    max_cost: z.optional(z.int().check(z.minimum(0))),
  }),
  reply: z.object({
    data: z.object({
      run: Run,
      list_id: Id,
      expected: z.int().check(z.describe('People that the sources say they have, at most `limit`')),
      max_cost: z.int(),
    }),
    message: z.string(),
  }),
  errors: ['not_found', 'insufficient_credits', 'conflict'],
})
