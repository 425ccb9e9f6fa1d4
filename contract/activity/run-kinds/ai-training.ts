import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** Pages of a website, or one of them, read for AI training. */
export const trainingCrawlRun = defineRun({
  kind: 'training_crawl',
  input: z.object({
    /** Name of the website as it is kept. */
    website: z.string(),
    /** The page that reading starts with. */
    start: z.string(),
    pages: z.int(),
    /** What changed is taken over at once: a scheduled refresh. */
    refresh: z.boolean(),
  }),
  counts: { added: 'new', changed: 'changed', gone: 'gone', same: 'unchanged' },
  touches: ['ai_training'],
  labels: { name: 'AI training', history: 'AI training' },
  pieces: () => ['page', 'pages'],
})
