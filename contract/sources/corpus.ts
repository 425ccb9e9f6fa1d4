import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, optionalText, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'
import { CorpusArea } from './corpus-area-shapes.ts'
import { IMPORT_FIELDS, IMPORT_KINDS } from './import-kinds.ts'
import { PLACE_FORMATS, ROW_UNITS } from './place-formats.ts'

/** Which column feeds which field; an empty column disables guessing for that field. */
export const ColumnMapping = z.partialRecord(z.enum(IMPORT_FIELDS), z.string().check(z.maxLength(500)))

const api = defineArea({ tag: 'Corpus', access: { can: 'administer' }, scope: 'admin' })
const staff = { can: 'see_admin' } as const

const fileFields = {
  upload_id: z.string().check(z.maxLength(64)),
  /** Detected from the first bytes and the name when absent. */
  format: z.optional(z.enum(PLACE_FORMATS)),
  encoding: optionalText(40),
  kind: z
    ._default(z.enum(IMPORT_KINDS), 'places')
    .check(z.describe('Kind of records; people are read from CSV and NDJSON only')),
}

export const previewImport = api.post('/api/corpus/preview', {
  name: 'corpus.preview',
  changesNothing: true,
  summary: 'Format, columns, first rows and a guessed mapping of an uploaded file',
  body: z.strictObject(fileFields),
  reply: z.object({
    data: z.object({
      format: z.enum(PLACE_FORMATS),
      /** Name of a known layout; such a file needs no mapping. */
      layout: z.nullable(z.string()),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      problems: z.array(z.object({ line: z.int(), reason: z.string() })),
      mapping: ColumnMapping,
      delimiter: z.nullable(z.string()),
      unknown_categories: z
        .array(z.string())
        .check(
          z.describe(
            'Categories of the first rows that are not known, in a file of places with mapped columns',
          ),
        ),
      suggested_category: z
        .nullable(z.object({ id: z.string(), label: z.string() }))
        .check(z.describe('A default category, from the names, if no category of the first rows is known')),
    }),
  }),
  errors: ['not_found'],
})

export const startImport = api.create('/api/corpus/imports', {
  name: 'corpus.import',
  changes: ['runs', 'corpus'],
  audit: 'run.started',
  summary: 'Import an uploaded file into the business data',
  description:
    'Rows of a source are identified by id: importing again updates them. People without an id are identified by email, LinkedIn URL, or name and company. Rejected rows are kept with line and reason.',
  idempotent: true,
  body: z.strictObject({
    ...fileFields,
    source: text(100).check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u)),
    licence: text(200),
    category: optionalText(100),
    country: optionalText(100),
    mapping: z.optional(ColumnMapping),
  }),
  reply: z.object({ data: Run }),
  errors: ['not_found', 'conflict'],
})

export const CorpusSource = z.object({
  id: Id,
  name: z.string(),
  licence: z.string(),
  places: z.int(),
  people: z.int(),
  data_as_of: z.nullable(Timestamp),
  updated_at: Timestamp,
  /** Parameters of its fetch; null for a source that was imported from files. */
  area: z.nullable(CorpusArea),
})

export const corpusSources = api.get('/api/corpus/sources', {
  name: 'corpus.sources',
  access: staff,
  reads: ['corpus'],
  summary: 'Sources of the business data',
  reply: z.object({ data: z.array(CorpusSource) }),
  cli: {
    name: 'corpus list',
    columns: {
      '>PLACES': 'places|number',
      'DATA AS OF': 'area.release ?? data_as_of|day',
      REFRESH: 'area.schedule.every',
      LICENCE: 'licence',
      NAME: 'name',
      AREA: 'area.label',
    },
  },
})

export const rejectedRows = api.get('/api/corpus/imports/{run_id}/rejected', {
  name: 'corpus.rejected',
  access: staff,
  reads: ['run:{run_id}'],
  summary: 'First 200 rejected rows of an import',
  params: z.object({ run_id: IdParam }),
  reply: z.object({
    data: z.array(z.object({ line: z.int(), reason: z.string() })),
    total: z.int(),
    /** What `line` counts in this file. */
    unit: z.enum(ROW_UNITS),
  }),
})

export const rejectedFile = api.post('/api/corpus/imports/{run_id}/rejected', {
  name: 'corpus.rejectedFile',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for all rejected rows as CSV',
  params: z.object({ run_id: IdParam }),
  reply: z.object({ data: Ticket }),
})
