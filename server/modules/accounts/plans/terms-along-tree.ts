import { sql } from 'kysely'
import { PRICED_KINDS } from '#contract/accounts/plans.ts'
import {
  type AccountAiLimits,
  AI_LIMIT_NAMES,
  type AiLimitName,
  type AiLimitOrigin,
  STANDARD_AI_LIMITS,
} from '#contract/ai/ai-limits.ts'
import { type ChargeKind, CREDIT_COSTS } from '#contract/core/constants.ts'
import type { Db } from '#server/platform/db/db.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'

type Limits = Record<AiLimitName, number | null>
type EffectiveLimits = AccountAiLimits['effective']
export type CreditPrices = Record<(typeof PRICED_KINDS)[number], number>

/** Settings of an account or one of its ancestors, and of its plan. */
export interface Step {
  accountId: number
  /** The account of the setting: the requested one, or an ancestor. */
  sourceAccountId: number
  /** 1 for the installation, 2 for its customers, above for those of resellers. */
  depth: number
  overrides: Limits
  plan: Limits
  creditPrices: Partial<Record<ChargeKind, number>>
  ownKeyFree: boolean
  /** Null: no limit. */
  auditsPerMonth: number | null
}

/** Settings of the accounts and their ancestors, from the top down. */
export const termsAlongTree = (db: Db, accountIds: readonly number[]): Promise<Step[]> =>
  // Every price asks for it, and planning takes ten times as long as reading.
  runPrepared(
    db,
    sql<Step>`
    select asked.id as "accountId", a.id as "sourceAccountId", cardinality(a.path) as depth,
      json_build_object('credits_per_1000_tokens', a.ai_credits_per_1000_tokens,
        'own_key_credits_per_1000_tokens', a.ai_own_key_credits_per_1000_tokens,
        'training_tokens', a.training_tokens) as overrides,
      json_build_object('credits_per_1000_tokens', v.ai_credits_per_1000_tokens,
        'own_key_credits_per_1000_tokens', v.ai_own_key_credits_per_1000_tokens,
        'training_tokens', v.training_tokens) as plan,
      coalesce(v.credit_prices, '{}') as "creditPrices", coalesce(v.own_key_free, true) as "ownKeyFree",
      v.audits_per_month as "auditsPerMonth"
    from account_node asked
    join account_node a on a.id = any(asked.path)
    left join active_plan v on v.account_id = a.id
    where asked.id = any(${accountIds}::bigint[])
    order by asked.id, cardinality(a.path)`,
  )

const stricter = (name: AiLimitName) => (name === 'training_tokens' ? Math.min : Math.max)

/**
 * An AI limit: what administrators set for the account, else the stricter of its plan's and of what counts for the
 * account above. Plans of the installation's own customers replace its defaults.
 */
function aiLimit(steps: readonly Step[], name: AiLimitName, skipsOwn: boolean): EffectiveLimits[AiLimitName] {
  let found: { value: number; origin: AiLimitOrigin } = {
    value: STANDARD_AI_LIMITS[name],
    origin: 'standard',
  }
  for (const { accountId, sourceAccountId, depth, overrides, plan } of steps) {
    const isOwn = sourceAccountId === accountId
    const [override, own] = [skipsOwn && isOwn ? null : overrides[name], plan[name]]
    if (override !== null) found = { value: override, origin: isOwn ? 'account' : 'parent' }
    else if (own !== null && (depth <= 2 || stricter(name)(own, found.value) === own))
      found = { value: own, origin: isOwn ? 'plan' : 'parent' }
  }
  return found
}

/** The AI limits of an account, from its own steps. Without its overrides where `skipsOwn`. */
export const strictestAiLimits = (steps: readonly Step[], skipsOwn = false): EffectiveLimits =>
  Object.fromEntries(AI_LIMIT_NAMES.map((name) => [name, aiLimit(steps, name, skipsOwn)])) as EffectiveLimits

/** Plans that set an account's prices: its own and those of its sellers. The installation pays nobody. */
const paying = (steps: readonly Step[]) => (steps.length > 1 ? steps.slice(1) : steps)

/** Credits per result where no source has a price of its own: the highest along the tree. */
export const highestPrices = (steps: readonly Step[]): CreditPrices =>
  Object.fromEntries(
    PRICED_KINDS.map((kind) => [
      kind,
      Math.max(...paying(steps).map(({ creditPrices }) => creditPrices[kind] ?? CREDIT_COSTS[kind])),
    ]),
  ) as CreditPrices

/** What an account may pass on to its customers. */
export interface OwnTerms {
  prices: CreditPrices
  ownKeyFree: boolean
  hasModel: boolean
  ai: Record<AiLimitName, number>
}

export async function findOwnTerms(db: Db, accountId: number): Promise<OwnTerms> {
  const steps = await termsAlongTree(db, [accountId])
  const limits = strictestAiLimits(steps)
  return {
    prices: highestPrices(steps),
    ownKeyFree: paying(steps).every((step) => step.ownKeyFree),
    hasModel: await isModelSupported(db, accountId),
    ai: Object.fromEntries(AI_LIMIT_NAMES.map((name) => [name, limits[name].value])) as OwnTerms['ai'],
  }
}

/**
 * Whether an account may use the nearest model key, or without one the platform's model: each account below the
 * key's owner supports it.
 */
export async function isModelSupported(db: Db, accountId: number): Promise<boolean> {
  const query = sql<{ supported: boolean }>`
    select coalesce(bool_and(n.support_open_ai_api_key), true) as supported
    from account_node a
    join account_node n on n.id = any(a.path) and n.parent_id is not null and array_position(a.path, n.id) > coalesce((
      select max(array_position(a.path, k.account_id)) from model_key_info k where k.account_id = any(a.path)), 0)
    where a.id = ${accountId}`
  const [found] = await runPrepared(db, query)
  return found?.supported ?? false
}
