import { Box } from '@mantine/core'
import IconLogin from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import {
  LOGIN_GROUPS,
  type LoginGroup,
  type LoginRow,
  loginActivity,
} from '#contract/admin/user-analytics.ts'
import { formatCount, formatNumber, formatShortDay, weekdayNames } from '#web/lib/format.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { CHART_HEIGHT } from '#web/ui/chart/chart-layout.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DayInputs, daysOf } from '#web/ui/day-inputs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { AnalyticsPage, ExportAnalysis, groupOptions, nameColumns } from './analytics-parts.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** The strongest shade in percent; text stays readable on it with any brand colour. */
const MOST_SHADE = 35

const shade = (value: number, most: number): number => (most === 0 ? 0 : (value / most) * MOST_SHADE)

/** Sign-ins by weekday and hour as a table with shaded cells. */
function HeatMap({ hours }: { hours: readonly (readonly number[])[] }) {
  const most = Math.max(0, ...hours.flat())
  const weekdays = weekdayNames()
  return (
    <Box component="section" aria-label="Weekdays and hours" tabIndex={0} style={{ overflowX: 'auto' }}>
      <Box component="table" fz="xs" style={{ borderSpacing: 2, fontVariantNumeric: 'tabular-nums' }}>
        <caption style={{ textAlign: 'start' }}>Sign-ins by weekday and hour</caption>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <Box component="th" key={hour} scope="col" fw={400}>
                {hour}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday, day) => (
            <tr key={weekday}>
              <Box component="th" scope="row" fw={400} ta="start" pe="xs">
                {weekday}
              </Box>
              {HOURS.map((hour) => {
                const value = hours[day]?.[hour] ?? 0
                const background = `color-mix(in srgb, var(--mantine-primary-color-filled) ${shade(value, most)}%, var(--app-surface))`
                return (
                  <Box
                    component="td"
                    key={hour}
                    title={formatCount(value, 'sign-in')}
                    ta="center"
                    miw={24}
                    h={24}
                    bdrs={3}
                    style={{ background }}
                  >
                    {value || ''}
                  </Box>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

const loginSearch = pageSearch({
  by: oneOf(LOGIN_GROUPS, 'user' as const),
  from: freeText(10),
  to: freeText(10),
  ...paging,
})

const columnsFor = (by: LoginGroup): readonly Column<LoginRow>[] => [
  ...nameColumns<LoginRow>(by),
  ...(by === 'user'
    ? []
    : [
        {
          id: 'users',
          label: 'Users',
          align: 'end' as const,
          cell: (row: LoginRow) => formatNumber(row.users),
        },
      ]),
  { id: 'days', label: 'Days', align: 'end', cell: ({ days }) => formatNumber(days) },
  { id: 'sign-ins', label: 'Sign-ins', align: 'end', cell: ({ sign_ins }) => formatNumber(sign_ins) },
]

/** When people of all accounts sign in. */
export function LoginActivityPage() {
  const [query, change] = usePageSearch(loginSearch)
  const { by, page, limit } = query
  const days = daysOf(query)
  const found = usePagedQuery(loginActivity, { query: { page, limit, by, ...days } })
  return (
    <AnalyticsPage
      action={<ExportAnalysis body={{ report: 'login-activity', by, ...days }} />}
      height={CHART_HEIGHT + 300}
      chart={
        found.data && (
          <>
            <Chart
              title="Sign-ins per day"
              kind="bars"
              column="Day"
              unit="Sign-ins"
              columns={found.data.days.map(({ day }) => formatShortDay(day))}
              series={[
                {
                  id: 'sign-ins',
                  label: 'Sign-ins',
                  points: found.data.days.map(({ sign_ins }) => sign_ins),
                },
                { id: 'users', label: 'Users', points: found.data.days.map(({ users }) => users) },
              ]}
              format={formatNumber}
              empty="No sign-ins in this period"
            />
            <HeatMap hours={found.data.hours} />
          </>
        )
      }
    >
      <ListSection
        label="Login activity"
        list={{ found, query, change }}
        filters={[{ name: 'by', label: 'Group', options: groupOptions(LOGIN_GROUPS) }]}
        toolbar={<DayInputs query={query} shown={found.data} change={change} />}
        columns={columnsFor(by)}
        rowKey={({ key }) => key}
        noMatches={{ title: 'No sign-ins', reset: 'Show all' }}
        empty={
          <EmptyState icon={IconLogin} title="No sign-ins in this period">
            Everyone who signs in appears here.
          </EmptyState>
        }
      />
    </AnalyticsPage>
  )
}
