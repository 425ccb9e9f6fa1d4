import { corpusImportRun } from '#contract/activity/run-kinds/corpus-import.ts'
import { defineExecutor, type RunContext } from '#server/modules/activity/runs/index.ts'
import { findUploadedFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { isDiskFull } from '#server/platform/storage/disk-full.ts'
import { compareFile } from './changes/compare-file.ts'
import { refreshSource } from './corpus-store.ts'
import { FormatError, type PlaceFile } from './formats/place-format.ts'
import { getFormat } from './formats/registry.ts'
import { importEvents, importPosition } from './import-events.ts'
import { refreshPeople } from './people/people-store.ts'
import { KIND_OF } from './record-kinds.ts'
import { settleLoad } from './settle-load.ts'

type ImportRun = typeof corpusImportRun

/** Bytes from which a file counts as large. */
const LARGE_BYTES = 8 * 1024 * 1024

/** The uploaded file; reading it ends with the run. */
async function openFile(ctx: Context, context: RunContext<ImportRun>): Promise<PlaceFile> {
  const { input, account_id: accountId } = context.run
  const file = await findUploadedFile(ctx, accountId, input.uploadId)
  const read = (offset?: number, end?: number) => {
    const stream = file.read(offset, end)
    const stop = () => stream.destroy()
    context.signal.addEventListener('abort', stop, { once: true })
    stream.once('close', () => context.signal.removeEventListener('abort', stop))
    return stream
  }
  return { ...file, read }
}

async function importFile(ctx: Context, context: RunContext<ImportRun>): Promise<void> {
  const { input } = context.run
  const file = await openFile(ctx, context)
  const events = getFormat(input.format ?? 'csv').read(file, {
    startAt: importPosition(context),
    mapping: input.mapping,
    encoding: input.encoding,
    signal: context.signal,
  })
  await importEvents(context, ctx.db, events, {
    kind: KIND_OF[input.kind ?? 'places'],
    place: {
      sourceId: input.sourceId,
      sourceName: input.sourceName,
      licence: input.licence,
      asOf: context.run.created_at,
    },
    defaults: input,
    total: file.size,
    // Only places' indexes are postponed.
    isLarge: input.kind !== 'people' && file.size >= LARGE_BYTES,
  })
  if (input.kind !== 'people') await compareFile(ctx.db, context.run)
}

/** A fault described for the person who started the import, where it is not ours. */
export function importFault(error: unknown): unknown {
  if (error instanceof FormatError) return new AppError('validation_failed', error.message, { cause: error })
  if (isDiskFull(error))
    return new AppError(
      'unavailable',
      'The disk of the database is full. Nothing new was saved: free some space, then start the import again.',
      { cause: error },
    )
  return error
}

/** Imports an uploaded file into the corpus, in batches with a checkpoint after each. */
export const corpusImportExecutor = (ctx: Context) =>
  defineExecutor(corpusImportRun, {
    async run(context) {
      try {
        await importFile(ctx, context)
      } catch (error) {
        throw importFault(error)
      }
    },
    async settle(run, state, write) {
      const counts = await settleLoad(ctx, run, state)
      await write({ counts })
      await refreshSource(ctx.db, run.input.sourceId)
      await refreshPeople(ctx.db, run.input.sourceId)
    },
  })
