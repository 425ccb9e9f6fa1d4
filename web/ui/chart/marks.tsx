import classes from './chart.module.css'
import type { Layout } from './chart-layout.ts'
import { splitSegments, stacked } from './chart-scale.ts'
import type { ChartKind, ChartSeries } from './chart-types.ts'
import { chooseDash, makeLook } from './series-look.ts'

interface MarksProps {
  series: readonly ChartSeries[]
  layout: Layout
}

/** Below this distance (pixels) points would overlap: only the line is drawn. */
const APART = 14

function Lines({ series, layout: { x, y, step } }: MarksProps) {
  return series.map((one, number) => (
    <g key={one.id} {...makeLook(one, number)}>
      {splitSegments(one.points).map((run) => (
        <g key={run[0]?.at}>
          <polyline
            className={classes.line}
            strokeDasharray={chooseDash(number)}
            points={run.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}
          />
          {run
            .filter(() => step >= APART || run.length === 1)
            .map(({ at, value }) => (
              <circle key={at} className={classes.dot} cx={x(at)} cy={y(value)} r={3.5} />
            ))}
        </g>
      ))}
    </g>
  ))
}

interface Reach {
  from: number
  to: number
}

/** Bars of each series; `slots` is the number of bars side by side in a column. */
function Bars({ series, layout, reaches, slots }: MarksProps & { reaches: Reach[][]; slots: number }) {
  const { x, y, step } = layout
  const whole = Math.max(1, step * 0.72)
  const width = Math.max(1, whole / slots - (slots > 1 ? 1 : 0))
  return series.map((one, number) => (
    <g key={one.id} {...makeLook(one, number)}>
      {reaches[number]?.map(({ from, to }, at) => {
        if (to <= from) return null
        const height = y(from) - y(to)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
            key={at}
            className={classes.bar}
            x={x(at) - whole / 2 + (slots > 1 ? number * (whole / slots) : 0)}
            y={y(to)}
            width={width}
            // A hairline gap separates stacked bars.
            height={Math.max(1, from > 0 ? height - 1 : height)}
          />
        )
      })}
    </g>
  ))
}

export function Marks({ kind, series, layout }: MarksProps & { kind: ChartKind }) {
  if (kind === 'lines') return <Lines series={series} layout={layout} />
  const points = series.map((one) => one.points)
  const reaches = kind === 'stacked' ? stacked(points) : points.flatMap((one) => stacked([one]))
  return (
    <Bars series={series} layout={layout} reaches={reaches} slots={kind === 'stacked' ? 1 : series.length} />
  )
}
