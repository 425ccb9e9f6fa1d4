import { Group, Text } from '@mantine/core'
import classes from './chart.module.css'
import type { ChartProps } from './chart-types.ts'
import { dashOf, lookOf } from './series-look.ts'

/** The legend; a single series needs none. */
export function ChartLegend({ kind, series }: Pick<ChartProps, 'kind' | 'series'>) {
  if (series.length < 2) return null
  return (
    <Group component="ul" align="stretch" gap="4px 20px" mt="xs">
      {series.map((one, number) => (
        <Group
          component="li"
          display="inline-flex"
          wrap="nowrap"
          gap={6}
          key={one.id}
          {...lookOf(one, number)}
        >
          <svg width={kind === 'lines' ? 24 : 10} height={8} aria-hidden>
            {kind === 'lines' ? (
              <line className={classes.line} strokeDasharray={dashOf(number)} x1={0} x2={24} y1={4} y2={4} />
            ) : (
              <rect className={classes.bar} width={10} height={8} rx={2} />
            )}
          </svg>
          <Text component="span" c="var(--app-text)">
            {one.label}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
