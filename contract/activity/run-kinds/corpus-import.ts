import * as z from 'zod/mini'
import { IMPORT_FIELDS, IMPORT_KINDS } from '../../sources/import-kinds.ts'
import { PLACE_FORMATS } from '../../sources/place-formats.ts'
import { defineRun } from './define.ts'

/** An uploaded file of places or people into the business data. */
export const corpusImportRun = defineRun({
  kind: 'corpus_import',
  input: z.object({
    uploadId: z.string(),
    sourceId: z.int(),
    sourceName: z.string(),
    licence: z.string(),
    /** Absent in imports from the time when there were places only. */
    kind: z.optional(z.enum(IMPORT_KINDS)),
    /** Absent in imports from the time when there was CSV only. */
    format: z.optional(z.enum(PLACE_FORMATS)),
    encoding: z.optional(z.string()),
    category: z.optional(z.string()),
    country: z.optional(z.string()),
    /** Columns of the file by field; empty where its layout is known. */
    mapping: z.partialRecord(z.enum(IMPORT_FIELDS), z.string()),
  }),
  /** `unchanged` are those of the updated ones that say what they said before. */
  counts: { imported: 'imported', updated: 'updated', unchanged: 'of them unchanged', rejected: 'rejected' },
  outcomes: { imported: 'found', updated: 'potential', rejected: 'failed' },
  touches: ['corpus'],
  labels: { name: 'Import', history: 'Import' },
  unit: 'bytes',
})
