import type { RunContext, RunRow } from '#server/modules/activity/runs/index.ts'
import type { WebsitesService } from '#server/modules/sources/websites/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import { readInTurn, type WebsiteReader, type WebsiteReport } from '#server/website-reader/index.ts'

export interface VisitDeps {
  websites: WebsitesService
  reader: WebsiteReader
  /** Websites read at the same time. */
  concurrentWebsites: number
}

/**
 * Reads a run's unread websites, several at a time, and passes on the results of `work`, in groups of finished
 * ones; `signal` ends the requests of `work`. Throws the abort reason when the run must end.
 */
export async function* visitWebsites<Result>(
  context: Pick<RunContext<never>, 'signal'> & { run: Pick<RunRow, 'account_id' | 'id'> },
  { websites, reader, concurrentWebsites }: VisitDeps,
  work: (report: WebsiteReport, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result[]> {
  const { account_id: accountId, id: runId } = context.run
  const recorder = websites.evidenceStore.recorder(context.run)
  const domains = await websites.unfinished(accountId, runId)
  // Stops reading the other websites when the consumer ends early.
  const ending = new AbortController()
  const signal = AbortSignal.any([context.signal, ending.signal])
  const results = readInTurn({
    items: domains,
    reader,
    websitesAtOnce: concurrentWebsites,
    signal,
    read: (domain) => ({ domain, onProgress: (progress) => recorder.progress(domain, progress) }),
    work: (report) => work(report, signal),
  })
  try {
    yield* abortable(results, context.signal)
  } finally {
    ending.abort()
    await recorder.close()
  }
}
