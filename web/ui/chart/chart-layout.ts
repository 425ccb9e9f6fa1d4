import { type Axis, axisFor, stacked } from './chart-scale.ts'
import type { ChartProps } from './chart-types.ts'

export const CHART_HEIGHT = 220
const TOP = 8
const BOTTOM = 24
const RIGHT = 20
/** In pixels: width of a character of the axis, and of a column name with its gap. */
const SIGN = 6.5
const NAME = 64
const WHOLE_COUNT = 4

/** Positions within a plot, in pixels. */
export interface Layout {
  axis: Axis
  /** Left edge of the plot, after the labels of the axis. */
  left: number
  width: number
  /** Distance between two columns. */
  step: number
  /** A name is shown below every nth column. */
  everyName: number
  /** Middle of a column. */
  x: (at: number) => number
  y: (value: number) => number
  /** The column nearest to a position. */
  columnAt: (place: number) => number
}

/** Computes the layout for a width. Lines start and end at the edges; bars keep half a column from them. */
export function makeLayout(
  { kind, columns, series, format, least = WHOLE_COUNT }: ChartProps,
  width: number,
): Layout {
  const count = columns.length
  const values =
    kind === 'stacked'
      ? stacked(series.map(({ points }) => points)).flatMap((one) => one.map(({ to }) => to))
      : series.flatMap(({ points }) => points.filter((point) => point !== null))
  const axis = axisFor(values, least)
  const left = 12 + Math.ceil(SIGN * Math.max(...axis.ticks.map((tick) => format(tick).length)))
  const room = Math.max(width - left - RIGHT, 1)
  const edge = kind === 'lines' && count > 1
  const step = room / Math.max(edge ? count - 1 : count, 1)
  const start = edge ? left : left + step / 2
  return {
    axis,
    left,
    width,
    step,
    everyName: Math.max(1, Math.ceil((count * NAME) / room)),
    x: (at) => start + at * step,
    y: (value) => TOP + (1 - value / axis.top) * (CHART_HEIGHT - TOP - BOTTOM),
    columnAt: (place) => Math.min(count - 1, Math.max(0, Math.round((place - start) / step))),
  }
}
