/** The value axis: its maximum and the values of its grid lines. */
export interface Axis {
  top: number
  ticks: number[]
}

/** An axis from 0 to a round maximum that fits every value and is at least `least`. */
export function axisFor(values: readonly number[], least: number): Axis {
  const highest = Math.max(least, ...values.filter(Number.isFinite))
  const raw = highest / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one * 4 >= highest - 1e-9)
  const size = step ?? raw
  const count = Math.ceil(highest / size - 1e-9)
  return { top: count * size, ticks: Array.from({ length: count + 1 }, (_, at) => at * size) }
}

/** Splits a series at its gaps into runs of known values. */
export function splitSegments(points: readonly (number | null)[]): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = []
  let open: { at: number; value: number }[] | undefined
  points.forEach((value, at) => {
    if (value === null) {
      open = undefined
      return
    }
    if (!open) {
      open = []
      runs.push(open)
    }
    open.push({ at, value })
  })
  return runs
}

/** Stacks series: where each value starts and ends. A gap has no height. */
export function stacked(series: readonly (readonly (number | null)[])[]): { from: number; to: number }[][] {
  const heights: number[] = []
  return series.map((points) =>
    points.map((value, at) => {
      const from = heights[at] ?? 0
      const to = from + (value ?? 0)
      heights[at] = to
      return { from, to }
    }),
  )
}
