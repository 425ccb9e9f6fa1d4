import { fitWidth } from './display-width.ts'

/** Progress; `total` is null while unknown. */
export interface ProgressState {
  label: string
  done: number
  total: number | null
  /** The amount as text; `1,200 of 4,800` by default. */
  amount?: string
}

/** A progress bar that redraws one line; does nothing without a terminal. */
export interface ProgressBar {
  update(state: ProgressState): void
  /** Removes the line. */
  clear(): void
}

/** Where the bar is drawn: standard error, or a fake. */
export interface ProgressTarget {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const BAR_CELLS = 24
const REDRAW_MS = 80

const grouped = new Intl.NumberFormat('en-US')
/** 12,345 */
export const groupedNumber = (value: number): string => grouped.format(value)

/** 33 kB, 4.2 MB */
export const byteSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Whole percent from 0 to 100. */
export const formatPercent = (done: number, total: number): string =>
  `${Math.floor(Math.min(1, done / total) * 100)}%`

/** One line of the bar, `width` cells at most. */
export function progressLine({ label, done, total, amount }: ProgressState, width: number): string {
  if (total === null || total <= 0) return fitWidth(`${label}  ${amount ?? groupedNumber(done)}`, width)
  const full = Math.round(Math.min(1, done / total) * BAR_CELLS)
  const bar = `[${'='.repeat(full)}${' '.repeat(BAR_CELLS - full)}]`
  const sentence = amount ?? `${groupedNumber(done)} of ${groupedNumber(total)}`
  return fitWidth(`${label}  ${bar} ${formatPercent(done, total).padStart(4)}  ${sentence}`, width)
}

/** A progress bar on `target`; does nothing when that is not a terminal. */
export function createProgressBar(
  target: ProgressTarget,
  now: () => number = () => performance.now(),
): ProgressBar {
  if (!target.isTTY) return { update: () => {}, clear: () => {} }
  let drawnAt = -Infinity
  let visible = false
  return {
    update(state) {
      const finished = state.total !== null && state.done >= state.total
      if (!finished && now() - drawnAt < REDRAW_MS) return
      drawnAt = now()
      visible = true
      target.write(`\r\x1b[K${progressLine(state, (target.columns || 80) - 1)}`)
    },
    clear() {
      if (visible) target.write('\r\x1b[K')
      visible = false
      drawnAt = -Infinity
    },
  }
}
