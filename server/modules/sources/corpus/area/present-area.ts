import type { CorpusArea } from '#contract/sources/corpus-area-shapes.ts'
import type { AreaRow } from './area-store.ts'

export const presentArea = (row: AreaRow): CorpusArea => ({
  label: row.label,
  boxes: row.boxes,
  release: row.release,
  schedule: {
    every: row.every,
    hour: row.hour,
    time_zone: row.time_zone,
    next_at: row.next_at?.toISOString() ?? null,
  },
  difference: row.difference,
  problem: row.problem,
})
