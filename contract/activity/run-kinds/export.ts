import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/**
 * Leads as a file. The work is the download itself, and its contents are in the ticket.
 * `wish` keeps the requested options for the export history (server/modules/leads/exports/export-history.ts).
 */
export const exportRun = defineRun({
  kind: 'export',
  input: z.object({ wish: z.optional(z.record(z.string(), z.unknown())) }),
  counts: { rows: ['lead', 'leads'] },
  pieces: () => ['lead', 'leads'],
  touches: [],
  labels: { name: 'Export', history: 'Export' },
  // The user sees the end of the download.
  ending: { events: { succeeded: ['export.ready'] }, notify: 'never' },
  // The download has to start before its ticket expires.
  graceSeconds: 90,
})
