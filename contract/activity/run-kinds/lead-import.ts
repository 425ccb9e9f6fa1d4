import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** What happens to a value that a lead has when the file has another: it stays, the newer one wins, or the file's. */
export const MERGE_POLICIES = ['fill', 'newer', 'always'] as const
export type MergePolicy = (typeof MERGE_POLICIES)[number]

/** Rows of a file that become leads of a list. */
export const leadImportRun = defineRun({
  kind: 'lead_import',
  input: z.object({
    uploadId: z.string(),
    type: z.string(),
    encoding: z.nullable(z.string()),
    columns: z.array(z.string()),
    /** Column by its number, and the field that it feeds. */
    mapping: z.array(z.tuple([z.int(), z.string()])),
    merge: z.enum(MERGE_POLICIES),
    mergeFields: z.record(z.string(), z.enum(MERGE_POLICIES)),
    /** What becomes of a cell that cannot be read: it stays empty, or its row stays out. */
    rest: z.enum(['empty', 'drop']),
    fixes: z.array(z.object({ row: z.int(), column: z.string(), value: z.string() })),
    dropped: z.array(z.int()),
    country: z.nullable(z.string()),
    /** When the values were true; null: when they are imported. */
    dated: z.nullable(z.string()),
  }),
  counts: {
    imported: 'imported',
    merged: 'merged',
    rejected: 'rejected',
    emptied: 'cells left empty',
    raw_phones: 'phone numbers kept as they stand',
    need_country: 'phone numbers need a country',
  },
  outcomes: { imported: 'found', merged: 'potential', rejected: 'failed' },
  touches: ['lists', 'list:{list_id}', 'counts:{list_id}', 'history:{list_id}', 'custom_fields'],
  labels: { name: 'Import leads', history: 'Leads imported' },
  unit: 'bytes',
  failures: 'rejected',
})
