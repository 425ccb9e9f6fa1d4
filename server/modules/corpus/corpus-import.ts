import type { PlaceField } from '#contract/place-fields.ts'
import { corpusImportRun } from '#contract/run-kinds/corpus-import.ts'
import type { RunInput } from '#contract/run-kinds/define.ts'
import type { UploadsService } from '#server/modules/files/index.ts'
import { defineExecutor, type RunContext } from '#server/modules/runs/index.ts'
import { breathe } from '#server/platform/breathe.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { type CsvEvent, type CsvPosition, readCsvBatches } from '#server/platform/csv/read-csv.ts'
import { type Db, isTooLong } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { readAhead } from '#server/platform/read-ahead.ts'
import { hasOtherSources, linkNewPlaces } from './corpus-links-store.ts'
import { analysePlaces, insertRejected, refreshSource, upsertPlaces } from './corpus-store.ts'
import { type PlaceInput, toPlace } from './place-record.ts'

type ImportRun = typeof corpusImportRun
type ImportInput = RunInput<ImportRun>

/** Rows per transaction: large enough to be fast, small enough to stop and resume quickly. */
const BATCH_ROWS = 1000
const BREATH_ROWS = 100
/** New rows that change what a search has to expect. */
const MANY_ROWS = 5000

interface Batch {
  places: PlaceInput[]
  rejected: { line: number; reason: string }[]
  position: CsvPosition
}

const cursorOf = (position: CsvPosition): CsvPosition => ({ ...position, columns: [...position.columns] })

/** Cuts the stream of rows into batches, each with the place to go on from. */
async function* batches(
  events: AsyncIterable<CsvEvent[]>,
  input: ImportInput,
  start: CsvPosition | null,
): AsyncIterable<Batch> {
  let shape = start && { columns: start.columns, delimiter: start.delimiter, encoding: start.encoding }
  let batch: Omit<Batch, 'position'> = { places: [], rejected: [] }
  let last: CsvEvent | undefined
  const finish = (event: CsvEvent): Batch => {
    const done = {
      ...batch,
      position: {
        ...(shape as Omit<CsvPosition, 'offset' | 'line'>),
        offset: event.offset,
        line: event.nextLine,
      },
    }
    batch = { places: [], rejected: [] }
    return done
  }
  for await (const group of events) {
    for (const event of group) {
      last = event
      if (event.kind === 'header')
        shape = { columns: event.columns, delimiter: event.delimiter, encoding: event.encoding }
      else addTo(batch, event, shape?.columns ?? [], input)
      const rows = batch.places.length + batch.rejected.length
      // Normalising is work for the processor: let requests, and the answers of the database, in between.
      if (rows % BREATH_ROWS === 0) await breathe()
      if (rows >= BATCH_ROWS) yield finish(event)
    }
  }
  if (last && shape) yield finish(last)
}

function addTo(
  batch: Omit<Batch, 'position'>,
  event: Exclude<CsvEvent, { kind: 'header' }>,
  columns: readonly string[],
  input: ImportInput,
): void {
  if (event.kind === 'rejected') {
    batch.rejected.push({ line: event.line, reason: event.reason })
    return
  }
  const raw: Partial<Record<PlaceField, string>> = {}
  for (const [field, column] of Object.entries(input.mapping))
    raw[field as PlaceField] = event.values[columns.indexOf(column)] ?? ''
  const result = toPlace(raw, {
    ...(input.category && { category: input.category }),
    ...(input.country && { country: input.country }),
  })
  if (result.ok) batch.places.push(result.place)
  else batch.rejected.push({ line: event.line, reason: result.reason })
}

/** Where an import goes on: after this many rows of the batch that begins at a position. */
interface ImportCursor {
  position: CsvPosition | null
  rows: number
}

/** Writes rows of a batch, and what they were linked to, in one step. */
async function writePlaces(
  context: RunContext<ImportRun>,
  db: Db,
  batch: Pick<Batch, 'places' | 'rejected'>,
  progress: { cursor: ImportCursor; done: number; total: number },
): Promise<void> {
  const { account_id: accountId, id: runId, input } = context.run
  await context.step(async (run) => {
    const { imported, updated, newIds } = await upsertPlaces(db, { ...input, runId, places: batch.places })
    if (await hasOtherSources(db, input.sourceId)) await linkNewPlaces(db, input.sourceId, newIds)
    await insertRejected(db, accountId, runId, batch.rejected)
    const before = run.counts
    const counts = {
      imported: (before.imported ?? 0) + imported,
      updated: (before.updated ?? 0) + updated,
      rejected: (before.rejected ?? 0) + batch.rejected.length,
    }
    return { ...progress, cursor: { ...progress.cursor }, counts }
  })
}

/** Stores a batch from a row on; in halves where linking takes longer than a step may. */
async function storeBatch(
  context: RunContext<ImportRun>,
  db: Db,
  batch: Batch,
  at: ImportCursor,
  total: number,
): Promise<ImportCursor> {
  const end: ImportCursor = { position: cursorOf(batch.position), rows: 0 }
  const { places, rejected } = batch
  let size = places.length - at.rows
  for (let from = at.rows; ; ) {
    const isLast = from + size >= places.length
    const part = { places: places.slice(from, from + size), rejected: isLast ? rejected : [] }
    const done = isLast ? batch.position.offset : (at.position?.offset ?? 0)
    const cursor = isLast ? end : { position: at.position, rows: from + size }
    try {
      await writePlaces(context, db, part, { cursor, done, total })
    } catch (error) {
      if (!isTooLong(error) || size <= 1) throw error
      size = Math.ceil(size / 2)
      continue
    }
    if (isLast) return end
    from += size
  }
}

async function importFile(context: RunContext<ImportRun>, db: Db, uploads: UploadsService): Promise<void> {
  const { input, account_id: accountId } = context.run
  let at = (context.run.cursor as ImportCursor | null) ?? { position: null, rows: 0 }
  const { position: start } = at
  const file = await uploads.open(accountId, input.uploadId, start?.offset ?? 0)
  context.signal.addEventListener('abort', () => file.stream.destroy(), { once: true })
  const options = { ...(input.encoding && { encoding: input.encoding }), ...(start && { startAt: start }) }
  for await (const batch of readAhead(batches(readCsvBatches(file.stream, options), input, start)))
    at = await storeBatch(context, db, batch, at, file.size)
  await context.step(async () => ({ done: file.size }))
}

/** Reads an uploaded file into the corpus, batch by batch with a checkpoint after each. */
export const corpusImportExecutor = (db: Db, uploads: UploadsService) =>
  defineExecutor(corpusImportRun, {
    async run(context) {
      try {
        await importFile(context, db, uploads)
      } catch (error) {
        if (error instanceof CsvError)
          throw new AppError('validation_failed', error.message, { cause: error })
        throw error
      }
    },
    settle: async (run) => {
      if ((run.counts.imported ?? 0) >= MANY_ROWS) await analysePlaces(db)
      await refreshSource(db, run.input.sourceId)
    },
  })
