import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/**
 * Leads as a file. The work is the download itself; what is written is in its ticket. The wish is what was asked
 * for, so that it can be told and asked for again (server/modules/leads/exports/export-history.ts).
 */
export const exportRun = defineRun({
  kind: 'export',
  input: z.object({ wish: z.optional(z.record(z.string(), z.unknown())) }),
  counts: { rows: 'rows' },
  touches: [],
  labels: { name: 'Export', history: 'Export' },
  // Who downloads sees the end.
  ending: { events: { succeeded: ['export.ready'] }, notify: 'never' },
  // Its download has to start within the life of a ticket.
  graceSeconds: 90,
})
