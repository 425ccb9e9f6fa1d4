import type { Share } from '#web/lib/share.ts'

/** One series of a chart: a value from 0 up per column, null where there is none. */
export interface ChartSeries {
  id: string
  label: string
  points: readonly (number | null)[]
  /** A colour that means something; without it the series take the chart's colours in turn. */
  tone?: Share['tone']
}

/**
 * How values are drawn: a line each, bars side by side, or bars on top of each other. Values per name and not over
 * time are a `BarList`; parts of one whole are a `ShareBar`.
 */
export type ChartKind = 'lines' | 'bars' | 'stacked'

export interface ChartProps {
  /** What is shown, e.g. "Hit rate per week". Read out; the heading above is the page's. */
  title: string
  kind: ChartKind
  /** What a column is: "Week", "Day". */
  column: string
  /** Names of the columns, in order. */
  columns: readonly string[]
  series: readonly ChartSeries[]
  format: (value: number) => string
  /** What is counted, above the axis: "Credits". */
  unit?: string
  /** The axis goes at least up to here; 4 keeps the lines of a count whole. */
  least?: number
  /** What stands here as long as there is no value. */
  empty?: string
}
