import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { maxCost } from '../leads/paid-request.ts'

const api = defineArea({ tag: 'Emails', access: { module: 'leads' }, scope: 'write' })

export const findEmail = api.create('/api/email-finder', {
  name: 'emailFinder.find',
  scope: 'spend',
  changes: ['lists', 'list:*', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Find the email of one person at a company',
  description:
    'Tries the sources of the email waterfall in order. The person is saved in the list "Email finder" with the source of the address. An address costs one credit and misses are free; a known address is free and starts no run.',
  idempotent: true,
  body: z.strictObject({
    name: text(200),
    domain: text(255).check(z.describe('Domain or website of the company')),
    max_cost: maxCost,
  }),
  reply: z.object({
    data: z.object({
      list_id: Id,
      lead_id: Id,
      run: z.nullable(Run).check(z.describe('Null: the address is already known')),
    }),
  }),
  errors: ['insufficient_credits', 'conflict'],
})
