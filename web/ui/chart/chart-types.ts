import type { Share } from '#web/lib/share.ts'

/** One series: a value of at least 0 per column, null where unknown. */
export interface ChartSeries {
  id: string
  label: string
  points: readonly (number | null)[]
  /** A semantic color; without it the chart's colors are used in turn. */
  tone?: Share['tone']
}

/**
 * A line per series, grouped bars, or stacked bars. For values per name instead of over time use `BarList`;
 * for parts of a whole, `ShareBar`.
 */
export type ChartKind = 'lines' | 'bars' | 'stacked'

export interface ChartProps {
  /** Such as "Hit rate per week". For screen readers; the page has its own heading. */
  title: string
  kind: ChartKind
  /** What a column is, such as "Week". */
  column: string
  columns: readonly string[]
  series: readonly ChartSeries[]
  format: (value: number) => string
  /** Unit above the axis, such as "Credits". */
  unit?: string
  /** Minimum of the axis' maximum; 4 keeps the grid lines of counts whole. */
  least?: number
  empty?: string
}
