import { useElementSize } from '@mantine/hooks'
import { type Axis, axisFor, knownRuns } from '../lib/chart-scale.ts'
import classes from './week-chart.module.css'

/** One line of a chart: a value per week, null where there is none. */
interface WeekSeries {
  id: string
  label: string
  points: readonly (number | null)[]
}

interface WeekChartProps {
  /** What is shown, e.g. "Hit rate per week". */
  title: string
  /** Names of the weeks, in order. */
  weeks: readonly string[]
  series: readonly WeekSeries[]
  format: (value: number) => string
  /** The axis goes at least up to here. */
  least: number
}

const HEIGHT = 220
const BOTTOM = 24
const LEFT = 44
const TOP = 8
/** Lines differ in their strokes too, not only in colour. */
const DASHES = [undefined, '6 4', '2 3', '10 3 2 3']

const heightOf = (value: number, axis: Axis): number => TOP + (1 - value / axis.top) * (HEIGHT - TOP - BOTTOM)

/** Every how many weeks a name fits below the axis. */
const nameStep = (count: number, width: number): number =>
  Math.max(1, Math.ceil((count * 64) / Math.max(width, 1)))

function Plot({ title, weeks, series, format, least, width }: WeekChartProps & { width: number }) {
  const axis = axisFor(
    series.flatMap(({ points }) => points.filter((point) => point !== null)),
    least,
  )
  const room = Math.max(width - LEFT - 12, 1)
  const x = (at: number): number => LEFT + (weeks.length > 1 ? (at / (weeks.length - 1)) * room : room / 2)
  const step = nameStep(weeks.length, room)
  return (
    <svg
      className={classes.plot}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`${title}, plotted`}
    >
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={classes.grid}
            x1={LEFT}
            x2={width}
            y1={heightOf(tick, axis)}
            y2={heightOf(tick, axis)}
          />
          <text x={LEFT - 8} y={heightOf(tick, axis) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {weeks.map(
        (week, at) =>
          at % step === 0 && (
            <text key={week} x={x(at)} y={HEIGHT - 6} textAnchor="middle">
              {week}
            </text>
          ),
      )}
      {series.map(({ id, label, points }, number) => (
        <g key={id} className={classes.series} data-series={number % DASHES.length}>
          {knownRuns(points).map((run) => (
            <polyline
              key={run[0]?.at}
              className={classes.line}
              strokeDasharray={DASHES[number % DASHES.length]}
              points={run.map(({ at, value }) => `${x(at)},${heightOf(value, axis)}`).join(' ')}
            />
          ))}
          {points.map(
            (value, at) =>
              value !== null && (
                <circle key={weeks[at]} className={classes.dot} cx={x(at)} cy={heightOf(value, axis)} r={3.5}>
                  <title>{`${label}, ${weeks[at]}: ${format(value)}`}</title>
                </circle>
              ),
          )}
        </g>
      ))}
    </svg>
  )
}

function AsTable({ title, weeks, series, format }: WeekChartProps) {
  return (
    <details className={classes.table}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={classes.frame} aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Week</th>
              {series.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, at) => (
              <tr key={week}>
                <th scope="row">{week}</th>
                {series.map(({ id, points }) => {
                  const value = points[at] ?? null
                  return <td key={id}>{value === null ? '–' : format(value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** Values over weeks as lines, told apart by colour and stroke; the same numbers as a table on request. */
export function WeekChart(props: WeekChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { series } = props
  return (
    <figure className={classes.root}>
      <div ref={ref} style={{ height: HEIGHT }}>
        {width > 0 && <Plot {...props} width={Math.round(width)} />}
      </div>
      <figcaption>
        <ul className={classes.legend}>
          {series.map(({ id, label }, number) => (
            <li key={id} className={classes.series} data-series={number % DASHES.length}>
              <svg width={24} height={8} aria-hidden>
                <line
                  className={classes.line}
                  strokeDasharray={DASHES[number % DASHES.length]}
                  x1={0}
                  x2={24}
                  y1={4}
                  y2={4}
                />
              </svg>
              <span className={classes.words}>{label}</span>
            </li>
          ))}
        </ul>
        <AsTable {...props} />
      </figcaption>
    </figure>
  )
}
