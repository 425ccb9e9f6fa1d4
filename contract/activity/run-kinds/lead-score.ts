import * as z from 'zod/mini'
import { LIST_TYPE_IDS } from '../../leads/list-types/index.ts'
import { defineRun } from './define.ts'

/** Leads of a list type scored by their likeness to the won ones. */
export const leadScoreRun = defineRun({
  kind: 'lead_score',
  input: z.object({ type: z.enum(LIST_TYPE_IDS) }),
  counts: { scored: 'scored', won: null },
  outcomes: { scored: 'found' },
  pieces: () => ['lead', 'leads'] as const,
  touches: ['list:*', 'counts:*'],
  labels: { name: 'Score leads', history: 'Leads scored' },
})
