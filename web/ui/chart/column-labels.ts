import type { ChartProps } from './chart-types.ts'

/** Text of a column: a line per series, and the total of stacked ones. */
export function columnLabels(
  { kind, series, format }: Pick<ChartProps, 'kind' | 'series' | 'format'>,
  at: number,
): { id: string; label: string; text: string }[] {
  const formatValue = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : format(value)
  const lines = series.map(({ id, label, points }) => ({ id, label, text: formatValue(points[at]) }))
  if (kind !== 'stacked' || series.length < 2) return lines
  const sum = series.reduce((all, { points }) => all + (points[at] ?? 0), 0)
  return [...lines, { id: ' total', label: 'Total', text: format(sum) }]
}
