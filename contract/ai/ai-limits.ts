import * as z from 'zod/mini'
import { Id, page, pageQuery } from '../core/common.ts'
import { MAX_TRAINING_ALLOWANCE, TRAINING_TOKENS } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'

/** Maximum price of 1,000 tokens in credits. */
export const MAX_AI_CREDITS = 10_000

/** Defaults where neither the account, its plan nor a parent sets a limit. */
export const STANDARD_AI_LIMITS = {
  credits_per_1000_tokens: 1,
  own_key_credits_per_1000_tokens: 0,
  training_tokens: TRAINING_TOKENS,
} as const
export type AiLimitName = keyof typeof STANDARD_AI_LIMITS
export const AI_LIMIT_NAMES = Object.keys(STANDARD_AI_LIMITS) as AiLimitName[]

/** Origin of a limit: the account, its plan, a parent account, or the default. */
export const AI_LIMIT_ORIGINS = ['account', 'plan', 'parent', 'standard'] as const
export type AiLimitOrigin = (typeof AI_LIMIT_ORIGINS)[number]

const credits = z.int(MESSAGES.integer).check(z.minimum(0), z.maximum(MAX_AI_CREDITS))
const tokens = z.int(MESSAGES.integer).check(z.minimum(0), z.maximum(MAX_TRAINING_ALLOWANCE))

/** Overrides for one account; null inherits. */
export const AiLimitOverrides = z.strictObject({
  credits_per_1000_tokens: z
    .nullable(credits)
    .check(z.describe('For AI text with a key of the installation or a reseller')),
  own_key_credits_per_1000_tokens: z
    .nullable(credits)
    .check(z.describe('For AI text with the account’s own key')),
  training_tokens: z.nullable(tokens).check(z.describe('Maximum AI training of the account in tokens')),
})

const Limit = z.object({ value: z.int(), origin: z.enum(AI_LIMIT_ORIGINS) })
const Counting = z.object({
  credits_per_1000_tokens: Limit,
  own_key_credits_per_1000_tokens: Limit,
  training_tokens: Limit,
})

/** An account with its overrides, the effective limits and the inherited ones. */
export const AccountAiLimits = z.object({
  id: Id,
  name: z.string(),
  owner_email: z.nullable(z.string()),
  kind: z.enum(['installation', 'reseller', 'customer']),
  seller: z.nullable(z.string()).check(z.describe('Name of the parent account')),
  // Older ones may hold more than can be set.
  overrides: z.extend(AiLimitOverrides, { training_tokens: z.nullable(z.int()) }),
  effective: Counting,
  inherited: Counting.check(z.describe('Effective values without the account’s own overrides')),
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
    customized: z
      .optional(z.enum(['yes', 'no']))
      .check(z.describe('Only accounts with limits of their own, or without')),
  }),
  reply: page(AccountAiLimits),
})

export const setAiLimits = api.put('/api/admin/ai-limits/{id}', {
  name: 'aiLimits.set',
  access: admin,
  changes: ['ai_limits', 'ai_training', 'open_ai'],
  audit: 'ai_limits.changed',
  summary: 'Set what AI text costs an account, and how much AI training it may keep',
  description:
    'Applies to the account, whatever its plan and the accounts above say. Accounts below inherit it, and their plans can’t be more generous. Null: the stricter of the plan’s value and the parent’s. Runs keep the price they started with, and existing training stays.',
  body: AiLimitOverrides,
  reply: z.object({ data: AccountAiLimits, message: z.string() }),
})
