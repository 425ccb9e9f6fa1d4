import { sleep } from '#server/platform/clock.ts'
import type { LeadBatch, LeadSource, SearchContext, SourceQuery } from './lead-source.ts'
import { ProviderError } from './provider-error.ts'

/** Attempts without a batch in between. */
const MAX_ATTEMPTS = 4
const FIRST_PAUSE_SECONDS = 1
/** For longer pauses the search fails and says when to retry. */
const MAX_PAUSE_SECONDS = 60

/** Seconds until the next attempt; null to give up. */
function pauseAfter(error: unknown, tries: number): number | null {
  if (!(error instanceof ProviderError) || !error.retryable || tries >= MAX_ATTEMPTS) return null
  const pause = error.retryAfterSeconds ?? FIRST_PAUSE_SECONDS * 2 ** (tries - 1)
  return pause <= MAX_PAUSE_SECONDS ? pause : null
}

/** Searches a source, and after a temporary failure waits as requested and continues after the last batch. */
export async function* searchWithRetry(
  source: LeadSource,
  {
    query,
    context,
    wait = sleep,
  }: {
    query: SourceQuery
    context: SearchContext
    wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  },
): AsyncIterable<LeadBatch> {
  if (!source.search) throw new ProviderError(source.declaration, 'invalid_config', { detail: 'no search' })
  let { cursor } = context
  for (let tries = 1; ; tries += 1) {
    try {
      for await (const batch of source.search(query, { ...context, cursor })) {
        cursor = batch.cursor
        tries = 1
        yield batch
      }
      return
    } catch (error) {
      const pause = context.signal.aborted ? null : pauseAfter(error, tries)
      if (pause === null) throw error
      await wait(pause * 1000, context.signal)
    }
  }
}
