import type { Readable } from 'node:stream'
import { EXPORT_FILE_MAX_BYTES } from '#contract/core/constants.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import type { Storage, StorageWriter } from '#server/platform/storage/disk.ts'
import {
  countFilesOf,
  type ExportFileRow,
  findExportFile,
  finishExportFile,
  insertExportFile,
  removeExportFile,
  takeExpiredFiles,
  takeFilesOf,
  takeSurplus,
} from './export-files-store.ts'

/** A copy of a download on its way. Whatever goes wrong with it, the download continues. */
export interface Copy {
  add(piece: Buffer): Promise<void>
  /** All of it is there: it can be downloaded again. */
  keep(): Promise<void>
  /** Leaves nothing behind, unless it was kept. */
  drop(): Promise<void>
}

export interface KeptFilesDeps {
  db: Db
  storage: Storage
  log: Log
}

/** Files of exports that are kept for a while, so that a lost download needs no new export. */
export function createKeptFiles({ db, storage, log }: KeptFilesDeps, maxBytes = EXPORT_FILE_MAX_BYTES) {
  async function remove(names: string[]): Promise<void> {
    for (const name of names) await storage.remove(name)
  }

  return {
    /** Starts a copy of what a run exports. */
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

      /** A full disk is no reason to end a download that needs none. */
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
        keep: () =>
          attempt(async () => {
            if (state !== 'open') return
            await writer?.close({ flush: true })
            await finishExportFile(db, accountId, runId, bytes)
            state = 'ended'
            await remove(await takeSurplus(db, accountId))
          }),
        drop: () => attempt(giveUp),
      }
    },

    /** The file of a run, while it is kept and all of it is there. */
    async find(accountId: number, runId: number): Promise<ExportFileRow | null> {
      const file = await findExportFile(db, accountId, runId)
      return file && (await storage.size(file.name)) === file.bytes ? file : null
    },

    open: (file: ExportFileRow): Readable => storage.read(file.name),

    /** How many files of these lists are kept. */
    count: (lists: { accountId: number; listId: number }[]) =>
      lists.length > 0 ? countFilesOf(db, lists) : Promise.resolve(0),
    /** Forgets the files of these lists in the caller's transaction; answers the names that `remove` takes after it. */
    forget: (lists: { accountId: number; listId: number }[]) =>
      lists.length > 0 ? takeFilesOf(db, lists) : Promise.resolve([]),
    remove,

    /** Removes files whose time is over. */
    async removeExpired(): Promise<void> {
      await remove(await takeExpiredFiles(db))
    },
  }
}

export type KeptFiles = ReturnType<typeof createKeptFiles>

/** Every quarter of an hour: files whose time is over. */
export const exportFilesJob = (removeExpired: () => Promise<void>): JobDefinition<never> =>
  scheduledJob({
    name: 'exports.remove-expired',
    cron: '*/15 * * * *',
    retries: 0,
    handle: removeExpired,
  })

/** Every hour: values that their sources do not let us keep any longer. */
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
