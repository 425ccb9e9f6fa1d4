import type { RunCounts } from '#contract/activity/run-kinds/define.ts'
import type { AddressFile, verifyRun } from '#contract/activity/run-kinds/verify.ts'
import type { RunContext } from '#server/modules/activity/runs/index.ts'
import { openUpload } from '#server/modules/core/files/index.ts'
import { suppressedEmails } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { type CsvPosition, readCsvBatches } from '#server/platform/csv/read-csv.ts'
import { type RowBatch, rowBatches } from '#server/platform/csv/row-batches.ts'
import { AppError } from '#server/platform/errors.ts'
import { readAhead } from '#server/platform/read-ahead.ts'
import { readAddress } from './address-text.ts'
import { SUPPRESSED } from './check-address.ts'
import { insertLines, type Line } from './verification-items-store.ts'

/** Maximum lines per run. */
const MAX_LINES = 1_000_000
const BATCH_ROWS = 1000
/** Stored characters of an invalid cell. */
const MAX_STORED_CHARACTERS = 320

type VerifyContext = RunContext<typeof verifyRun>
type Counts = RunCounts<typeof verifyRun>

/** Replaces lines with a suppressed address by a remark: the address is neither stored nor checked. */
export async function withoutSuppressed(ctx: Context, accountId: number, lines: Line[]): Promise<Line[]> {
  const emails = lines.map(({ address }) => address ?? '')
  const isSuppressed = await suppressedEmails.ask(ctx, { accountId, emails })
  return lines.map((line, index) => (isSuppressed[index] ? { given: SUPPRESSED, address: null } : line))
}

/** Position in the file; `null` instead means that everything has been read. */
interface LoadCursor {
  position: CsvPosition | null
  lines: number
  addresses: number
}

/** A line of a list or a cell of a file; null when empty. */
export function readLine(cell: string): Line | null {
  const text = cell.replaceAll('\u0000', '').trim()
  if (text === '') return null
  return {
    given: [...text.slice(0, MAX_STORED_CHARACTERS * 2)].slice(0, MAX_STORED_CHARACTERS).join(''),
    address: readAddress(text),
  }
}

function linesIn(batch: RowBatch, file: AddressFile): Line[] {
  const cells = batch.rows.map((row) => row[file.index] ?? '')
  if (batch.first && file.headerless) cells.unshift(batch.columns[file.index] ?? '')
  return cells.map(readLine).filter((line) => line !== null)
}

/** Reads a run's file into its items, continuing where an earlier attempt stopped. */
async function loadFile(ctx: Context, context: VerifyContext, file: AddressFile): Promise<void> {
  const { account_id: accountId, cursor } = context.run
  let at = (cursor as LoadCursor | null) ?? { position: null, lines: 0, addresses: 0 }
  const { stream } = await openUpload(ctx, accountId, file.uploadId, at.position?.offset ?? 0)
  context.signal.addEventListener('abort', () => stream.destroy(), { once: true })
  const events = readCsvBatches(stream, at.position ? { startAt: at.position } : {})
  try {
    for await (const batch of readAhead(rowBatches(events, BATCH_ROWS, at.position))) {
      const lines = linesIn(batch, file)
      if (at.lines + lines.length > MAX_LINES)
        throw new AppError(
          'validation_failed',
          `A file can hold up to ${MAX_LINES.toLocaleString('en')} addresses`,
        )
      await context.step(async (run) => {
        const allowed = await withoutSuppressed(ctx, accountId, lines)
        const added = await insertLines(ctx.db, accountId, run.id, { count: at.lines, lines: allowed })
        at = {
          position: batch.position,
          lines: at.lines + lines.length,
          addresses: at.addresses + added.addresses,
        }
        return {
          cursor: { ...at },
          done: run.done + added.none,
          counts: counted(run.counts, { invalid: added.none, unreadable: batch.unreadable }),
        }
      })
    }
  } finally {
    stream.destroy()
  }
}

/** Adds counts; omits zeros. */
export function counted(counts: Counts, more: Counts): Counts {
  const sum: Record<string, number> = { ...counts }
  for (const [name, count] of Object.entries(more)) if (count > 0) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/**
 * Creates a run's lines from its file, unless done already.
 * @throws AppError validation_failed when the file cannot be read or is too long.
 */
export async function loadLines(ctx: Context, context: VerifyContext, file: AddressFile): Promise<void> {
  if (context.run.total !== null) return
  try {
    await loadFile(ctx, context, file)
  } catch (error) {
    if (error instanceof CsvError) throw new AppError('validation_failed', error.message, { cause: error })
    throw error
  }
  await context.step(async (run) => {
    const addresses = (run.cursor as LoadCursor | null)?.addresses ?? 0
    if (addresses + run.done === 0)
      throw new AppError('validation_failed', 'There are no addresses in this file')
    return { total: addresses + run.done, cursor: null }
  })
}
