import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** Erases a person. The input names the report only: the identity is sealed and deleted when the run ends. */
export const erasureRun = defineRun({
  kind: 'erasure',
  input: z.object({ erasureId: z.int() }),
  counts: { removed: 'removed' },
  outcomes: { removed: 'found' },
  pieces: () => ['record', 'records'],
  touches: ['suppression', 'lists', 'list:*', 'counts:*', 'email_verifications', 'bounces'],
  labels: { name: 'Erase a person', history: 'Person erased' },
})
