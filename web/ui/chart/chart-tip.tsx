import { Box, Text } from '@mantine/core'
import classes from './chart.module.css'
import type { Layout } from './chart-layout.ts'
import type { ChartProps } from './chart-types.ts'
import { columnLabels } from './column-labels.ts'
import { makeLook } from './series-look.ts'

/** Tooltip with the values of a column, on the side with more room. */
export function ChartTip({ layout, at, ...chart }: ChartProps & { layout: Layout; at: number }) {
  const { x, width } = layout
  const place = x(at)
  const side = place > width / 2 ? { right: width - place + 12 } : { left: place + 12 }
  return (
    <div className={`bubble ${classes.tip}`} style={side}>
      <Text component="strong" fw={500} c="var(--app-heading)">
        {chart.columns[at]}
      </Text>
      {columnLabels(chart, at).map(({ id, label, text }, number) => {
        const one = chart.series[number]
        return (
          <span key={id} className={classes.tipLine}>
            <i {...(one ? makeLook(one, number) : {})} data-swatch />
            <span>{label}</span>
            <Box component="b" fw={500} c="var(--app-heading)">
              {text}
            </Box>
          </span>
        )
      })}
    </div>
  )
}
