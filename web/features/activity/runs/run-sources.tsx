import type { RunSource } from '#contract/sources/source-stats.ts'
import { formatCount } from '../../../lib/format.ts'
import { BarList } from '../../../ui/chart/bar-list.tsx'

const UNITS: Record<RunSource['kind'], readonly [string, string]> = {
  leads: ['lead', 'leads'],
  emails: ['email', 'emails'],
  inferred: ['email', 'emails'],
}

/** Result of one source: `10 emails`. */
const deliveredLabel = ({ kind, delivered }: RunSource): string => formatCount(delivered, ...UNITS[kind])

/** Results per source, as bars on one scale. Hidden before the first request. */
export function RunSources({ sources }: { sources: readonly RunSource[] }) {
  const requested = sources.filter((one) => one.delivered > 0 || (one.requests ?? 0) > 0)
  if (requested.length === 0) return null
  return (
    <BarList
      title="Delivered"
      column="Source"
      items={requested.map((one) => ({
        id: `${one.source} ${one.kind}`,
        label: one.kind === 'inferred' ? `${one.label}, guessed` : one.label,
        value: one.delivered,
        text: deliveredLabel(one),
      }))}
    />
  )
}
