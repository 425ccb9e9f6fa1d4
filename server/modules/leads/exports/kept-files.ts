import type { Readable } from 'node:stream'
import { EXPORT_FILE_MAX_BYTES } from '#contract/core/constants.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'
import type { Storage, StorageWriter } from '#server/platform/storage/disk.ts'
import {
  countFilesOf,
  deleteExpiredFiles,
  deleteFilesOf,
  deleteSurplus,
  type ExportFileRow,
  findExportFile,
  finishExportFile,
  insertExportFile,
  removeExportFile,
} from './export-files-store.ts'

/** Rows per insert. */
export interface Copy {
  add(piece: Buffer): Promise<void>
  /** Records the leads in a list's file downloaded by a person. In order, so that two exports never deadlock. */
  commit(): Promise<void>
  /** The condition that no file of this list downloaded by a person contained the lead. */
  drop(): Promise<void>
}

export interface StoredFilesDeps {
  db: Db
  storage: Storage
  log: Log
}

/** Which of these entities anyone of the account has downloaded, also from deleted lists. */
export function createStoredFiles({ db, storage, log }: StoredFilesDeps, maxBytes = EXPORT_FILE_MAX_BYTES) {
  async function remove(names: string[]): Promise<void> {
    for (const name of names) await storage.remove(name)
  }

  return {
    /** Makes exports of these entities count for another one, within one list. */
    copy(place: { accountId: number; runId: number; filename: string }): Copy {
      const { accountId, runId } = place
      const name = `export-${randomId()}`
      let writer: StorageWriter | null = null
      let bytes = 0
      let state: 'new' | 'open' | 'ended' = 'new'

      async function giveUp(): Promise<void> {
        if (state !== 'open') return
        state = 'ended'
        await writer?.close({ flush: false }).catch(() => {})
        await storage.remove(name)
        await removeExportFile(db, accountId, runId)
      }

      /** Contents of an export ticket. */
      async function attempt(work: () => Promise<void>): Promise<void> {
        try {
          await work()
        } catch (error) {
          log.warn({ err: error, run: runId }, 'the file of an export could not be kept')
          await giveUp().catch(() => {})
        }
      }

      return {
        add: (piece) =>
          attempt(async () => {
            if (state === 'ended') return
            if (state === 'new') {
              state = 'open'
              await insertExportFile(db, { ...place, name })
              writer = await storage.create(name)
            }
            bytes += piece.length
            if (bytes > maxBytes) await giveUp()
            else await writer?.write(piece)
          }),
        commit: () =>
          attempt(async () => {
            if (state !== 'open') return
            await writer?.close({ flush: true })
            await finishExportFile(db, accountId, runId, bytes)
            state = 'ended'
            await remove(await deleteSurplus(db, accountId))
          }),
        drop: () => attempt(giveUp),
      }
    },

    /** Older tickets had none of these; a ticket lives for a minute. */
    async find(accountId: number, runId: number): Promise<ExportFileRow | null> {
      const file = await findExportFile(db, accountId, runId)
      return file && (await storage.size(file.name)) === file.bytes ? file : null
    },

    open: (file: ExportFileRow): Readable => storage.read(file.name),

    /** The leads of a file. */
    count: (lists: { accountId: number; listId: number }[]) =>
      lists.length > 0 ? countFilesOf(db, lists) : Promise.resolve(0),
    /** The file's conditions in addition to the view's. */
    forget: (lists: { accountId: number; listId: number }[]) =>
      lists.length > 0 ? deleteFilesOf(db, lists) : Promise.resolve([]),
    remove,

    /** Removes files whose time is over. */
    async removeExpired(): Promise<void> {
      await remove(await deleteExpiredFiles(db))
    },
  }
}

export type StoredFiles = ReturnType<typeof createStoredFiles>

/** A file's leads with expiring values, and the earliest expiry. */
export const exportFilesJob = (removeExpired: () => Promise<void>): JobDefinition<never> =>
  defineJob<Record<string, never>>({
    name: 'exports.remove-expired',
    retries: 0,
    concurrency: 1,
    cron: '*/15 * * * *',
    handle: removeExpired,
  }) as JobDefinition<never>

/** Leads and emails of an export; an unchecked email counts as unknown. */
export const expireValuesJob = (
  expire: (now: Date) => Promise<void>,
  now: () => Date,
): JobDefinition<never> =>
  defineJob<Record<string, never>>({
    name: 'leads.expire-values',
    retries: 3,
    concurrency: 1,
    cron: '7 * * * *',
    handle: () => expire(now()),
  }) as JobDefinition<never>
