import * as z from 'zod/mini'
import { Id, page, pageQuery } from '../core/common.ts'
import { TRAINING_TOKENS } from '../core/constants.ts'
import { defineArea } from '../core/endpoint.ts'
import { MESSAGES } from '../core/messages.ts'

/** Credits that 1,000 tokens may cost at most. */
export const MAX_AI_CREDITS = 10_000
/** Tokens of training that an account may be allowed at most. */
export const MAX_TRAINING_ALLOWANCE = 1_000_000_000

/** What holds where neither an account nor its plan, nor anybody above it, says anything. */
export const STANDARD_AI_LIMITS = {
  credits_per_1000_tokens: 1,
  own_key_credits_per_1000_tokens: 0,
  training_tokens: TRAINING_TOKENS,
} as const
export type AiLimitName = keyof typeof STANDARD_AI_LIMITS
export const AI_LIMIT_NAMES = Object.keys(STANDARD_AI_LIMITS) as AiLimitName[]

/** Who says it: the account itself, its plan, an account above it, or nobody. */
export const AI_LIMIT_ORIGINS = ['account', 'plan', 'above', 'standard'] as const
export type AiLimitOrigin = (typeof AI_LIMIT_ORIGINS)[number]

const credits = z.int(MESSAGES.integer).check(z.minimum(0), z.maximum(MAX_AI_CREDITS))
const tokens = z.int(MESSAGES.integer).check(z.minimum(0), z.maximum(MAX_TRAINING_ALLOWANCE))

/** What administrators have decided for one account; null where they leave it to its plan and those above it. */
const Overrides = z.strictObject({
  credits_per_1000_tokens: z
    .nullable(credits)
    .check(z.describe('Of AI text with a key of the installation or a reseller')),
  own_key_credits_per_1000_tokens: z
    .nullable(credits)
    .check(z.describe("Of AI text with the account's own key")),
  training_tokens: z.nullable(tokens).check(z.describe('Tokens of AI training that the account may keep')),
})

const Limit = z.object({ value: z.int(), origin: z.enum(AI_LIMIT_ORIGINS) })
const Counting = z.object({
  credits_per_1000_tokens: Limit,
  own_key_credits_per_1000_tokens: Limit,
  training_tokens: Limit,
})

/** One account: what is decided for it, what counts, and what would count without that. */
export const AccountAiLimits = z.object({
  /** Id of the account. */
  id: Id,
  name: z.string(),
  owner_email: z.nullable(z.string()),
  kind: z.enum(['installation', 'reseller', 'customer']),
  seller: z.nullable(z.string()).check(z.describe('Name of the account above it')),
  overrides: Overrides,
  effective: Counting,
  inherited: Counting.check(z.describe('What would count if nothing were decided for the account itself')),
})
export type AccountAiLimits = z.output<typeof AccountAiLimits>

const admin = { can: 'administer' } as const

const api = defineArea({ tag: 'AI', access: { can: 'see_admin' }, scope: 'admin' })

export const aiLimits = api.get('/api/admin/ai-limits', {
  name: 'aiLimits.index',
  reads: ['ai_limits'],
  summary: 'What AI text costs each account, and how much AI training it may keep',
  description: 'The installation first, then resellers and customers from the top of the tree down.',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    decided: z
      .optional(z.enum(['yes', 'no']))
      .check(z.describe('Only accounts for which something is decided, or nothing')),
  }),
  reply: page(AccountAiLimits),
})

export const setAiLimits = api.put('/api/admin/ai-limits/{id}', {
  name: 'aiLimits.set',
  access: admin,
  changes: ['ai_limits', 'ai_training', 'open_ai'],
  audit: 'ai_limits.changed',
  summary: 'Decide what AI text costs an account, and how much AI training it may keep',
  description:
    'For the account and for those below it, unless something nearer to them says otherwise. With null its plan decides, else the nearest account above it. Runs that have begun keep their price, and training that is there stays.',
  body: Overrides,
  reply: z.object({ data: AccountAiLimits, message: z.string() }),
})
