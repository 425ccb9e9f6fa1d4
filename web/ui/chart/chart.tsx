import { Box, Center, Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Hint } from '#web/ui/hint.tsx'
import plain from '../plain-table.module.css'
import classes from './chart.module.css'
import { CHART_HEIGHT, makeLayout } from './chart-layout.ts'
import { ChartTip } from './chart-tip.tsx'
import type { ChartProps } from './chart-types.ts'
import { columnLabels } from './column-labels.ts'
import { Plot } from './plot.tsx'
import { chooseDash, makeLook } from './series-look.ts'
import { useColumnCursor } from './use-column-cursor.ts'

/** The values of a chart as a table. */
function ChartTable(chart: ChartProps) {
  const { title, column, columns } = chart
  return (
    <details>
      <Box component="summary" mt="xs">
        Show as a table
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={classes.frame} aria-label={title} tabIndex={0}>
        <table className={plain.table}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              {columnLabels(chart, 0).map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((name, at) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columnLabels(chart, at).map(({ id, text: valueText }) => (
                  <td key={id}>{valueText}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** The legend; a single series needs none. */
function ChartLegend({ kind, series }: Pick<ChartProps, 'kind' | 'series'>) {
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
          {...makeLook(one, number)}
        >
          <svg width={kind === 'lines' ? 24 : 10} height={8} aria-hidden>
            {kind === 'lines' ? (
              <line
                className={classes.line}
                strokeDasharray={chooseDash(number)}
                x1={0}
                x2={24}
                y1={4}
                y2={4}
              />
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

/** The plot as a slider: pointer or arrow keys choose the column whose values are shown. */
function Browsable(chart: ChartProps) {
  const { title, columns } = chart
  const { ref, width } = useElementSize<HTMLDivElement>()
  const layout = width > 0 ? makeLayout(chart, Math.round(width)) : null
  const { at, now, handlers } = useColumnCursor(columns.length, layout)
  const text = columnLabels(chart, now).map((one) => `${one.label} ${one.text}`)
  return (
    <div
      ref={ref}
      className={classes.room}
      style={{ height: CHART_HEIGHT }}
      role="slider"
      tabIndex={0}
      aria-label={`${title}, plotted`}
      aria-valuemin={0}
      aria-valuemax={columns.length - 1}
      aria-valuenow={now}
      aria-valuetext={`${columns[now]}: ${text.join(', ')}`}
      {...handlers}
    >
      {layout && <Plot {...chart} layout={layout} at={at} />}
      {layout && at !== null && <ChartTip {...chart} layout={layout} at={at} />}
    </div>
  )
}

/** Values over time as lines or bars, with a legend and the same numbers as a table. */
export function Chart(props: ChartProps) {
  const { series, unit, empty = 'Nothing to show yet' } = props
  if (!series.some(({ points }) => points.some((point) => point !== null))) {
    return (
      <Center component="p" c="dimmed" style={{ height: CHART_HEIGHT }}>
        {empty}
      </Center>
    )
  }
  return (
    <figure>
      {unit && <Hint mb={6}>{unit}</Hint>}
      <Browsable {...props} />
      <figcaption>
        <ChartLegend {...props} />
        <ChartTable {...props} />
      </figcaption>
    </figure>
  )
}
