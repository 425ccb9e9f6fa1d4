import { type BounceColumns, bounceImportRun } from '#contract/activity/run-kinds/bounce-import.ts'
import type { RunCounts, RunInput } from '#contract/activity/run-kinds/define.ts'
import { defineExecutor, type RunContext } from '#server/modules/activity/runs/index.ts'
import { openUpload } from '#server/modules/core/files/index.ts'
import { readAddress } from '#server/modules/prospecting/email-verification/index.ts'
import type { Context } from '#server/platform/context.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { type CsvPosition, readCsvBatches } from '#server/platform/csv/read-csv.ts'
import { type RowBatch, rowBatches } from '#server/platform/csv/row-batches.ts'
import { AppError } from '#server/platform/errors.ts'
import { readAhead } from '#server/platform/read-ahead.ts'
import { readMoment, readRowKind } from './bounce-rows.ts'
import { type Report, recordBounces } from './record-bounces.ts'

type ImportRun = typeof bounceImportRun

/** Rows per transaction, during which the account's wallet is locked. */
const BATCH_ROWS = 500

/** Initial counts of an import. */
export const NO_BOUNCES = { received: 0, hard: 0, soft: 0, repeated: 0, rejected: 0, leads: 0, refunded: 0 }

/** A row's bounce; null when it has no address or is not a bounce. */
function readReport(row: string[], columns: BounceColumns): Report | null {
  const cell = (index: number): string => (row[index] ?? '').replaceAll('\u0000', '').trim()
  const address = readAddress(cell(columns.email))
  const reason = cell(columns.reason)
  const kind = readRowKind(cell(columns.kind), reason, cell(columns.status ?? -1))
  if (!address || !kind) return null
  return { address, kind, reason: reason || null, moment: readMoment(cell(columns.bounced_at)) }
}

function reportsIn(batch: RowBatch, { columns }: RunInput<ImportRun>) {
  const rows = batch.first && columns.headerless ? [[...batch.columns], ...batch.rows] : batch.rows
  const reports = rows.map((row) => readReport(row, columns)).filter((report) => report !== null)
  return { reports, rejected: rows.length - reports.length + batch.unreadable }
}

async function importFile(ctx: Context, context: RunContext<ImportRun>): Promise<void> {
  const { account_id: accountId, created_by: userId } = context.run
  const { input } = context.run
  const start = context.run.cursor as CsvPosition | null
  const { stream, size } = await openUpload(ctx, accountId, input.uploadId, start?.offset ?? 0)
  context.signal.addEventListener('abort', () => stream.destroy(), { once: true })
  try {
    const events = readCsvBatches(stream, start ? { startAt: start } : {})
    for await (const batch of readAhead(rowBatches(events, BATCH_ROWS, start))) {
      const { reports, rejected } = reportsIn(batch, input)
      await context.step(async (run) => {
        const added = { ...(await recordBounces(ctx, { accountId, userId }, reports)), rejected }
        const counts: RunCounts<ImportRun> = Object.fromEntries(
          Object.entries(added).map(([name, count]) => [
            name,
            (run.counts[name as keyof typeof run.counts] ?? 0) + count,
          ]),
        )
        return { cursor: { ...batch.position }, done: batch.position.offset, total: size, counts }
      })
    }
  } finally {
    stream.destroy()
  }
  await context.step(async () => ({ done: size }))
}

/** Reads a bounce report in batches; each batch and its position commit together. */
export const bounceImportExecutor = (ctx: Context) =>
  defineExecutor(bounceImportRun, {
    async run(context) {
      try {
        await importFile(ctx, context)
      } catch (error) {
        if (error instanceof CsvError)
          throw new AppError('validation_failed', error.message, { cause: error })
        throw error
      }
    },
  })
