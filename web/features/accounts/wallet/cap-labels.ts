import type { userLimits } from '#contract/accounts/wallet.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { formatNumber } from '#web/lib/format.ts'

export type Cap = NonNullable<Reply<typeof userLimits>['data']['cap']>

/** The person's monthly limit in one sentence. */
export const capLabel = (cap: Cap): string =>
  `Your limit this month: ${formatNumber(cap.spent)} of ${formatNumber(cap.monthly)} used`

/** Used share of the limit in whole percent, at most 100. A limit of 0 counts as used up. */
export const capPercent = (cap: Cap): number =>
  cap.monthly === 0 ? 100 : Math.min(100, Math.floor((cap.spent / cap.monthly) * 100))
