import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** A box on the map, in degrees. West is never east of east: what crosses the date line is two boxes. */
export const MapBox = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
export type MapBox = z.output<typeof MapBox>

/** An area of a release of Overture Maps into the business data. */
export const corpusFetchRun = defineRun({
  kind: 'corpus_fetch',
  input: z.object({
    sourceId: z.int(),
    sourceName: z.string(),
    licence: z.string(),
    release: z.string(),
    boxes: z.array(MapBox),
    /** Files below the base, as they were when the run started: another one there later ends it. */
    files: z.array(
      z.object({ path: z.string(), size: z.int(), etag: z.nullable(z.string()), bytes: z.int() }),
    ),
    /** There were places of the source before: those in the boxes that are not met again have vanished. */
    compares: z.boolean(),
  }),
  /** `unchanged` are those of the updated ones that say what they said before. */
  counts: {
    imported: 'new',
    updated: 'updated',
    unchanged: 'of them unchanged',
    vanished: 'vanished',
    rejected: 'rejected',
  },
  outcomes: {
    imported: 'found',
    updated: 'potential',
    vanished: 'not_found',
    rejected: 'failed',
  },
  touches: ['corpus'],
  repeats: true,
  labels: { name: 'Fetch places', history: 'Places fetched' },
  unit: 'bytes',
})
