import { sleep } from '#server/platform/clock.ts'
import { type Db, isStatementTimeout } from '#server/platform/db/db.ts'
import { readAhead } from '#server/platform/read-ahead.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { insertRejected } from './corpus-store.ts'
import type { PlaceEvent, Position } from './formats/place-format.ts'
import { makeIndexes, startLoad } from './loads-store.ts'
import type { BatchPlace, RecordKind, RowDefaults } from './record-kinds.ts'

/** Rows per transaction: large enough to be fast, small enough to stop and resume quickly. */
const BATCH_ROWS = 2000
/** Rows read before yielding: replies of the database, and requests, wait that long. */
const ROWS_BETWEEN_YIELDS = 10
/** Polling interval of an import waiting to start, in milliseconds. */
const WAIT_MS = 500

interface Rows {
  records: unknown[]
  rejected: { line: number; reason: string }[]
}

interface Batch extends Rows {
  /** The position after it. */
  position: Position
  /** Bytes of the file read so far. */
  done: number
}

/** An import's position: after this many rows of the batch starting at a position. */
interface ImportCursor {
  position: Position | null
  rows: number
}

/** Counts of every run that imports into the corpus. */
export interface ImportCounts {
  imported?: number
  updated?: number
  unchanged?: number
  rejected?: number
  /** Places whose category is stated, and unknown. */
  unknown_category?: number
}

/** A run that imports into the corpus, for its executor. */
export interface ImportContext {
  run: { account_id: number; id: number; cursor: unknown; counts: ImportCounts }
  signal: AbortSignal
  step(
    work: (run: { counts: ImportCounts }) => Promise<{
      cursor?: Record<string, unknown>
      done?: number
      total?: number
      counts?: ImportCounts
    }>,
  ): Promise<void>
}

export interface Import {
  kind: RecordKind<object, unknown>
  place: Omit<BatchPlace, 'runId'>
  defaults: RowDefaults
  /** Total bytes, the unit of progress. */
  total: number
  /** Large enough to postpone indexes, if it is the first. */
  isLarge: boolean
}

/** Start of an import's events: null is the beginning. */
export const importPosition = ({ run }: Pick<ImportContext, 'run'>): Position | null =>
  (run.cursor as ImportCursor | null)?.position ?? null

/** Groups rows into batches, each with the position after it. */
async function* batches(
  events: AsyncIterable<PlaceEvent[]>,
  { kind, defaults }: Import,
): AsyncIterable<Batch> {
  let rows: Rows = { records: [], rejected: [] }
  let last: PlaceEvent | undefined
  for await (const group of events) {
    for (const event of group) {
      last = event
      addTo(rows, event, kind, defaults)
      const count = rows.records.length + rows.rejected.length
      // Normalizing is CPU work: yield to requests and database replies.
      if (count % ROWS_BETWEEN_YIELDS === 0) await yieldToEventLoop()
      if (count < BATCH_ROWS) continue
      yield { ...rows, position: event.next, done: event.done }
      rows = { records: [], rejected: [] }
      last = undefined
    }
  }
  if (last) yield { ...rows, position: last.next, done: last.done }
}

function addTo(rows: Rows, event: PlaceEvent, kind: Import['kind'], defaults: RowDefaults): void {
  const reject = (reason: string) =>
    rows.rejected.push({ line: event.at, reason: event.name ? `${event.name}: ${reason}` : reason })
  if (event.kind === 'rejected') {
    reject(event.reason)
    return
  }
  const result = kind.read(event.row, defaults)
  if (result.ok) rows.records.push(result.record)
  else reject(result.reason)
}

/** Writes rows of a batch in one step. */
async function writeRows(
  context: ImportContext,
  db: Db,
  { kind, place }: Import,
  batch: Rows,
  progress: { cursor: ImportCursor; done?: number; total: number },
): Promise<void> {
  const { account_id: accountId, id: runId } = context.run
  await context.step(async ({ counts }) => {
    const stored = await kind.store(db, { ...place, runId }, batch.records)
    await insertRejected(db, accountId, runId, batch.rejected)
    const unknown = (counts.unknown_category ?? 0) + (stored.unknownCategory ?? 0)
    return {
      ...progress,
      cursor: { ...progress.cursor },
      counts: {
        imported: (counts.imported ?? 0) + stored.imported,
        updated: (counts.updated ?? 0) + stored.updated,
        unchanged: (counts.unchanged ?? 0) + stored.unchanged,
        rejected: (counts.rejected ?? 0) + batch.rejected.length,
        ...(unknown > 0 && { unknown_category: unknown }),
      },
    }
  })
}

/** Stores a batch from a row on; in halves where that exceeds a step's time limit. */
async function storeBatch(
  context: ImportContext,
  db: Db,
  work: Import,
  batch: Batch,
  at: ImportCursor,
): Promise<ImportCursor> {
  const end: ImportCursor = { position: batch.position, rows: 0 }
  const { records, rejected } = batch
  let size = records.length - at.rows
  for (let from = at.rows; ; ) {
    const isLast = from + size >= records.length
    const part = { records: records.slice(from, from + size), rejected: isLast ? rejected : [] }
    const cursor = isLast ? end : { position: at.position, rows: from + size }
    try {
      await writeRows(context, db, work, part, {
        cursor,
        ...(isLast && { done: batch.done }),
        total: work.total,
      })
    } catch (error) {
      if (!isStatementTimeout(error) || size <= 1) throw error
      size = Math.ceil(size / 2)
      continue
    }
    if (isLast) return end
    from += size
  }
}

/** Waits until it may write, and records that it does. */
async function startImport(context: ImportContext, db: Db, { place, isLarge }: Import): Promise<void> {
  for (;;) {
    let isStarted = false
    await context.step(async () => {
      isStarted = await startLoad(db, { runId: context.run.id, sourceId: place.sourceId, isLarge })
      return {}
    })
    if (isStarted) return
    await sleep(WAIT_MS, context.signal)
  }
}

/**
 * Imports rows into the corpus: in batches, with a checkpoint after each, hidden until the run ends. The events
 * start at `importPosition`.
 */
export async function importEvents(
  context: ImportContext,
  db: Db,
  events: AsyncIterable<PlaceEvent[]>,
  work: Import,
): Promise<void> {
  await startImport(context, db, work)
  let at = (context.run.cursor as ImportCursor | null) ?? { position: null, rows: 0 }
  for await (const batch of readAhead(batches(events, work)))
    at = await storeBatch(context, db, work, batch, at)
  await context.step(async () => ({ done: work.total, total: work.total }))
  await makeIndexes(db, context.run.id)
}
