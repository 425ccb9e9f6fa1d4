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
 * Reads the websites of a run that are not read yet, several at a time, and hands on what `work` makes of them, in
 * groups of those that are done; `signal` ends what `work` asks for. Throws the reason of the abort when the run has to end.
 */
export async function* visitWebsites<Result>(
  context: Pick<RunContext<never>, 'signal'> & { run: Pick<RunRow, 'account_id' | 'id'> },
  { websites, reader, concurrentWebsites }: VisitDeps,
  work: (report: WebsiteReport, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result[]> {
  const { account_id: accountId, id: runId } = context.run
  const recorder = websites.evidenceStore.recorder(context.run)
  const domains = await websites.unfinished(accountId, runId)
  // Whoever has enough leaves while others are still read.
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
