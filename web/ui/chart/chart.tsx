import { Center } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Hint } from '#web/ui/hint.tsx'
import classes from './chart.module.css'
import { CHART_HEIGHT, layoutOf } from './chart-layout.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTable } from './chart-table.tsx'
import { ChartTip } from './chart-tip.tsx'
import type { ChartProps } from './chart-types.ts'
import { columnLabels } from './column-labels.ts'
import { Plot } from './plot.tsx'
import { useColumnCursor } from './use-column-cursor.ts'

/** The plot as a slider: pointer or arrow keys choose the column whose values are shown. */
function Browsable(chart: ChartProps) {
  const { title, columns } = chart
  const { ref, width } = useElementSize<HTMLDivElement>()
  const layout = width > 0 ? layoutOf(chart, Math.round(width)) : null
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
