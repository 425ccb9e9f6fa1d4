import { Readable } from 'node:stream'
import { RunStopped, type RunsService } from '#server/modules/activity/runs/index.ts'
import type { Downloader, TicketRow } from '#server/modules/core/files/index.ts'
import { fieldsIn, type LeadRow, labelNames } from '#server/modules/leads/leads/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { readBatches } from '#server/platform/db/read-batches.ts'
import { conflict } from '#server/platform/errors.ts'
import { pick } from '#server/platform/pick.ts'
import { EntityBlocks } from './entity-blocks.ts'
import {
  columnsToRead,
  csvFile,
  type ExportShape,
  exportFields,
  readsLabels,
  xlsxFile,
} from './export-rows.ts'
import { insertExported } from './exported-leads-store.ts'
import { type ExportInput, rowsOf } from './exported-rows.ts'
import { contentTypeOf } from './file-name.ts'
import type { Copy, StoredFiles } from './stored-files.ts'

const STREAM_ROWS = 500
/** Rows are joined into chunks of about this size: a write per row would cost more than the row. */
const PIECE_BYTES = 64 * 1024
const BOM = '\ufeff'

interface StreamDeps {
  db: Db
  runs: Pick<RunsService, 'find' | 'track'>
  storedFiles: Pick<StoredFiles, 'copy'>
}

/** Downloads in progress: leads are streamed, copied to storage and counted by their run. */
export function createExportStream({ db, runs, storedFiles }: StreamDeps): Downloader {
  /** Delivered leads are recorded when the run ends: an interrupted file delivered nothing. */
  const finish = (
    { scope: { accountId, listId }, userId }: ExportInput,
    track: ReturnType<RunsService['track']>,
    { rows, entities }: { rows: number; entities: EntityBlocks },
  ) =>
    transaction(db, async () => {
      if (!(await track.end('succeeded', { done: rows, counts: { rows } }))) throw new RunStopped('cancelled')
      if (userId !== undefined && rows > 0) await insertExported(db, { accountId, listId, userId }, entities)
    })

  async function* pieces(
    input: ExportInput,
    { track, copy }: { track: ReturnType<RunsService['track']>; copy: Copy },
    signal: AbortSignal,
  ): AsyncIterable<Buffer> {
    const shape: ExportShape = {
      fields: exportFields(fieldsIn(input.scope), input.columns),
      ...pick(input, 'headers', 'headings', 'provenance', 'emailStates', 'list'),
    }
    const file = input.format === 'xlsx' ? xlsxFile(shape) : csvFile(shape, input.bom ? BOM : '')
    const entities = new EntityBlocks()
    let rows = 0
    const read = rowsOf(db, input).clearSelect().select(columnsToRead(shape))
    const query = readsLabels(shape) ? read.select(labelNames(input.scope.accountId).as('labels')) : read
    /** The copy is written while the chunk is being sent. */
    async function* emit(piece: Buffer): AsyncIterable<Buffer> {
      if (piece.length === 0) return
      const copied = copy.add(piece)
      try {
        yield piece
      } finally {
        await copied
      }
    }
    for await (const leads of readBatches(db, query, STREAM_ROWS) as AsyncIterable<LeadRow[]>) {
      if (signal.aborted) throw new RunStopped('cancelled')
      for (const lead of leads) {
        file.write(lead)
        entities.add(lead.entity_id)
        rows += 1
        if (file.waiting < PIECE_BYTES) continue
        await track.progress({ done: rows, counts: { rows } })
        yield* emit(Buffer.from(file.take()))
      }
    }
    yield* emit(Buffer.from(file.end()))
    await copy.commit()
    await finish(input, track, { rows, entities })
  }

  async function* tracked(input: ExportInput, signal: AbortSignal): AsyncIterable<Buffer> {
    const track = runs.track(input.scope.accountId, input.runId)
    const { runId, filename } = input
    const copy = storedFiles.copy({ accountId: input.scope.accountId, runId, filename })
    let finished = false
    try {
      yield* pieces(input, { track, copy }, signal)
      finished = true
    } finally {
      // The reader or the database disconnected: the file is incomplete.
      if (!finished) {
        await copy.drop()
        await track.end('cancelled', {}).catch(() => {})
      }
    }
  }

  return {
    kind: 'export',
    async open(ticket: TicketRow, signal) {
      const input = ticket.input as unknown as ExportInput
      const run = await runs.find(input.scope.accountId, input.runId)
      if (run?.finished_at) throw conflict('This export was stopped. Start a new one')
      return {
        filename: input.filename,
        contentType: contentTypeOf(input.filename),
        stream: Readable.from(tracked(input, signal), { objectMode: false }),
      }
    },
  }
}
