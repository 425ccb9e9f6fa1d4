import { START_QUERIES } from '#contract/identity/start-queries.ts'
import { shell } from '#web/lib/endpoints.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

/** Number of texts that wait for review; 0 while unknown. */
export const useReviewCount = (): number =>
  useEndpoint(shell.aiTexts, { query: START_QUERIES.to_review }).data?.total ?? 0

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
