import { corpusImportRun } from '#contract/run-kinds/corpus-import.ts'
import type { RunInput } from '#contract/run-kinds/define.ts'
import type { UploadsService } from '#server/modules/files/index.ts'
import { defineExecutor, type RunContext } from '#server/modules/runs/index.ts'
import { breathe } from '#server/platform/breathe.ts'
import { type Db, isTooLong } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { readAhead } from '#server/platform/read-ahead.ts'
import { hasOtherSources, linkNewPlaces } from './corpus-links-store.ts'
import { analysePlaces, insertRejected, refreshSource, upsertPlaces } from './corpus-store.ts'
import { FormatError, type PlaceEvent, type PlaceFile, type Position } from './formats/place-format.ts'
import { formatOf } from './formats/registry.ts'
import { peopleKind } from './people/person-kind.ts'
import type { PersonInput } from './people/person-record.ts'
import { type PlaceInput, toPlace } from './place-record.ts'

type ImportRun = typeof corpusImportRun
type ImportInput = RunInput<ImportRun>

/** Rows per transaction: large enough to be fast, small enough to stop and resume quickly. */
const BATCH_ROWS = 1000
const BREATH_ROWS = 100
/** New rows that change what a search has to expect. */
const MANY_ROWS = 5000

interface Rows {
  places: PlaceInput[]
  people: PersonInput[]
  rejected: { line: number; reason: string }[]
}

interface Batch extends Rows {
  /** Where the file goes on after it. */
  position: Position
  /** Bytes of the file that are done with it. */
  done: number
}

/** Cuts the stream of rows into batches, each with the place to go on from. */
async function* batches(events: AsyncIterable<PlaceEvent[]>, input: ImportInput): AsyncIterable<Batch> {
  let rows: Rows = { places: [], people: [], rejected: [] }
  let last: PlaceEvent | undefined
  for await (const group of events) {
    for (const event of group) {
      last = event
      addTo(rows, event, input)
      const count = rows.places.length + rows.people.length + rows.rejected.length
      // Normalising is work for the processor: let requests, and the answers of the database, in between.
      if (count % BREATH_ROWS === 0) await breathe()
      if (count < BATCH_ROWS) continue
      yield { ...rows, position: event.next, done: event.done }
      rows = { places: [], people: [], rejected: [] }
      last = undefined
    }
  }
  if (last) yield { ...rows, position: last.next, done: last.done }
}

function addTo(rows: Rows, event: PlaceEvent, input: ImportInput): void {
  const reject = (reason: string) =>
    rows.rejected.push({ line: event.at, reason: event.name ? `${event.name}: ${reason}` : reason })
  if (event.kind === 'rejected') {
    reject(event.reason)
    return
  }
  if (input.kind === 'people') {
    const person = peopleKind.read(event.row, { ...(input.country && { country: input.country }) })
    if (person.ok) rows.people.push(person.record)
    else reject(person.reason)
    return
  }
  const result = toPlace(event.row, {
    ...(input.category && { category: input.category }),
    ...(input.country && { country: input.country }),
  })
  if (result.ok) rows.places.push(result.place)
  else reject(result.reason)
}

/** Where an import goes on: after this many rows of the batch that begins at a position. */
interface ImportCursor {
  position: Position | null
  rows: number
}

/** Writes rows of a batch, and what they were linked to, in one step. */
async function writePlaces(
  context: RunContext<ImportRun>,
  db: Db,
  batch: Rows,
  progress: { cursor: ImportCursor; done?: number; total: number },
): Promise<void> {
  const { account_id: accountId, id: runId, input } = context.run
  await context.step(async (run) => {
    const { imported, updated, newIds } =
      input.kind === 'people'
        ? { ...(await peopleKind.store(db, { ...input, runId, records: batch.people })), newIds: [] }
        : await upsertPlaces(db, { ...input, runId, places: batch.places })
    if (newIds.length > 0 && (await hasOtherSources(db, input.sourceId)))
      await linkNewPlaces(db, input.sourceId, newIds)
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
  const end: ImportCursor = { position: batch.position, rows: 0 }
  const { places, people, rejected } = batch
  let size = places.length - at.rows
  for (let from = at.rows; ; ) {
    const isLast = from + size >= places.length
    const part = {
      places: places.slice(from, from + size),
      people: isLast ? people : [],
      rejected: isLast ? rejected : [],
    }
    const cursor = isLast ? end : { position: at.position, rows: from + size }
    try {
      await writePlaces(context, db, part, { cursor, ...(isLast && { done: batch.done }), total })
    } catch (error) {
      if (!isTooLong(error) || size <= 1) throw error
      size = Math.ceil(size / 2)
      continue
    }
    if (isLast) return end
    from += size
  }
}

/** The uploaded file; what is being read of it ends with the run. */
async function openFile(context: RunContext<ImportRun>, uploads: UploadsService): Promise<PlaceFile> {
  const { input, account_id: accountId } = context.run
  const file = await uploads.file(accountId, input.uploadId)
  const read = (offset?: number, end?: number) => {
    const stream = file.read(offset, end)
    const stop = () => stream.destroy()
    context.signal.addEventListener('abort', stop, { once: true })
    stream.once('close', () => context.signal.removeEventListener('abort', stop))
    return stream
  }
  return { ...file, read }
}

async function importFile(context: RunContext<ImportRun>, db: Db, uploads: UploadsService): Promise<void> {
  const { input } = context.run
  let at = (context.run.cursor as ImportCursor | null) ?? { position: null, rows: 0 }
  const file = await openFile(context, uploads)
  const events = formatOf(input.format ?? 'csv').read(file, {
    startAt: at.position,
    mapping: input.mapping,
    encoding: input.encoding,
    signal: context.signal,
  })
  for await (const batch of readAhead(batches(events, input)))
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
        if (error instanceof FormatError)
          throw new AppError('validation_failed', error.message, { cause: error })
        throw error
      }
    },
    settle: async (run) => {
      const isMany = (run.counts.imported ?? 0) >= MANY_ROWS
      if (run.input.kind === 'people') return peopleKind.settle(db, run.input.sourceId, isMany)
      if (isMany) await analysePlaces(db)
      await refreshSource(db, run.input.sourceId)
    },
  })
