import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** Removes a source with all its places and people from the corpus. */
export const corpusRemoveRun = defineRun({
  kind: 'corpus_remove',
  input: z.object({ sourceId: z.int(), sourceName: z.string() }),
  counts: { removed: 'removed' },
  outcomes: { removed: 'found' },
  pieces: () => ['record', 'records'],
  touches: ['corpus'],
  repeats: true,
  labels: { name: 'Remove source', history: 'Source removed' },
})
