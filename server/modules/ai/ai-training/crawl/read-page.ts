import { createBoundedWorker } from '#server/platform/bounded-worker.ts'
import type { PageAnswer, PageQuestion } from './read-page-thread.ts'

const request = createBoundedWorker<PageQuestion, PageAnswer>({
  script: new URL('./read-page-thread.ts', import.meta.url),
  timeMs: 30_000,
  memoryMb: 400,
})

/**
 * Text and links of a page, within 30 seconds and 400 MB. One that exceeds them has neither. Rejects with the
 * signal's reason.
 */
export async function readPage(question: PageQuestion, signal: AbortSignal): Promise<PageAnswer> {
  const outcome = await request(question, signal)
  return outcome.kind === 'done' ? outcome.answer : { links: [], base: question.url, page: null }
}
