import classes from './chart.module.css'
import type { ChartSeries } from './chart-types.ts'

/** How many colours there are before they start again. */
const COLOURS = 6
/** Lines differ in their strokes too, not only in colour. */
const DASHES = [undefined, '6 4', '2 3', '10 3 2 3', '1 4', '14 4']

/** The stroke of a line. */
export const dashOf = (number: number): string | undefined => DASHES[number % DASHES.length]

/** What gives a series its colour. */
export const lookOf = ({ tone }: Pick<ChartSeries, 'tone'>, number: number) => ({
  className: classes.series,
  ...(tone ? { 'data-tone': tone } : { 'data-series': number % COLOURS }),
})
