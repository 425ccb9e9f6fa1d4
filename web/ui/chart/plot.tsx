import { Box } from '@mantine/core'
import classes from './chart.module.css'
import { CHART_HEIGHT, type Layout } from './chart-layout.ts'
import type { ChartProps } from './chart-types.ts'
import { Marks } from './marks.tsx'

interface PlotProps extends Pick<ChartProps, 'kind' | 'columns' | 'series' | 'format'> {
  layout: Layout
  /** The highlighted column. */
  at: number | null
}

/** The SVG of a chart. Screen readers get the text of the slider around it. */
export function Plot({ kind, columns, series, format, layout, at }: PlotProps) {
  const { axis, left, width, x, y, step, everyName } = layout
  const column = Math.max(step, 2)
  return (
    <svg className={classes.plot} viewBox={`0 0 ${width} ${CHART_HEIGHT}`} aria-hidden>
      {at !== null && kind !== 'lines' && (
        <rect
          className={classes.column}
          x={x(at) - column / 2}
          y={y(axis.top)}
          width={column}
          height={y(0) - y(axis.top)}
        />
      )}
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <Box
            component="line"
            style={{ stroke: 'var(--app-border)', strokeWidth: 1 }}
            x1={left}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {at !== null && kind === 'lines' && (
        <Box
          component="line"
          style={{ stroke: 'var(--app-border-strong)', strokeWidth: 1 }}
          x1={x(at)}
          x2={x(at)}
          y1={y(axis.top)}
          y2={y(0)}
        />
      )}
      {columns.map(
        (name, number) =>
          number % everyName === 0 && (
            <text key={name} x={x(number)} y={CHART_HEIGHT - 6} textAnchor="middle">
              {name}
            </text>
          ),
      )}
      <Marks kind={kind} series={series} layout={layout} />
    </svg>
  )
}
