import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import type { RunContext, RunRow } from '#server/modules/activity/runs/index.ts'
import { findEvidenceStore } from '#server/modules/sources/sources/index.ts'
import { listUnreadWebsites } from '#server/modules/sources/websites/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import type { Context } from '#server/platform/context.ts'
import { readInTurn, type WebsiteReport } from '#server/website-reader/index.ts'

/**
 * Reads a run's unread websites, several at a time, and passes on the results of `work`, in groups of finished
 * ones; `signal` ends the requests of `work`. Throws the abort reason when the run must end.
 */
export async function* visitWebsites<Result>(
  ctx: Context,
  context: Pick<RunContext<never>, 'signal'> & { run: Pick<RunRow, 'account_id' | 'id'> },
  work: (report: WebsiteReport, signal: AbortSignal) => Promise<Result>,
  { withSignals = false }: { withSignals?: boolean } = {},
): AsyncGenerator<Result[]> {
  const { account_id: accountId, id: runId } = context.run
  const recorder = findEvidenceStore(ctx, websiteSource.id).recorder(context.run)
  const domains = await listUnreadWebsites(ctx, accountId, runId)
  // Stops reading the other websites when the consumer ends early.
  const ending = new AbortController()
  const signal = AbortSignal.any([context.signal, ending.signal])
  const results = readInTurn({
    items: domains,
    reader: ctx.websiteReading.reader,
    websitesAtOnce: ctx.websiteReading.concurrentWebsites,
    signal,
    read: (domain) => ({
      domain,
      withSignals,
      onProgress: (progress) => recorder.progress(domain, progress),
      onRead: () => recorder.wasRead(domain),
    }),
    work: (report) => work(report, signal),
  })
  try {
    yield* abortable(results, context.signal)
  } finally {
    ending.abort()
    await recorder.close()
  }
}
