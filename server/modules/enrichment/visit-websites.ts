import type { RunContext } from '#server/modules/runs/index.ts'
import type { WebsitesService } from '#server/modules/websites/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import type { WebsiteReader, WebsiteReport } from '#server/providers/lead-sources/index.ts'

export interface VisitDeps {
  websites: WebsitesService
  reader: WebsiteReader
  /** Web sites read at the same time. */
  websitesAtOnce: number
}

/**
 * Reads the web sites of a run that are not read yet, several at a time, and hands on what `work` makes of them, in
 * groups of those that are done. Throws the reason of the abort when the run has to end.
 */
export async function* visitWebsites<Result>(
  context: RunContext,
  { websites, reader, websitesAtOnce }: VisitDeps,
  work: (report: WebsiteReport) => Promise<Result>,
): AsyncGenerator<Result[]> {
  const { account_id: accountId, id: runId } = context.run
  const recorder = websites.recorder(accountId, runId)
  const domains = await websites.unfinished(accountId, runId)
  const results = inParallel(domains, websitesAtOnce, async (domain) => {
    context.signal.throwIfAborted()
    recorder.progress(domain, { pages: 0 })
    const report = await reader.read(domain, {
      signal: context.signal,
      onProgress: (progress) => recorder.progress(domain, progress),
    })
    return work(report)
  })
  try {
    yield* abortable(results, context.signal)
  } finally {
    await recorder.close()
  }
}
