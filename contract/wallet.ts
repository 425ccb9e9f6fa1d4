import * as z from 'zod/mini'
import { Id, IdParam, page, pageQuery, Timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { Run } from './runs.ts'

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
  lead: z.nullable(z.string()).check(z.describe('Name of the lead, or its address; null when it is gone')),
  user: z.nullable(z.string()),
  created_at: Timestamp,
})

export type LedgerLine = z.output<typeof LedgerLine>

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

/** A line of the statement: everything about one run, or a movement that belongs to none. */
export const StatementLine = z.object({
  run: z.nullable(Run),
  line: z.nullable(LedgerLine),
  movements: z.int(),
  spent: z.int().check(z.describe('Credits spent, refunds taken off')),
  at: Timestamp,
})
export type StatementLine = z.output<typeof StatementLine>

export const statement = defineEndpoint({
  name: 'wallet.statement',
  method: 'GET',
  path: '/api/wallet/statement',
  access: { wallet: true },
  scope: 'read',
  tag: 'Credits',
  reads: ['wallet', 'runs'],
  summary: 'Where credits came from and went to: one line for each run and each other movement, newest first',
  query: z.strictObject(pageQuery),
  reply: page(StatementLine),
})
