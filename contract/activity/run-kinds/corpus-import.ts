import * as z from 'zod/mini'
import { IMPORT_FIELDS, IMPORT_KINDS } from '../../sources/import-kinds.ts'
import { PLACE_FORMATS } from '../../sources/place-formats.ts'
import { defineRun } from './define.ts'

/** Imports an uploaded file of places or people into the business data. */
export const corpusImportRun = defineRun({
  kind: 'corpus_import',
  input: z.object({
    uploadId: z.string(),
    sourceId: z.int(),
    sourceName: z.string(),
    licence: z.string(),
    /** Absent in imports from before people were supported. */
    kind: z.optional(z.enum(IMPORT_KINDS)),
    /** Absent in imports from before other formats than CSV. */
    format: z.optional(z.enum(PLACE_FORMATS)),
    encoding: z.optional(z.string()),
    category: z.optional(z.string()),
    country: z.optional(z.string()),
    /** Columns of the file by field; empty for a known layout. */
    mapping: z.partialRecord(z.enum(IMPORT_FIELDS), z.string()),
  }),
  /** `unchanged` counts the updated records with the same values as before, `unknown_category` the places
   * whose category is stated and not in the vocabulary. */
  counts: {
    imported: 'imported',
    updated: 'updated',
    unchanged: 'of them unchanged',
    rejected: 'rejected',
    unknown_category: 'with an unknown category',
  },
  outcomes: { imported: 'found', updated: 'potential', rejected: 'failed' },
  touches: ['corpus'],
  labels: { name: 'Import', history: 'Import' },
  unit: 'bytes',
})
