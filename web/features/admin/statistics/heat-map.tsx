import { Box } from '@mantine/core'
import { formatNumber, weekdayNames } from '#web/lib/format.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** The strongest shade in percent; text stays readable on it with any brand colour. */
const MOST_SHADE = 35

const shade = (value: number, most: number): number => (most === 0 ? 0 : (value / most) * MOST_SHADE)

interface HeatMapProps {
  caption: string
  /** Seven days from Monday, each with 24 hours. */
  hours: readonly (readonly number[])[]
  /** What a cell counts, such as "Sign-ins". */
  unit: string
}

/** Counts by weekday and hour as a table with shaded cells. */
export function HeatMap({ caption, hours, unit }: HeatMapProps) {
  const most = Math.max(0, ...hours.flat())
  const weekdays = weekdayNames()
  return (
    <Box component="section" aria-label="Weekdays and hours" tabIndex={0} style={{ overflowX: 'auto' }}>
      <Box component="table" fz="xs" style={{ borderSpacing: 2, fontVariantNumeric: 'tabular-nums' }}>
        <caption style={{ textAlign: 'start' }}>{caption}</caption>
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
                    title={`${formatNumber(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`.toLowerCase()}
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
