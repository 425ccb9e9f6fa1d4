import { Box } from '@mantine/core'
import plain from '../plain-table.module.css'
import classes from './chart.module.css'
import type { ChartProps } from './chart-types.ts'
import { columnLabels } from './column-labels.ts'

/** The values of a chart as a table. */
export function ChartTable(chart: ChartProps) {
  const { title, column, columns } = chart
  return (
    <details>
      <Box component="summary" mt="xs">
        Show as a table
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={classes.frame} aria-label={title} tabIndex={0}>
        <table className={plain.table}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              {columnLabels(chart, 0).map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((name, at) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columnLabels(chart, at).map(({ id, text: words }) => (
                  <td key={id}>{words}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
