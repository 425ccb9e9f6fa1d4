import * as z from 'zod/mini'
import { MapBox } from '../activity/run-kinds/corpus-fetch.ts'
import { Timestamp } from '../core/common.ts'

/** Source name of its rows, and attribution: https://docs.overturemaps.org/attribution/ */
export const OVERTURE = {
  source: 'Overture',
  label: 'Overture Maps',
  licence: 'CDLA-Permissive-2.0',
  attribution: '© Overture Maps Foundation, overturemaps.org',
} as const

/** How often a source is refreshed automatically. */
export const REFRESH_EVERY = ['never', 'weekly', 'monthly'] as const
export type RefreshEvery = (typeof REFRESH_EVERY)[number]

/** Schedule of refreshes: weekly on Mondays, monthly on the first. */
export const RefreshSchedule = z.strictObject({
  every: z.enum(REFRESH_EVERY),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  time_zone: z.string().check(z.minLength(1), z.maxLength(64)),
})
export type RefreshSchedule = z.output<typeof RefreshSchedule>

/** Changes of a fetch compared with the previous one. */
export const AreaDifference = z.object({
  release: z.string(),
  /** Null for the first one. */
  before: z.nullable(z.string()),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  vanished: z.int(),
  at: Timestamp,
})
export type AreaDifference = z.output<typeof AreaDifference>

/** Parameters of a source's fetch, reused by refreshes. */
export const CorpusArea = z.object({
  label: z.string(),
  boxes: z.array(MapBox),
  /** The last complete release; null before the first fetch. */
  release: z.nullable(z.string()),
  schedule: z.extend(RefreshSchedule, { next_at: z.nullable(Timestamp) }),
  difference: z.nullable(AreaDifference),
  /** Why the last scheduled refresh did not start. */
  problem: z.nullable(z.string()),
})
export type CorpusArea = z.output<typeof CorpusArea>
