import type { ChartSeries } from './chart-types.ts'

const COLOURS = ['accent', 'chart', 'success', 'warning', 'heading', 'danger']
/** Lines differ in their strokes too, not only in colour. */
const DASHES = [undefined, '6 4', '2 3', '10 3 2 3', '1 4', '14 4']

/** The stroke of a line. */
export const dashOf = (number: number): string | undefined => DASHES[number % DASHES.length]

/** What gives a series its colour. */
export const lookOf = ({ tone }: Pick<ChartSeries, 'tone'>, number: number) => ({
  style: { color: `var(--app-${tone ?? COLOURS[number % COLOURS.length]})` },
  ...(tone && { 'data-tone': tone }),
})
