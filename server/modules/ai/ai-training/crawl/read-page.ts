import { createBoundedWorker } from '#server/platform/bounded-worker.ts'
import type { PageAnswer, PageRequest } from './read-page-thread.ts'

const request = createBoundedWorker<PageRequest, PageAnswer>({
  script: new URL('./read-page-thread.ts', import.meta.url),
  timeMs: 30_000,
  memoryMb: 400,
})

/**
 * Text and links of a page, within 30 seconds and 400 MB. One that exceeds them has neither. Rejects with the
 * signal's reason.
 */
export async function readPage(page: PageRequest, signal: AbortSignal): Promise<PageAnswer> {
  const outcome = await request(page, signal)
  return outcome.kind === 'done' ? outcome.answer : { links: [], base: page.url, page: null }
}
