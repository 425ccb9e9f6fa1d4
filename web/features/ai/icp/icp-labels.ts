import type { IcpBasis, IcpSegment } from '#contract/ai/icp.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'

const MATCHING: Record<IcpBasis, string> = { won: 'won', pushed: 'sent to a CRM', exported: 'exported' }

/** What a segment rests on: `38 of 60 leads won`. */
export function originLabel({ from, leads, matching }: IcpSegment, basis: IcpBasis | null): string {
  if (from !== 'leads') return from === 'profile' ? 'From your business profile' : 'From your AI training'
  return `${formatNumber(matching)} of ${formatNumber(leads)} leads ${MATCHING[basis ?? 'won']}`
}

/** How likely chance alone is the reason; the test is exact, so tiny figures are cut off. */
export const certainty = (chance: number): string =>
  chance < 0.0001 ? 'Less than 0.01% likely to be chance' : `${formatPercent(chance)} likely to be chance`
