import { Readable } from 'node:stream'
import { findRun, RunStopped, trackRunOf } from '#server/modules/activity/runs/index.ts'
import type { Downloader, TicketRow } from '#server/modules/core/files/index.ts'
import { createWhyText, fieldsIn, type LeadRow, labelNames } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
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
import { type ExportInput, selectRows } from './exported-rows.ts'
import { findContentType } from './file-name.ts'
import { withNameParts } from './sender-file.ts'
import { type Copy, createExportCopy } from './stored-files.ts'

const STREAM_ROWS = 500
/** Rows are joined into chunks of about this size: a write per row would cost more than the row. */
const PIECE_BYTES = 64 * 1024
const BOM = '\ufeff'

// Downloads in progress: leads are streamed, copied to storage and counted by their run.

/** Delivered leads are recorded when the run ends: an interrupted file delivered nothing. */
const finish = (
  ctx: Context,
  { scope: { accountId, listId }, userId }: ExportInput,
  track: ReturnType<typeof trackRunOf>,
  { rows, entities }: { rows: number; entities: EntityBlocks },
) =>
  transaction(ctx.db, async () => {
    if (!(await track.end('succeeded', { done: rows, counts: { rows } }))) throw new RunStopped('cancelled')
    if (userId !== undefined && rows > 0)
      await insertExported(ctx.db, { accountId, listId, userId }, entities)
  })

async function* pieces(
  ctx: Context,
  input: ExportInput,
  { track, copy }: { track: ReturnType<typeof trackRunOf>; copy: Copy },
  signal: AbortSignal,
): AsyncIterable<Buffer> {
  const shape: ExportShape = {
    fields: exportFields(withNameParts(fieldsIn(input.scope), input.sender), input.columns),
    // Their columns have no field in the list.
    ...(input.sender && { namesOf: input.scope.type }),
    ...pick(input, 'headers', 'headings', 'provenance', 'evidence', 'emailStates', 'list'),
    ...(input.scope.reasons && { why: createWhyText(ctx, input.scope.reasons) }),
  }
  const file = input.format === 'xlsx' ? xlsxFile(shape) : csvFile(shape, input.bom ? BOM : '')
  const entities = new EntityBlocks()
  let rows = 0
  const read = selectRows(ctx.db, input).clearSelect().select(columnsToRead(shape))
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
  for await (const leads of readBatches(ctx.db, query, STREAM_ROWS) as AsyncIterable<LeadRow[]>) {
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
  await finish(ctx, input, track, { rows, entities })
}

async function* tracked(ctx: Context, input: ExportInput, signal: AbortSignal): AsyncIterable<Buffer> {
  const track = trackRunOf(ctx, input.scope.accountId, input.runId)
  const { runId, filename } = input
  const copy = createExportCopy(ctx, { accountId: input.scope.accountId, runId, filename })
  let finished = false
  try {
    yield* pieces(ctx, input, { track, copy }, signal)
    finished = true
  } catch (error) {
    throw error instanceof RunStopped ? conflict('This export was stopped') : error
  } finally {
    // The reader or the database disconnected: the file is incomplete.
    if (!finished) {
      await copy.drop()
      await track.end('cancelled', {}).catch(() => {})
    }
  }
}

async function openExport(ctx: Context, ticket: TicketRow, signal: AbortSignal) {
  const input = ticket.input as unknown as ExportInput
  const run = await findRun(ctx, input.scope.accountId, input.runId)
  if (run?.finished_at) throw conflict('This export was stopped. Start a new one')
  return {
    filename: input.filename,
    contentType: findContentType(input.filename),
    stream: Readable.from(tracked(ctx, input, signal), { objectMode: false }),
  }
}

/** The download of an export that its ticket allows. */
export const exportDownloader = (ctx: Context): Downloader => ({
  kind: 'export',
  open: (ticket, signal) => openExport(ctx, ticket, signal),
})
