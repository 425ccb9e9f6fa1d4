import type { IcpSegment } from '#contract/ai/icp.ts'
import { formatPercent } from '#web/lib/format.ts'

/** Origin of a segment that is not based on leads. */
export const originLabel = (from: IcpSegment['from']): string =>
  from === 'profile' ? 'From your business profile' : 'From your AI training'

/** Probability of chance; the test is exact, so tiny figures are cut off. */
export const certainty = (chance: number): string =>
  chance < 0.0001 ? 'Less than 0.01% likely to be chance' : `${formatPercent(chance)} likely to be chance`
