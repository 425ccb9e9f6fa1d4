import { duplicateCounts } from '#contract/sources/corpus-duplicates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'

/** The pages of the open corpus; duplicates with the number of those that wait for a decision. */
export function CorpusTabs({ current }: { current: '/admin/corpus' | '/admin/corpus/duplicates' }) {
  const { data } = useEndpoint(duplicateCounts)
  const waiting = data?.data.possible ?? 0
  return (
    <TabLinks
      label="Business data"
      current={current}
      tabs={[
        { to: '/admin/corpus', label: 'Sources' },
        {
          to: '/admin/corpus/duplicates',
          label: waiting > 0 ? `Duplicates (${formatNumber(waiting)})` : 'Duplicates',
        },
      ]}
    />
  )
}
