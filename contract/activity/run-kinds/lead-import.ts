import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** What to do when a lead already has another value: keep it, take the newer one, or take the file's. */
export const MERGE_POLICIES = ['fill', 'newer', 'always'] as const
export type MergePolicy = (typeof MERGE_POLICIES)[number]

/** Imports rows of a file as leads of a list. */
export const leadImportRun = defineRun({
  kind: 'lead_import',
  input: z.object({
    uploadId: z.string(),
    type: z.string(),
    encoding: z.nullable(z.string()),
    columns: z.array(z.string()),
    /** Column index and the field that it fills. */
    mapping: z.array(z.tuple([z.int(), z.string()])),
    merge: z.enum(MERGE_POLICIES),
    mergeFields: z.record(z.string(), z.enum(MERGE_POLICIES)),
    /** What to do with an unreadable cell: leave it empty, or skip the row. */
    rest: z.enum(['empty', 'drop']),
    fixes: z.array(z.object({ row: z.int(), column: z.string(), value: z.string() })),
    dropped: z.array(z.int()),
    country: z.nullable(z.string()),
    /** Date of the values; null: the time of the import. */
    dated: z.nullable(z.string()),
    /** Order of day and month in dates such as `03/04/2026`. */
    dateOrder: z.optional(z.nullable(z.enum(['dmy', 'mdy']))),
    /** What happens to rows that say the person has opted out. */
    optedOut: z.optional(z.enum(['skip', 'suppress', 'import'])),
    /** Indexes of further columns of emails and phones, with the field that each fills where it is empty. */
    spares: z.optional(z.array(z.tuple([z.int(), z.string()]))),
    /** Indexes of columns whose dots separate thousands. */
    dotted: z.optional(z.array(z.int())),
    /** Indexes of columns whose rates are percents, also without a sign. */
    percents: z.optional(z.array(z.int())),
  }),
  counts: {
    imported: 'imported',
    merged: 'merged',
    rejected: 'rejected',
    emptied: ['cell left empty', 'cells left empty'],
    raw_phones: ['phone number kept as it is', 'phone numbers kept as they are'],
    need_country: ['phone number needs a country', 'phone numbers need a country'],
  },
  outcomes: { imported: 'found', merged: 'potential', rejected: 'failed' },
  touches: ['lists', 'list:{list_id}', 'counts:{list_id}', 'history:{list_id}', 'custom_fields'],
  labels: { name: 'Import leads', history: 'Leads imported' },
  unit: 'bytes',
  failures: 'rejected',
})
