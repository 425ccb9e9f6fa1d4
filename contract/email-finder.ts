import * as z from 'zod/mini'
import { Id, text } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { Run } from './runs.ts'

export const findEmail = defineEndpoint({
  name: 'emailFinder.find',
  method: 'POST',
  path: '/api/email-finder',
  access: { module: 'leads' },
  scope: 'spend',
  tag: 'Emails',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'The email of one person of a company',
  description:
    'Asks the sources of the email waterfall in order. The person stands in the list "Email finder" from then on, with where the address comes from. An address costs one credit, a miss nothing; one that is known already costs nothing and starts no run.',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    name: text(200),
    domain: text(255).check(z.describe('Domain or website of the company')),
    max_cost: z.optional(z.int().check(z.minimum(0))),
  }),
  reply: z.object({
    data: z.object({
      list_id: Id,
      lead_id: Id,
      run: z.nullable(Run).check(z.describe('Null: the address is known already')),
    }),
  }),
  errors: ['insufficient_credits', 'conflict'],
})
