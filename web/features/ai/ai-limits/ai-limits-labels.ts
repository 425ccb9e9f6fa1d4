import type { AccountAiLimits, AiLimitName, AiLimitOrigin } from '#contract/ai/ai-limits.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'

/** Labels of the three limits. */
export const LIMIT_LABELS: Record<AiLimitName, string> = {
  credits_per_1000_tokens: 'AI text, per 1,000 tokens',
  own_key_credits_per_1000_tokens: 'With its own key',
  training_tokens: 'AI training',
}

/** A limit with its unit. */
export function limitLabel(name: AiLimitName, value: number): string {
  if (name === 'training_tokens') return `${formatNumber(value)} tokens`
  return value === 0 ? 'Free' : formatCredits(value)
}

const ORIGINS: Record<AiLimitOrigin, string> = {
  account: 'set here',
  plan: 'from its plan',
  parent: 'from the parent account',
  standard: 'standard',
}

/** Origin of a limit. */
export const originLabel = (origin: AiLimitOrigin): string => ORIGINS[origin]

/** The inherited value of an empty field. */
export function emptyLabel(name: AiLimitName, { inherited }: Pick<AccountAiLimits, 'inherited'>): string {
  const { value, origin } = inherited[name]
  return `Empty: ${limitLabel(name, value).toLowerCase()} (${originLabel(origin)})`
}

const KINDS: Record<AccountAiLimits['kind'], string> = {
  installation: 'Installation',
  reseller: 'Reseller',
  customer: 'Customer',
}

/** Kind and seller of an account. */
export const kindLabel = ({ kind, seller }: Pick<AccountAiLimits, 'kind' | 'seller'>): string =>
  seller === null ? KINDS[kind] : `${KINDS[kind]} of ${seller}`
