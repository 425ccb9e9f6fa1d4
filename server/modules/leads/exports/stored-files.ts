import type { Readable } from 'node:stream'
import { EXPORT_FILE_MAX_BYTES } from '#contract/core/constants.ts'
import type { Context } from '#server/platform/context.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import type { StorageWriter } from '#server/platform/storage/storage.ts'
import * as store from './export-files-store.ts'

/** A copy of a download in progress. Errors in it do not affect the download. */
export interface Copy {
  add(piece: Buffer): Promise<void>
  /** The copy is complete and can be downloaded again. */
  commit(): Promise<void>
  /** Deletes the copy unless committed. */
  drop(): Promise<void>
}

// Files of exports stored for a while, so that a lost download needs no new export.

export async function removeExportFiles(ctx: Context, names: string[]): Promise<void> {
  for (const name of names) await ctx.storage.remove(name)
}

/** Starts a copy of a run's export. */
export function createExportCopy(
  ctx: Context,
  place: { accountId: number; runId: number; filename: string },
  maxBytes = EXPORT_FILE_MAX_BYTES,
): Copy {
  const { accountId, runId } = place
  const name = `export-${randomId()}`
  let writer: StorageWriter | null = null
  let bytes = 0
  let state: 'new' | 'open' | 'ended' = 'new'

  async function abandon(): Promise<void> {
    if (state !== 'open') return
    state = 'ended'
    await writer?.close({ flush: false }).catch(() => {})
    await ctx.storage.remove(name)
    await store.removeExportFile(ctx.db, accountId, runId)
  }

  /** A full disk must not end a download, which does not need it. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      ctx.log.warn({ err: error, run: runId }, 'the file of an export could not be stored')
      await abandon().catch(() => {})
    }
  }

  return {
    add: (piece) =>
      attempt(async () => {
        if (state === 'ended') return
        if (state === 'new') {
          state = 'open'
          await store.insertExportFile(ctx.db, { ...place, name })
          writer = await ctx.storage.create(name)
        }
        bytes += piece.length
        if (bytes > maxBytes) await abandon()
        else await writer?.write(piece)
      }),
    commit: () =>
      attempt(async () => {
        if (state !== 'open') return
        await writer?.close({ flush: true })
        await store.finishExportFile(ctx.db, accountId, runId, bytes)
        state = 'ended'
        await removeExportFiles(ctx, await store.deleteSurplus(ctx.db, accountId))
      }),
    drop: () => attempt(abandon),
  }
}

/** A run's file, while it is stored and complete. */
export async function findStoredFile(
  ctx: Context,
  accountId: number,
  runId: number,
): Promise<store.ExportFileRow | null> {
  const file = await store.findExportFile(ctx.db, accountId, runId)
  return file && (await ctx.storage.size(file.name)) === file.bytes ? file : null
}

export const openExportFile = (ctx: Context, file: store.ExportFileRow): Readable =>
  ctx.storage.read(file.name)

/** Number of stored files of these lists. */
export const countExportFiles = (ctx: Context, lists: { accountId: number; listId: number }[]) =>
  lists.length > 0 ? store.countFilesOfLists(ctx.db, lists) : Promise.resolve(0)

/** Deletes the file records of these lists in the caller's transaction; returns the names for `remove` afterwards. */
export const forgetExportFiles = (ctx: Context, lists: { accountId: number; listId: number }[]) =>
  lists.length > 0 ? store.deleteFilesOfLists(ctx.db, lists) : Promise.resolve([])

export async function removeExpiredExports(ctx: Context): Promise<void> {
  await forEachItem(
    'files',
    await store.findExpiredFiles(ctx.db),
    async ({ account_id, run_id, name }) => {
      await ctx.storage.remove(name)
      await store.removeExportFile(ctx.db, account_id, run_id)
    },
    { nameItem: ({ name }) => name },
  )
}
