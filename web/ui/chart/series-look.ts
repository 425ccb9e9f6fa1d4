import classes from './chart.module.css'
import type { ChartSeries } from './chart-types.ts'

/** Number of colors before they repeat. */
const COLOURS = 6
/** Lines also differ in their dashes, not only by color. */
const DASHES = [undefined, '6 4', '2 3', '10 3 2 3', '1 4', '14 4']

export const dashOf = (number: number): string | undefined => DASHES[number % DASHES.length]

/** Data attributes that set the color of a series. */
export const lookOf = ({ tone }: Pick<ChartSeries, 'tone'>, number: number) => ({
  className: classes.series,
  ...(tone ? { 'data-tone': tone } : { 'data-series': number % COLOURS }),
})
