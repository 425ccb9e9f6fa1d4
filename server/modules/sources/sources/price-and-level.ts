import { type ChargeKind, CREDIT_COSTS } from '#contract/core/constants.ts'
import type { KeyLevel } from '#contract/sources/lead-sources.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import type { SourceStatus } from './source-status-reads.ts'

/** Whose key is effective for an account. */
export function findKeyLevel(status: SourceStatus, accountId: number): KeyLevel {
  if (status.owner_id === null) return 'none'
  if (status.owner_id === accountId) return 'account'
  return status.owner_parent_id === null ? 'platform' : 'reseller'
}

/** The lowest of a key's limits; null without any. */
export const findLimit = ({ limit, key_limit }: SourceStatus): number | null =>
  limit === null || key_limit === null ? (limit ?? key_limit) : Math.min(limit, key_limit)

/**
 * Credits of one unit: zero for a free source or part, where the plans along the tree say so, with the account's own key;
 * else the highest price along the tree, so that nobody sells below their own.
 */
export function priceWith(
  source: SourceDeclaration,
  {
    status,
    accountId,
    chargeKind,
  }: { status: SourceStatus | undefined; accountId: number; chargeKind: ChargeKind },
): number {
  if (source.price === 'free' || source.freeParts.includes(chargeKind)) return 0
  if (status?.own_key_free && findKeyLevel(status, accountId) === 'account') return 0
  const usual = status?.prices[chargeKind] ?? CREDIT_COSTS[chargeKind]
  return status ? Math.max(...status.plan_prices.map((prices) => prices[chargeKind] ?? usual)) : usual
}
