import { NativeSelect, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import IconAlert from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { useRouter } from '@tanstack/react-router'
import { type AttentionItem, DASHBOARD_DAYS, dashboard, type Figure } from '#contract/admin/dashboard.ts'
import { formatShortDay } from '#web/lib/format.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ATTENTION } from './attention-labels.ts'
import { FIGURE_LOOKS, figureChange, figureId, figureLabel, figureValue } from './figure-labels.ts'

const dashboardSearch = pageSearch({
  days: oneOf(DASHBOARD_DAYS, 30 as const),
  chart: oneOf(Object.keys(FIGURE_LOOKS) as Figure['name'][], 'credits_spent' as const),
})

/** Links to the list if this version has it. */
function ListLink({ to, search = {}, children }: { to: string; search?: object; children: string }) {
  const { routesByPath } = useRouter()
  if (!Object.hasOwn(routesByPath, to)) return children
  return (
    <AnchorLink to={to} search={search} inherit>
      {children}
    </AnchorLink>
  )
}

function Attention({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0)
    return (
      <Text c="dimmed">
        <IconCheck size={14} stroke={1.75} aria-hidden /> Nothing needs attention
      </Text>
    )
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {items.map((item) => {
        const { text, to, search, urgent } = ATTENTION[item.kind]
        return (
          <Text component="li" key={item.kind} style={{ overflowWrap: 'anywhere' }}>
            <IconAlert
              size={14}
              stroke={1.75}
              color={urgent ? 'var(--app-danger)' : 'var(--app-warning)'}
              aria-label={urgent ? 'Urgent' : 'Warning'}
            />{' '}
            <ListLink to={to} {...(search && { search })}>
              {text(item)}
            </ListLink>
          </Text>
        )
      })}
    </Stack>
  )
}

function FigureCard({ figure, days }: { figure: Figure; days: number }) {
  return (
    <Frame p="md">
      <Text c="dimmed">{figureLabel(figure)}</Text>
      <Text fz="xl" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        <ListLink to={FIGURE_LOOKS[figure.name].to}>{figureValue(figure, figure.value)}</ListLink>
      </Text>
      <Text fz="xs" c="dimmed">
        {figureChange(figure, days)}
      </Text>
    </Frame>
  )
}

/** One figure day by day. */
function FigureChart({ figure }: { figure: Figure }) {
  return (
    <Chart
      title={`${figureLabel(figure)} per day`}
      kind={FIGURE_LOOKS[figure.name].bars ? 'bars' : 'lines'}
      column="Day"
      unit={figureLabel(figure)}
      columns={figure.days.map(({ day }) => formatShortDay(day))}
      series={[
        { id: figureId(figure), label: figureLabel(figure), points: figure.days.map(({ value }) => value) },
      ]}
      format={(value) => figureValue(figure, value)}
      {...(figure.name !== 'hit_rate' && { least: 4 })}
      empty="Nothing in this period"
    />
  )
}

/** What needs attention, then how the installation grows. */
export function DashboardPage() {
  const [{ days, chart }, change] = usePageSearch(dashboardSearch)
  const found = usePagedQuery(dashboard, { query: { days } }, { refetchInterval: 60_000 })
  const data = found.data?.data
  const shown = data?.figures.filter(({ name }) => name === chart) ?? []
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={
          data?.updated_at ? (
            <>
              Updated <When at={data.updated_at} />
            </>
          ) : (
            'First figures appear within 5 minutes'
          )
        }
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Period"
            value={String(days)}
            onChange={(value) => change({ days: Number(value) as typeof days })}
            data={DASHBOARD_DAYS.map((value) => ({ value: String(value), label: `${value} days` }))}
          />
        }
      />
      {!data && found.isError && <LoadError what="The dashboard" query={found} />}
      {!data && !found.isError && <Skeleton m="md" height={320} />}
      {data && (
        <Stack p="md" gap="lg">
          <section aria-labelledby="attention">
            <Title order={2} mb="xs" id="attention">
              Needs attention
            </Title>
            <Attention items={data.attention} />
          </section>
          <section aria-labelledby="growth">
            <Title order={2} mb="xs" id="growth">
              Growth
            </Title>
            <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
              {data.figures.map((figure) => (
                <FigureCard key={figureId(figure)} figure={figure} days={days} />
              ))}
            </SimpleGrid>
          </section>
          <section aria-label="Day by day">
            <FigureSelect figures={data.figures} value={chart} onChange={(name) => change({ chart: name })} />
            {shown.map((figure) => (
              <FigureChart key={figureId(figure)} figure={figure} />
            ))}
          </section>
        </Stack>
      )}
    </>
  )
}

interface SelectProps {
  figures: readonly Figure[]
  value: Figure['name']
  onChange: (name: Figure['name']) => void
}

/** Selects the figure of the chart. */
function FigureSelect({ figures, value, onChange }: SelectProps) {
  const names = [...new Set(figures.map(({ name }) => name))]
  return (
    <NativeSelect
      size="xs"
      w={260}
      mb="xs"
      aria-label="Figure"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Figure['name'])}
      data={names.map((name) => ({ value: name, label: FIGURE_LOOKS[name].label }))}
    />
  )
}
