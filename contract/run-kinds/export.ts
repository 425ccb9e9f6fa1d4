import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** Leads as a file. The work is the download itself; what is written stands in its ticket. */
export const exportRun = defineRun({
  kind: 'export',
  input: z.object({}),
  counts: { rows: 'rows' },
  touches: [],
  labels: { name: 'Export', history: 'Export' },
  // Its download has to begin within the life of a ticket.
  graceSeconds: 90,
})
