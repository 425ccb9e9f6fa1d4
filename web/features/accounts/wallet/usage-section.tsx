import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import { exportUsage, USAGE_DAYS, usage } from '#contract/accounts/wallet.ts'
import { DIMENSIONS } from '#contract/core/dimensions.ts'
import { call, download } from '#web/lib/api.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Band } from '#web/ui/band.tsx'
import { BarList } from '#web/ui/chart/bar-list.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { CHART_HEIGHT } from '#web/ui/chart/chart-layout.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { usageSeries } from './usage-series.ts'

interface UsageSectionProps {
  /** Filter by person; null for everyone. */
  member: number | null
  onMember: (member: number | null) => void
}

/** Credits spent in the last days, by day and kind of run, of everyone or one person. */
export function UsageSection({ member, onMember }: UsageSectionProps) {
  const query = member === null ? {} : { member }
  const found = usePagedQuery(usage, { query })
  const save = useMutation({
    mutationFn: () => call(exportUsage, { body: query }),
    onSuccess: ({ data }) => download(data.url),
  })
  const data = found.data?.data
  const members = data?.members ?? []
  const missing = member !== null && !members.some(({ id }) => id === member)
  return (
    <>
      <Band aria-label="Usage">
        <Group gap="8px 12px" mb="sm">
          <h2>{`Spent in the last ${USAGE_DAYS} days`}</h2>
          {data && (
            <Text component="span" flex="1 0 auto" c="dimmed" className="numeric">
              {formatCredits(data.total)}
            </Text>
          )}
          {(members.length > 1 || member !== null) && (
            <NativeSelect
              size="xs"
              aria-label="Member"
              maw={200}
              data={[
                { value: '', label: 'Everyone' },
                ...members.map(({ id, name }) => ({ value: String(id), label: name })),
                ...(missing ? [{ value: String(member), label: 'Nothing spent' }] : []),
              ]}
              value={String(member ?? '')}
              onChange={({ currentTarget: { value } }) => onMember(value ? Number(value) : null)}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconDownload aria-hidden />}
            disabled={!data || data.total === 0}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Export CSV
          </Button>
        </Group>
        {data ? (
          <Chart
            title={`Credits spent per day in the last ${USAGE_DAYS} days`}
            kind="stacked"
            column="Day"
            unit="Credits"
            {...usageSeries(data)}
            format={formatNumber}
            empty={`Nothing was spent in the last ${USAGE_DAYS} days`}
          />
        ) : found.isError ? (
          <LoadError what="The usage" query={found} />
        ) : (
          <div role="status" aria-label="Loading the usage">
            <Skeleton height={CHART_HEIGHT + 72} />
          </div>
        )}
      </Band>
      {data && data.sources.length > 0 && (
        <Band aria-label="Spent by source">
          <h2>Spent by source</h2>
          <BarList
            title="Credits spent by source"
            column={DIMENSIONS.source.label}
            items={data.sources.map(({ source, name, credits }) => ({
              id: source ?? '',
              label: name,
              value: credits,
            }))}
          />
        </Band>
      )}
    </>
  )
}
