import type { ChartSeries } from './chart-types.ts'

const COLOURS = ['accent', 'chart', 'success', 'warning', 'heading', 'danger']
/** Lines also differ in their dashes, not only by color. */
const DASHES = [undefined, '6 4', '2 3', '10 3 2 3', '1 4', '14 4']

export const chooseDash = (number: number): string | undefined => DASHES[number % DASHES.length]

/** Data attributes that set the color of a series. */
export const makeLook = ({ tone }: Pick<ChartSeries, 'tone'>, number: number) => ({
  style: { color: `var(--app-${tone ?? COLOURS[number % COLOURS.length]})` },
  ...(tone && { 'data-tone': tone }),
})
