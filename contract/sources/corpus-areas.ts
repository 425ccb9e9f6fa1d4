import * as z from 'zod/mini'
import { MapBox } from '../activity/run-kinds/corpus-fetch.ts'
import { Run } from '../activity/runs.ts'
import { Id, text } from '../core/common.ts'
import { MAX_RADIUS_KM } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { PlacePoint } from '../leads/list-types/local.ts'
import { CorpusArea, RefreshSchedule } from './corpus-area-shapes.ts'

const api = defineArea({ tag: 'Corpus', access: { can: 'administer' }, scope: 'admin' })
const staff = { can: 'see_admin' } as const

const lat = z.number().check(z.minimum(-90), z.maximum(90))
const lon = z.number().check(z.minimum(-180), z.maximum(180))

const areaFields = {
  /** In degrees; a box with west > east crosses the date line. */
  bbox: z.optional(z.strictObject({ west: lon, south: lat, east: lon, north: lat })),
  near: z.optional(z.union([text(200), PlacePoint])),
  radius_km: z._default(z.number().check(z.gt(0), z.maximum(MAX_RADIUS_KM)), 25),
  /** Default: the newest available release, such as `2026-10-21.0`. */
  release: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.\d{1,4}$/))),
}

interface Where {
  bbox?: MapBox
  near?: unknown
}
const isOneArea = z.refine<Where>(({ bbox, near }) => (bbox === undefined) !== (near === undefined), {
  path: ['near'],
  error: MESSAGES.required,
})
const isBox = z.refine<Where>(({ bbox }) => bbox === undefined || bbox.south < bbox.north, {
  path: ['bbox', 'south'],
  error: 'The south of the box must be below its north',
})

export const AreaEstimate = z.object({
  release: z.string(),
  /** The place as resolved, or the corners of the box. */
  label: z.string(),
  boxes: z.array(MapBox),
  square_km: z.int(),
  places: z.int(),
  transfer_bytes: z.int(),
  seconds: z.int(),
  disk_bytes: z.int(),
  files: z.array(z.object({ name: z.string(), places: z.int(), bytes: z.int(), whole: z.boolean() })),
  files_in_release: z.int(),
  licence: z.string(),
  attribution: z.string(),
})
export type AreaEstimate = z.output<typeof AreaEstimate>

export const estimateArea = api.post('/api/corpus/estimate', {
  name: 'corpus.estimate',
  changesNothing: true,
  summary: 'Estimate of fetching an area of Overture Maps: places, download, time, disk',
  description: 'Reads only the footers of the release’s files.',
  body: z.strictObject(areaFields).check(isOneArea, isBox),
  reply: z.object({ data: AreaEstimate }),
  errors: ['source_failed'],
})

export const fetchArea = api.create('/api/corpus/fetches', {
  name: 'corpus.fetch',
  changes: ['runs', 'corpus'],
  audit: 'run.started',
  summary: 'Fetch an area of Overture Maps into the business data',
  description:
    'Downloads only row groups that touch the area. A source fetched before keeps the ids of its places; places missing in the area are marked as vanished.',
  idempotent: true,
  body: z
    .strictObject({
      ...areaFields,
      /** Name of the source, by default `Overture`. */
      source: z.optional(text(100).check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u))),
    })
    .check(isOneArea, isBox),
  reply: z.object({ data: Run }),
  errors: ['source_failed', 'conflict'],
})

export const refreshSource = api.create('/api/corpus/sources/{id}/refresh', {
  name: 'corpus.refresh',
  changes: ['runs', 'corpus'],
  audit: 'run.started',
  summary: 'Fetch the areas of a source again, from the newest release',
  description: '`conflict` if the newest release has already been fetched.',
  idempotent: true,
  reply: z.object({ data: Run }),
  errors: ['source_failed', 'conflict'],
})

export const scheduleSource = api.put('/api/corpus/sources/{id}/schedule', {
  name: 'corpus.schedule',
  changes: ['corpus'],
  audit: 'corpus.schedule_changed',
  summary: 'Refresh a source automatically: never, on Mondays, or on the first of the month',
  body: RefreshSchedule,
  reply: z.object({ data: CorpusArea }),
})

export const removalOfSource = api.get('/api/corpus/sources/{id}/removal', {
  name: 'corpus.removal',
  access: staff,
  summary: 'What removing a source deletes',
  reply: z.object({
    data: z.object({
      id: Id,
      name: z.string(),
      places: z.int(),
      people: z.int(),
      /** Places known to be duplicates of another source's, whose record is kept. */
      linked: z.int(),
    }),
  }),
})

export const removeSource = api.delete('/api/corpus/sources/{id}', {
  name: 'corpus.remove',
  changes: ['runs', 'corpus'],
  audit: 'corpus.source_removed',
  summary: 'Remove a source with all its places; leads of accounts stay',
  status: 202,
  reply: z.object({ data: Run }),
  errors: ['conflict'],
})
