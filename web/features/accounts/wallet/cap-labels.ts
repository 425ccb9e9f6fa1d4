import type { userLimits } from '#contract/accounts/wallet.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { formatNumber } from '#web/lib/format.ts'

export type Cap = NonNullable<Reply<typeof userLimits>['data']['cap']>

/** Their own limit of this month in a sentence. */
export const capLabel = (cap: Cap): string =>
  `Your limit this month: ${formatNumber(cap.spent)} of ${formatNumber(cap.monthly)} used`

/** Whole percent of the limit that is used, at most 100. A limit of 0 is used up from the start. */
export const capPercent = (cap: Cap): number =>
  cap.monthly === 0 ? 100 : Math.min(100, Math.floor((cap.spent / cap.monthly) * 100))
