import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** A box on the map, in degrees, with west <= east: an area across the date line is two boxes. */
export const MapBox = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
export type MapBox = z.output<typeof MapBox>

/** Imports an area of an Overture Maps release into the business data. */
export const corpusFetchRun = defineRun({
  kind: 'corpus_fetch',
  input: z.object({
    sourceId: z.int(),
    sourceName: z.string(),
    licence: z.string(),
    release: z.string(),
    boxes: z.array(MapBox),
    /** Files below the base when the run started; the run ends if they change. */
    files: z.array(
      z.object({ path: z.string(), size: z.int(), etag: z.nullable(z.string()), bytes: z.int() }),
    ),
    /** The source had places before: those in the boxes that are missing from the release have vanished. */
    compares: z.boolean(),
  }),
  /** `unchanged` counts the updated places with the same values as before. */
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
