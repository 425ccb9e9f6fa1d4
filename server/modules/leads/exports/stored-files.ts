import type { Readable } from 'node:stream'
import { EXPORT_FILE_MAX_BYTES } from '#contract/core/constants.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import type { Storage, StorageWriter } from '#server/platform/storage/disk.ts'
import * as store from './export-files-store.ts'

/** A copy of a download in progress. Errors in it do not affect the download. */
export interface Copy {
  add(piece: Buffer): Promise<void>
  /** The copy is complete and can be downloaded again. */
  commit(): Promise<void>
  /** Deletes the copy unless committed. */
  drop(): Promise<void>
}

export interface StoredFilesDeps {
  db: Db
  storage: Storage
  log: Log
}

/** Files of exports stored for a while, so that a lost download needs no new export. */
export function createStoredFiles({ db, storage, log }: StoredFilesDeps, maxBytes = EXPORT_FILE_MAX_BYTES) {
  async function remove(names: string[]): Promise<void> {
    for (const name of names) await storage.remove(name)
  }

  return {
    /** Starts a copy of a run's export. */
    copy(place: { accountId: number; runId: number; filename: string }): Copy {
      const { accountId, runId } = place
      const name = `export-${randomId()}`
      let writer: StorageWriter | null = null
      let bytes = 0
      let state: 'new' | 'open' | 'ended' = 'new'

      async function abandon(): Promise<void> {
        if (state !== 'open') return
        state = 'ended'
        await writer?.close({ flush: false }).catch(() => {})
        await storage.remove(name)
        await store.removeExportFile(db, accountId, runId)
      }

      /** A full disk must not end a download, which does not need it. */
      async function attempt(work: () => Promise<void>): Promise<void> {
        try {
          await work()
        } catch (error) {
          log.warn({ err: error, run: runId }, 'the file of an export could not be stored')
          await abandon().catch(() => {})
        }
      }

      return {
        add: (piece) =>
          attempt(async () => {
            if (state === 'ended') return
            if (state === 'new') {
              state = 'open'
              await store.insertExportFile(db, { ...place, name })
              writer = await storage.create(name)
            }
            bytes += piece.length
            if (bytes > maxBytes) await abandon()
            else await writer?.write(piece)
          }),
        commit: () =>
          attempt(async () => {
            if (state !== 'open') return
            await writer?.close({ flush: true })
            await store.finishExportFile(db, accountId, runId, bytes)
            state = 'ended'
            await remove(await store.deleteSurplus(db, accountId))
          }),
        drop: () => attempt(abandon),
      }
    },

    /** A run's file, while it is stored and complete. */
    async find(accountId: number, runId: number): Promise<store.ExportFileRow | null> {
      const file = await store.findExportFile(db, accountId, runId)
      return file && (await storage.size(file.name)) === file.bytes ? file : null
    },

    open: (file: store.ExportFileRow): Readable => storage.read(file.name),

    /** Number of stored files of these lists. */
    count: (lists: { accountId: number; listId: number }[]) =>
      lists.length > 0 ? store.countFilesOf(db, lists) : Promise.resolve(0),
    /** Deletes the file records of these lists in the caller's transaction; returns the names for `remove` afterwards. */
    forget: (lists: { accountId: number; listId: number }[]) =>
      lists.length > 0 ? store.deleteFilesOf(db, lists) : Promise.resolve([]),
    remove,

    async removeExpired(): Promise<void> {
      await forEachItem(
        'files',
        await store.findExpiredFiles(db),
        async ({ account_id, run_id, name }) => {
          await storage.remove(name)
          await store.removeExportFile(db, account_id, run_id)
        },
        { nameOf: ({ name }) => name },
      )
    },
  }
}

export type StoredFiles = ReturnType<typeof createStoredFiles>

/** Every quarter of an hour: expired files. */
export const exportFilesJob = (removeExpired: () => Promise<void>): JobDefinition<never> =>
  scheduledJob({
    name: 'exports.remove-expired',
    cron: '*/15 * * * *',
    retries: 0,
    handle: removeExpired,
  })

/** Every hour: values whose retention has ended. */
export const expireValuesJob = (
  expire: (now: Date) => Promise<void>,
  now: () => Date,
): JobDefinition<never> =>
  scheduledJob({
    name: 'leads.expire-values',
    cron: '7 * * * *',
    retries: 3,
    handle: () => expire(now()),
  })
