import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** One or more pages of a website, read for AI training. */
export const trainingCrawlRun = defineRun({
  kind: 'training_crawl',
  input: z.object({
    /** Normalized name of the website. */
    website: z.string(),
    /** Start page of the crawl. */
    start: z.string(),
    pages: z.int(),
    /** A scheduled refresh: changed pages are applied without review. */
    refresh: z.boolean(),
  }),
  counts: { added: 'new', changed: 'changed', gone: 'gone', same: 'unchanged' },
  touches: ['ai_training'],
  labels: { name: 'AI training', history: 'AI training' },
  pieces: () => ['page', 'pages'],
})
