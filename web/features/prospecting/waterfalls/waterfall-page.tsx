import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Waterfall } from '#contract/prospecting/waterfalls.ts'
import { waterfalls } from '#contract/prospecting/waterfalls.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Band } from '#web/ui/band.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { WaterfallEditor } from './waterfall-editor.tsx'
import { WANT_LABELS } from './waterfall-labels.ts'

const percent = (value: number): string => `${formatNumber(Math.round(value))}%`

/** Hit rates of all sources with lookups. */
function HitRates({ all }: { all: readonly Waterfall[] }) {
  const labels = [
    ...new Map(all.flatMap(({ sources }) => sources.map((source) => [source.source, source.label]))),
  ]
  return (
    <Chart
      kind="bars"
      column="Source"
      title="Hit rate"
      unit="Share of lookups with a result, last 90 days"
      columns={labels.map(([, label]) => label)}
      series={all.map(({ want, sources }) => ({
        id: want,
        label: WANT_LABELS[want].title,
        points: labels.map(([id]) => {
          const match = sources.find(({ source }) => source === id)
          return match && match.requests > 0 ? (match.hits / match.requests) * 100 : null
        }),
      }))}
      least={10}
      format={percent}
      empty="No lookups in the last 90 days"
    />
  )
}

/** Source order for emails, phones and profiles, with each source's results. */
export function WaterfallPage() {
  const found = useEndpoint(waterfalls, {})
  const all = found.data?.data
  const isAlone = all?.every(({ sources }) => sources.filter(({ is_ready }) => is_ready).length <= 1)
  return (
    <>
      <PageHeader title="Waterfall" subtitle="Tries sources in order until one has the value" />
      {found.isError && !all && <LoadError what="The waterfalls" query={found} />}
      {found.isPending && <SkeletonRows rows={6} height={56} label="Loading the waterfalls" />}
      {isAlone && (
        <Band>
          <Text c="dimmed">
            Without keys, only company websites are used.{' '}
            <Link to="/integration/sources">Connect a source</Link> to find emails and phone numbers that
            aren’t on websites.
          </Text>
        </Band>
      )}
      {all?.map((waterfall) => (
        <WaterfallEditor key={waterfall.want} waterfall={waterfall} />
      ))}
      {all && (
        <Band aria-labelledby="hit-rates">
          <Title order={2} mb={4} id="hit-rates">
            Hit rate by source
          </Title>
          <HitRates all={all} />
        </Band>
      )}
    </>
  )
}
