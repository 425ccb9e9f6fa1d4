import * as z from 'zod/mini'
import { RUN_KINDS } from '../activity/run-kinds/index.ts'
import { Run } from '../activity/runs.ts'
import { Day, dataReply, Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'
import { PRICED_KINDS } from './plans.ts'

const Limit = z.object({
  limit: z.nullable(z.int()).check(z.describe('Null: no limit')),
  used: z.int(),
})

export const UserLimits = z.object({
  available: z
    .nullable(z.int())
    .check(z.describe('Available credits; this and the next three are null without wallet access')),
  reserved: z.nullable(z.int()).check(z.describe('Credits reserved for active runs')),
  spent: z.nullable(z.int()).check(z.describe('Credits spent since the account was created')),
  spent_this_month: z.nullable(z.int()),
  low_balance: z.boolean(),
  cap: z
    .nullable(z.object({ monthly: z.int(), spent: z.int(), left: z.int() }))
    .check(
      z.describe(
        'The person’s own limit of this calendar month; `spent` includes reserved credits. Null: no limit',
      ),
    ),
})

const Price = z.int()
type PricedKind = (typeof PRICED_KINDS)[number]

/** Limits and prices of the account's package. */
const PackageLimits = z.object({
  seats: Limit.check(z.describe('People of the account and open invitations')),
  training_tokens: Limit,
  prices: z
    .object(Object.fromEntries(PRICED_KINDS.map((kind) => [kind, Price])) as Record<PricedKind, typeof Price>)
    .check(z.describe('Credits by kind of charge, unless the price of a source differs')),
})

const api = defineArea({ tag: 'Credits', access: { can: 'use_wallet' }, scope: 'write' })

export const userLimits = api.get('/api/user-limits', {
  name: 'wallet.limits',
  access: {},
  whileLocked: true,
  reads: ['wallet'],
  summary: 'Credits of the account, and the limits of its package with their usage',
  reply: z.object({ data: z.extend(UserLimits, PackageLimits.shape) }),
  cli: {
    name: 'wallet',
    summary: 'Credits of the account and limits of its package',
    text: [
      '[Available: {available|number}]',
      '[Reserved: {reserved|number}]',
      '[Spent: {spent|number}, {spent_this_month|number} of it this month]',
      '[Your monthly limit: {cap.monthly|number}, {cap.left|number} left]',
      'People: {seats.used|number}[ of {seats.limit|number}]',
      'Tokens of AI training: {training_tokens.used|number}[ of {training_tokens.limit|number}]',
    ],
  },
})

/** A transaction: credits from one book to another, with its run, lead and person where there is one. */
export const LedgerLine = z.object({
  id: Id,
  debit: z.string(),
  credit: z.string(),
  amount: z.int(),
  reason: z.string(),
  run_id: z.nullable(Id),
  lead_id: z.nullable(Id),
  lead: z
    .nullable(z.string())
    .check(z.describe('Name of the lead, or its address; null when it was deleted')),
  user: z.nullable(z.string()),
  created_at: Timestamp,
})

export type LedgerLine = z.output<typeof LedgerLine>

export const ledger = api.get('/api/wallet/ledger', {
  name: 'wallet.ledger',
  whileLocked: true,
  reads: ['wallet'],
  summary: 'Transactions, newest first',
  query: z.strictObject({ ...pageQuery, run_id: z.optional(IdParam) }),
  reply: page(LedgerLine),
  cli: {
    name: 'wallet transactions',
    summary: 'Every movement of credits, newest first',
    options: { run: { field: 'run_id', help: 'Only those of this run' } },
    columns: {
      '>ID': 'id',
      AT: 'created_at|minute',
      FROM: 'debit',
      TO: 'credit',
      '>CREDITS': 'amount|number',
      '>RUN': 'run_id',
      PERSON: 'user',
      REASON: 'reason',
    },
    empty: 'No transactions',
  },
})

/** A line of the statement: everything about one run, or a transaction outside runs. */
export const StatementLine = z.object({
  run: z.nullable(Run),
  line: z.nullable(LedgerLine),
  movements: z.int(),
  spent: z.int().check(z.describe('Credits spent minus refunds')),
  at: Timestamp,
})
export type StatementLine = z.output<typeof StatementLine>

export const statement = api.get('/api/wallet/statement', {
  name: 'wallet.statement',
  whileLocked: true,
  reads: ['wallet', 'runs'],
  summary: 'Statement: one line for each run and each other transaction, newest first',
  query: z.strictObject(pageQuery),
  reply: page(StatementLine),
})

/** Days in the usage report, including today. */
export const USAGE_DAYS = 90

/** Credits that the account or one of its members spent within `USAGE_DAYS`. */
export const Usage = z.object({
  from: Day,
  to: Day,
  total: z.int(),
  days: z
    .array(z.object({ day: Day, kind: z.enum(RUN_KINDS), credits: z.int() }))
    .check(z.describe('Days of the account’s time zone with spending, by kind of run')),
  members: z
    .array(z.object({ id: Id, name: z.string(), credits: z.int() }))
    .check(z.describe('Everyone who spent credits, whatever the filter')),
  sources: z
    .array(z.object({ source: z.nullable(z.string()), name: z.string(), credits: z.int() }))
    .check(z.describe('Credits by the source that delivered; `source` is null for older charges')),
})
export type Usage = z.output<typeof Usage>

const member = z.describe('Id of the person who started the runs')

export const usage = api.get('/api/wallet/usage', {
  name: 'wallet.usage',
  whileLocked: true,
  reads: ['wallet'],
  summary: 'Credits spent in the last 90 days, by day and kind of run',
  description: 'A refunded credit counts as not spent on its original day.',
  query: z.strictObject({ member: z.optional(IdParam).check(member) }),
  reply: dataReply(Usage),
})

export const exportUsage = api.post('/api/wallet/usage/export', {
  name: 'wallet.exportUsage',
  scope: 'export',
  whileLocked: true,
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for the usage report as CSV: day, kind of run, person, address, credits',
  body: z.strictObject({ member: z.optional(Id).check(member) }),
  reply: dataReply(Ticket),
})

export const walletPlan = api.get('/api/wallet/plan', {
  name: 'wallet.plan',
  whileLocked: true,
  reads: ['me'],
  summary: 'The plan of the account and the credits that came with it',
  reply: dataReply(
    z.object({
      name: z.nullable(z.string()).check(z.describe('Null without a plan')),
      credits: z.int().check(z.describe('Credits given once, at the start of the account')),
    }),
  ),
})
