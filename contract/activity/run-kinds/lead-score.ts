import * as z from 'zod/mini'
import { LIST_TYPE_IDS } from '../../leads/list-types/index.ts'
import { defineRun } from './define.ts'

/** Scores leads of a list type by their similarity to won leads. */
export const leadScoreRun = defineRun({
  kind: 'lead_score',
  input: z.object({ type: z.enum(LIST_TYPE_IDS) }),
  counts: { scored: 'scored', won: null },
  outcomes: { scored: 'found' },
  pieces: () => ['lead', 'leads'] as const,
  touches: ['list:*', 'counts:*'],
  labels: { name: 'Score leads', history: 'Leads scored' },
})
