import type { AreaDifference, CorpusArea, RefreshEvery } from '#contract/sources/corpus-area-shapes.ts'
import { distanceLabel, userUnit } from '#web/lib/distance.ts'
import { formatNumber } from '#web/lib/format.ts'

export const EVERY_LABELS: Record<RefreshEvery, string> = {
  never: 'Never',
  weekly: 'Every Monday',
  monthly: 'On the 1st of the month',
}

/** Name of an area with its radius in the user's unit: the server sends `Oslo, Norway, 25 km around`. */
export const areaLabel = (label: string, unit = userUnit()): string =>
  label.replace(/(\d+(?:\.\d+)?) km around/g, (_, km) => `${distanceLabel(Number(km), unit)} around`)

/** `03:00`. */
export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The refresh schedule of a source. */
export const scheduleLabel = ({ schedule: { every, hour } }: CorpusArea): string =>
  every === 'never' ? EVERY_LABELS.never : `${EVERY_LABELS[every]}, ${hourLabel(hour)}`

/** Changes of the last fetch: `12 new · 3 changed · 1 vanished`. */
export function differenceLabel({ added, updated, unchanged, vanished }: AreaDifference): string {
  const parts = [
    [added, 'new'],
    [updated, 'changed'],
    [unchanged, 'unchanged'],
    [vanished, 'vanished'],
  ] as const
  const nonZero = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
  return nonZero.length > 0 ? nonZero.join(' · ') : 'No change'
}
