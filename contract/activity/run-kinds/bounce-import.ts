import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** Column index of each field; -1 if missing. */
export const BounceColumns = z.object({
  email: z.int(),
  kind: z.int(),
  reason: z.int(),
  status: z.optional(z.int()),
  bounced_at: z.int(),
})
export type BounceColumns = z.output<typeof BounceColumns>

/** An uploaded bounce report. */
export const bounceImportRun = defineRun({
  kind: 'bounce_import',
  input: z.object({
    uploadId: z.string(),
    columns: z.extend(BounceColumns, { headerless: z.boolean() }),
  }),
  counts: {
    received: null,
    hard: 'hard',
    soft: 'soft',
    repeated: 'already known',
    rejected: 'rejected',
    leads: ['lead marked as invalid', 'leads marked as invalid'],
    refunded: ['credit refunded', 'credits refunded'],
  },
  outcomes: { hard: 'found', soft: 'potential', repeated: 'not_found', rejected: 'failed' },
  touches: ['bounces', 'source_stats', 'wallet', 'lists', 'list:*', 'email_verifications'],
  labels: { name: 'Import bounces', history: 'Bounces imported' },
  unit: 'bytes',
})
