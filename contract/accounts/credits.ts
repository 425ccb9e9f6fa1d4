import * as z from 'zod/mini'
import { dataReply, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

const api = defineArea({ tag: 'Credits', access: { can: 'sell' }, scope: 'write' })
const buyer = { can: 'use_wallet' } as const
const MAX_CREDITS = 1_000_000_000
export const Credits = z.int().check(z.minimum(1), z.maximum(MAX_CREDITS))
const Reason = text(200).check(z.describe('Shown in the transactions of both accounts'))

/** Kinds of credits: a package's allowance, bought or given top-ups, and promotional ones. */
export const GRANT_KINDS = ['allowance', 'top_up', 'promotional'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]

/** Credits of one kind with the same expiry and cost. */
export const CreditGrant = z.object({
  id: Id,
  kind: z.enum(GRANT_KINDS),
  amount: z.int(),
  remaining: z.int().check(z.describe('Neither reserved nor spent')),
  expires_at: z.nullable(Timestamp).check(z.describe('Null: never')),
  reason: z.string(),
  added_at: Timestamp,
})
export type CreditGrant = z.output<typeof CreditGrant>

/** A reseller's pool: credits given to customers, and credits still owed to them. */
export const CreditPool = z.object({
  given: z.int().check(z.describe('Credits given to customers in the last 30 days')),
  waiting: z.int().check(z.describe('Credits owed to packages until the balance covers them')),
  waiting_transfers: z.int().check(z.describe('Waiting deliveries: accounts and periods')),
})
export type CreditPool = z.output<typeof CreditPool>

export const walletGrants = api.get('/api/wallet/grants', {
  name: 'wallet.grants',
  access: buyer,
  reads: ['wallet'],
  summary: 'Available credits in burn order',
  description:
    'The earliest expiry first; among those promotional credits, then allowances, then top-ups, the oldest first.',
  reply: dataReply(
    z.object({
      grants: z.array(CreditGrant),
      pool: z.nullable(CreditPool).check(z.describe('Null for an account without customers')),
    }),
  ),
  cli: {
    name: 'wallet grants',
    rows: 'grants',
    columns: {
      '>ID': 'id',
      KIND: 'kind',
      '>LEFT': 'remaining|number',
      '>OF': 'amount|number',
      EXPIRES: 'expires_at|day',
      REASON: 'reason',
    },
    empty: 'No credits',
  },
})

const Balance = z.object({
  available: z.int(),
  reserved: z.int(),
  spent: z.int(),
})

export const accountCredits = api.get('/api/accounts/{id}/credits', {
  name: 'credits.show',
  reads: ['wallet'],
  summary: 'Credits of an account below the caller’s',
  reply: dataReply(
    z.extend(Balance, {
      grants: z.array(CreditGrant),
      own_available: z
        .nullable(z.int())
        .check(z.describe('Credits that the caller can give; null if unlimited')),
    }),
  ),
})

const Moved = z.object({
  data: z.object({ available: z.int().check(z.describe('Credits that the account can spend now')) }),
  message: z.string(),
})

/** A command that moves credits. */
const MOVE = {
  args: { ACCOUNT_ID: 'id', N: 'amount' },
  options: { reason: { value: 'R', help: 'Reason, shown in the transactions of both accounts' } },
  text: ['{message}. {available|number} available'],
}

export const giveCredits = api.post('/api/accounts/{id}/credits', {
  name: 'credits.give',
  idempotent: true,
  changes: ['wallet', 'subscriptions'],
  audit: 'credits.given',
  summary: 'Give credits to an account below the caller’s',
  description:
    'A reseller pays from its own balance; the credits keep their kind and expire no later than before. ' +
    'The platform account issues new credits.',
  body: z.strictObject({
    amount: Credits,
    reason: Reason,
    expires_at: z.optional(z.nullable(z.iso.datetime())).check(z.describe('Absent or null: never')),
  }),
  reply: Moved,
  errors: ['insufficient_credits', 'conflict'],
  cli: {
    name: 'credits give',
    summary: 'Give credits to an account below yours',
    ...MOVE,
    notes: ['A reseller pays from its own balance; the platform account issues new credits.'],
    examples: ['leadwright credits give 12 500 --reason "Welcome" --json'],
  },
})

export const takeBackCredits = api.post('/api/accounts/{id}/credits/take-back', {
  name: 'credits.takeBack',
  idempotent: true,
  changes: ['wallet', 'subscriptions'],
  audit: 'credits.taken_back',
  summary: 'Take back credits that an account below the caller’s has not used',
  description: 'They return to the balance they came from, unless they have expired.',
  body: z.strictObject({ amount: Credits, reason: Reason }),
  reply: Moved,
  errors: ['conflict'],
  cli: {
    name: 'credits take',
    summary: 'Take back credits that an account below yours has not used',
    ...MOVE,
    notes: ['They return to the balance they came from, unless they have expired.'],
    examples: ['leadwright credits take 12 100 --reason "Given twice" --json'],
  },
})

export const checkCredits = api.get('/api/admin/credits/check', {
  name: 'credits.check',
  access: { can: 'see_admin' },
  scope: 'admin',
  summary: 'Whether all issued credits are accounted for',
  reply: dataReply(
    z.object({
      issued: z.int().check(z.describe('Credits ever issued')),
      sum: z.int().check(z.describe('Available, reserved, spent, expired, taken back and in transit')),
      drift: z.int().check(z.describe('The difference; 0 when the books balance')),
      accounts: z
        .array(Id)
        .check(z.describe('Up to 100 accounts whose balance, transactions and grants disagree')),
    }),
  ),
})

/** An amount of credits on sale at a price. */
export const CreditPack = z.object({
  id: Id,
  name: z.string(),
  credits: z.int(),
  price: z.int().check(z.describe('Minor units of the currency')),
  currency: z.string(),
})
export type CreditPack = z.output<typeof CreditPack>

export const offeredPacks = api.get('/api/wallet/packs', {
  name: 'wallet.packs',
  access: buyer,
  reads: ['credit_packs'],
  summary: 'Top-up packs that the seller offers',
  reply: dataReply(
    z.array(
      z.extend(CreditPack, {
        checkout_url: z.nullable(z.string()).check(z.describe('External checkout page; null: none')),
        sold_out: z
          .boolean()
          .check(z.describe('The seller has too few credits for it now: it can only be requested')),
      }),
    ),
  ),
})

export const creditPacks = api.get('/api/credit-packs', {
  name: 'creditPacks.index',
  reads: ['credit_packs'],
  summary: 'Top-up packs that the account offers to its customers',
  reply: dataReply(
    z.array(
      z.extend(CreditPack, {
        problem: z.nullable(z.string()).check(z.describe('Why it can’t be sold; null: it can')),
      }),
    ),
  ),
})

export const MAX_PACKS = 20

export const saveCreditPacks = api.put('/api/credit-packs', {
  name: 'creditPacks.save',
  changes: ['credit_packs'],
  audit: 'credit_packs.changed',
  summary: 'Set the top-up packs that the account offers, in order',
  body: z.strictObject({
    packs: z
      .array(
        z.strictObject({
          name: text(60),
          credits: Credits,
          price: z.int().check(z.minimum(0), z.maximum(100_000_000_000)),
          currency: z.string().check(z.regex(/^[A-Z]{3}$/, { error: 'Use a currency code such as USD' })),
        }),
      )
      .check(z.maxLength(MAX_PACKS)),
  }),
  reply: z.object({ data: z.array(CreditPack), message: z.string() }),
})

const Recharge = z.object({
  enabled: z.boolean(),
  threshold: z.int().check(z.describe('Recharge when fewer credits than this are available')),
  credits: z.int().check(z.describe('Credits of one recharge')),
  monthly_ceiling: z.int().check(z.describe('Maximum credits from recharges in a calendar month')),
})

export const rechargeRule = api.get('/api/wallet/recharge', {
  name: 'wallet.recharge',
  access: buyer,
  reads: ['wallet'],
  summary: 'Rule of automatic recharge',
  description:
    'Charges the stored card at the seller’s Stripe account, one recharge at a time and never beyond the monthly ceiling.',
  reply: dataReply(z.nullable(Recharge)),
})

export const setRechargeRule = api.put('/api/wallet/recharge', {
  name: 'wallet.setRecharge',
  access: buyer,
  changes: ['wallet'],
  audit: 'recharge.changed',
  summary: 'Set when and how much to recharge automatically, and the monthly maximum',
  body: z
    .strictObject({ enabled: z.boolean(), threshold: Credits, credits: Credits, monthly_ceiling: Credits })
    .check(
      z.refine(({ credits, monthly_ceiling }) => credits <= monthly_ceiling, {
        error: 'Set a ceiling that allows at least one recharge',
        path: ['monthly_ceiling'],
      }),
    ),
  reply: z.object({ data: Recharge, message: z.string() }),
})
