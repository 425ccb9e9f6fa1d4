import { HeadlessMantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarList } from './bar-list.tsx'
import { Chart } from './chart.tsx'
import { makeLayout } from './chart-layout.ts'
import { ChartTip } from './chart-tip.tsx'
import type { ChartKind, ChartProps } from './chart-types.ts'
import { Plot } from './plot.tsx'
import { columnAfter } from './use-column-cursor.ts'

const render = (part: ReactNode): string =>
  renderToStaticMarkup(<HeadlessMantineProvider>{part}</HeadlessMantineProvider>)

const chart = (kind: ChartKind): ChartProps => ({
  title: 'Credits per week',
  kind,
  column: 'Week',
  columns: ['1 Sep', '8 Sep', '15 Sep'],
  series: [
    { id: 'search', label: 'Searches', points: [4, null, 6] },
    { id: 'find', label: 'Emails', points: [1, 2, 0], tone: 'success' },
  ],
  format: (value) => `${value} cr`,
  unit: 'Credits',
})

const plotted = (kind: ChartKind): string =>
  render(<Plot {...chart(kind)} layout={makeLayout(chart(kind), 600)} at={kind === 'lines' ? null : 1} />)

const count = (text: string, part: string): number => text.split(part).length - 1

test('lines stop at a gap; bars leave it out, side by side or stacked', () => {
  // Two segments of the first series, one of the second.
  expect(count(plotted('lines'), '<polyline')).toBe(3)
  // Four bars with a height, and the highlighted column.
  expect(count(plotted('bars'), '<rect')).toBe(5)
  expect(count(plotted('stacked'), '<rect')).toBe(5)
  expect(plotted('stacked')).not.toBe(plotted('bars'))
})

test('the table has the same numbers, with a dash for a gap and a sum for stacked bars', () => {
  const page = render(<Chart {...chart('stacked')} />)
  expect(page).toContain('<th scope="row">8 Sep</th><td>–</td><td>2 cr</td><td>2 cr</td>')
  expect(page).toMatch(/Week.*Searches.*Emails.*Total/)
  expect(render(<Chart {...chart('lines')} />)).not.toContain('Total')
})

test('announces the latest column with title and unit; a legend identifies the series', () => {
  const page = render(<Chart {...chart('lines')} />)
  expect(page).toContain('role="slider"')
  expect(page).toContain('aria-label="Credits per week, plotted"')
  expect(page).toContain('aria-valuetext="15 Sep: Searches 6 cr, Emails 0 cr"')
  expect(page).toContain('>Credits</p>')
  expect(page).toContain('data-tone="success"')
})

test('arrow keys move through the columns and stop at the ends', () => {
  expect([columnAfter('ArrowRight', 1, 2), columnAfter('ArrowRight', 2, 2)]).toEqual([2, 2])
  expect([columnAfter('ArrowLeft', 0, 2), columnAfter('Home', 2, 2), columnAfter('End', 0, 2)]).toEqual([
    0, 0, 2,
  ])
  expect(columnAfter('Tab', 1, 2)).toBeNull()
})

test('the tooltip is placed where there is room', () => {
  const layout = makeLayout(chart('lines'), 600)
  const tipAt = (at: number) => render(<ChartTip {...chart('lines')} layout={layout} at={at} />)
  expect(tipAt(0)).toMatch(/style="left:.*1 Sep.*4 cr/)
  expect(tipAt(2)).toMatch(/style="right:.*15 Sep.*6 cr/)
})

test('a chart without values shows a message', () => {
  const empty = { ...chart('bars'), columns: ['1 Sep'], series: [{ id: 'a', label: 'A', points: [null] }] }
  const page = render(<Chart {...empty} empty="No credits used yet" />)
  expect(page).toContain('No credits used yet')
  expect(page).not.toContain('slider')
})

test('one value per name is a table with bars', () => {
  const items = [
    { id: 'a', label: 'Own website', value: 0.5 },
    { id: 'b', label: 'Inferred', value: 0.25 },
  ]
  const list = (full?: number) =>
    render(
      <BarList
        title="Hit rate"
        column="Source"
        items={items}
        format={(value) => `${value * 100}%`}
        {...(full ? { full } : {})}
      />,
    )
  expect(list()).toMatch(/Own website.*width:100%.*50%.*Inferred.*width:50%.*25%/)
  expect(list(1)).toMatch(/width:50%.*width:25%/)
})
