import { aiTexts } from '#contract/ai/ai-text.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

/** Number of texts that wait for review; 0 while unknown. */
export const useReviewCount = (): number =>
  useEndpoint(aiTexts, { query: { review: 'open', state: 'written', page: 1, limit: 1 } }).data?.total ?? 0

/** The number in the sidebar; nothing if none waits. */
export function ReviewCount() {
  const count = useReviewCount()
  if (count === 0) return null
  return (
    <span className="numeric" style={{ marginLeft: 'auto', fontSize: '12px' }}>
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="visually-hidden">{`, ${formatCount(count, 'text')} to review`}</span>
    </span>
  )
}
