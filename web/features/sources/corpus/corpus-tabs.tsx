import { useQuery } from '@tanstack/react-query'
import { twinCounts } from '#contract/sources/corpus-twins.ts'
import { formatNumber } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'

/** The pages of the open corpus; twins with the number of those that wait for a decision. */
export function CorpusTabs({ current }: { current: '/admin/corpus' | '/admin/corpus/twins' }) {
  const { data } = useQuery(endpointQuery(twinCounts))
  const waiting = data?.data.possible ?? 0
  return (
    <TabLinks
      label="Business data"
      current={current}
      tabs={[
        { to: '/admin/corpus', label: 'Sources' },
        {
          to: '/admin/corpus/twins',
          label: waiting > 0 ? `Duplicates (${formatNumber(waiting)})` : 'Duplicates',
        },
      ]}
    />
  )
}
