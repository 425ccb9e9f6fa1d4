import * as z from 'zod/mini'
import { Id, IdParam, page, pageQuery, Timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

export const UserLimits = z.object({
  available: z
    .nullable(z.int())
    .check(
      z.describe('Credits that can be spent now; this and the next three are null without wallet access'),
    ),
  reserved: z.nullable(z.int()).check(z.describe('Credits held for work that is running')),
  spent: z.nullable(z.int()).check(z.describe('Credits spent since the account began')),
  spent_this_month: z.nullable(z.int()),
  low_balance: z.boolean(),
  cap: z
    .nullable(z.object({ monthly: z.int(), spent: z.int(), left: z.int() }))
    .check(
      z.describe(
        'The own limit of this calendar month; `spent` counts what running work still holds. Null: no limit',
      ),
    ),
})

export const userLimits = defineEndpoint({
  name: 'wallet.limits',
  method: 'GET',
  path: '/api/user-limits',
  access: {},
  scope: 'read',
  tag: 'Credits',
  reads: ['wallet'],
  summary: 'Credits of the account',
  reply: z.object({ data: UserLimits }),
})

/** One movement of credits from one book to another; every line names its run, lead and person where there is one. */
export const LedgerLine = z.object({
  id: Id,
  debit: z.string(),
  credit: z.string(),
  amount: z.int(),
  reason: z.string(),
  run_id: z.nullable(Id),
  lead_id: z.nullable(Id),
  user: z.nullable(z.string()),
  created_at: Timestamp,
})

export const ledger = defineEndpoint({
  name: 'wallet.ledger',
  method: 'GET',
  path: '/api/wallet/ledger',
  access: { wallet: true },
  scope: 'read',
  tag: 'Credits',
  reads: ['wallet'],
  summary: 'Movements of credits, newest first',
  query: z.strictObject({ ...pageQuery, run_id: z.optional(IdParam) }),
  reply: page(LedgerLine),
})
