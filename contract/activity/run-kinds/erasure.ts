import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** A person who is erased. The input names the report alone: who they are is sealed and goes when the run ends. */
export const erasureRun = defineRun({
  kind: 'erasure',
  input: z.object({ erasureId: z.int() }),
  counts: { removed: 'removed' },
  outcomes: { removed: 'found' },
  pieces: () => ['record', 'records'],
  touches: ['suppression', 'lists', 'list:*', 'counts:*', 'email_verifications', 'bounces'],
  labels: { name: 'Erase a person', history: 'Person erased' },
})
