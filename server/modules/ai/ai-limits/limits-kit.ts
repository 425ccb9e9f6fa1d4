import { type AccountAiLimits, AI_LIMIT_NAMES } from '#contract/ai/ai-limits.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineKitPart } from '#server/platform/kit-part.ts'
import { pick } from '#server/platform/pick.ts'
import { setAiLimits, showAiLimits } from './ai-limits.ts'

type Limits = AccountAiLimits['overrides']
const NONE: Limits = {
  credits_per_1000_tokens: null,
  own_key_credits_per_1000_tokens: null,
  training_tokens: null,
}

const save = (ctx: Context, actor: Actor, limits: Limits) => setAiLimits(ctx, actor, actor.accountId, limits)

/** AI prices and training limit that hold where no package or account has its own. */
export const limitsKitPart = defineKitPart<Limits>({
  name: 'limits',
  module: 'admin',
  async list(ctx, { accountId }) {
    const limits = pick((await showAiLimits(ctx, accountId)).overrides, ...AI_LIMIT_NAMES)
    const isDefault = Object.values(limits).every((value) => value === null)
    return new Map(isDefault ? [] : [['ai', { id: 'ai', content: limits }]])
  },
  create: (ctx, actor, _name, limits) => save(ctx, actor, limits),
  change: (ctx, actor, _id, limits) => save(ctx, actor, limits),
  remove: (ctx, actor) => save(ctx, actor, NONE),
})
