import { readSignals } from '#server/modules/prospecting/enrichment/index.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import { type AuditRow, findAudit, findReportOfToday, finishAudit } from './audits-store.ts'
import { type AuditReport, makeReport } from './make-report.ts'
import { READ_JOB } from './start-audit.ts'

/** With the two seconds that DNS may take longer, a visitor waits for less than 20. */
const READING_MS = 14_000
const MAX_PAGES = 10

/** Reads a website for as long as a visitor waits. @returns null when it says nothing */
async function readWebsite(
  ctx: Context,
  { website, domain }: AuditRow,
  signal: AbortSignal,
): Promise<AuditReport | null> {
  const limit = AbortSignal.timeout(READING_MS)
  const report = await ctx.websiteReading.reader.read(domain, {
    hosts: website === domain ? [] : [website],
    maxPages: MAX_PAGES,
    withSignals: true,
    signal: AbortSignal.any([signal, limit]),
  })
  signal.throwIfAborted()
  const readings = readSignals({}, report, ctx.clock.now())
  return makeReport(readings, { pages: report.pages, isCut: limit.aborted })
}

interface Input {
  accountId: number
  auditId: number
}

/** The job that reads the website of an audit. One that was read on the same day is not read again. */
export const readAuditJob = (ctx: Context) =>
  defineJob<Input>({
    name: READ_JOB,
    retries: 1,
    concurrency: 4,
    async handle({ accountId, auditId }, signal) {
      const audit = await findAudit(ctx.db, accountId, auditId)
      if (audit?.state !== 'reading') return
      const known = await findReportOfToday(ctx.db, accountId, audit.domain)
      await finishAudit(ctx.db, audit, known?.report ?? (await readWebsite(ctx, audit, signal)))
    },
  })
