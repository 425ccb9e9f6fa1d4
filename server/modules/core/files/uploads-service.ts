import { Readable } from 'node:stream'
import { UPLOAD_CHUNK_BYTES } from '#contract/core/constants.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import * as store from './files-store.ts'

export const presentUpload = (upload: store.UploadRow) => ({
  id: upload.id,
  name: upload.name,
  size: upload.size,
  offset: upload.received,
  complete: upload.received === upload.size,
  chunk_size: UPLOAD_CHUNK_BYTES,
  expires_at: upload.expires_at.toISOString(),
})

const tooLarge = (limit: number) =>
  new AppError('payload_too_large', `A chunk may hold at most ${limit} bytes here`)

/**
 * Passes at most `limit` bytes. Nothing is read before someone reads from it, so an error always has a listener;
 * the connection stays open, so that the caller gets the error.
 */
async function* capped(bytes: Readable, limit: number): AsyncIterable<Buffer> {
  let seen = 0
  try {
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      seen += chunk.length
      if (seen > limit) throw tooLarge(limit)
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    // The caller disconnected: not our error, nor the database's, whose lost connections look the same.
    throw new AppError('bad_request', 'The connection ended before the chunk was complete', { cause: error })
  }
}

async function collect(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

export interface StoredFile {
  name: string
  /** Bytes. */
  size: number
  /** Its bytes from an offset to an end. */
  read(offset?: number, end?: number): Readable
}

/** Concurrent uploads per user. */
const MAX_OPEN = 20

/** Resumable uploads: the bytes are in storage, their count is in the database. */
export function createUploadsService({ db, storage }: { db: Db; storage: Storage }) {
  async function find(actor: Actor, id: string): Promise<store.UploadRow> {
    const upload = await store.findUpload(db, actor.accountId, id)
    if (!upload) throw notFound('The upload')
    return upload
  }

  /** A complete file, readable from any offset. @throws AppError conflict when it is incomplete or deleted. */
  async function file(accountId: number, id: string): Promise<StoredFile> {
    const upload = await store.findUpload(db, accountId, id)
    if (!upload) throw notFound('The upload')
    if (upload.received < upload.size || (await storage.size(id)) < upload.size) {
      throw conflict(`The upload isn’t complete: ${upload.received} of ${upload.size} bytes have arrived`)
    }
    const { name, size } = upload
    return { name, size, read: (offset, end) => storage.read(id, offset, end) }
  }

  return {
    find,

    create: (actor: Actor, file: { name: string; size: number }) =>
      transaction(db, async () => {
        const { accountId, userId } = actor
        if ((await store.countOpenUploads(db, userId)) >= MAX_OPEN)
          throw conflict(
            `You have ${MAX_OPEN} unfinished uploads. Finish one, or wait: they’re deleted after 48 hours`,
          )
        recordAudit(db, { accountId, detail: { ...file } })
        return store.insertUpload(db, { id: randomId(), accountId, userId, ...file })
      }),

    /** Accepts the next bytes. A chunk repeated after a lost reply changes nothing. @throws offset_mismatch. */
    async append(
      actor: Actor,
      id: string,
      { offset, announced }: { offset: number; announced: number | null },
      bytes: Readable | undefined,
    ): Promise<store.UploadRow> {
      const upload = await find(actor, id)
      if (offset !== upload.received) {
        bytes?.resume()
        markUnchanged()
        if (offset < upload.received) return upload
        throw new AppError('offset_mismatch', `The upload is at byte ${upload.received}`, {
          details: { offset: upload.received },
        })
      }
      const limit = Math.min(UPLOAD_CHUNK_BYTES, upload.size - upload.received)
      // An oversized announcement is not read at all.
      if (announced !== null && announced > limit) throw tooLarge(limit)
      // The whole chunk first: a broken connection, or a late duplicate, must not touch the file.
      const chunk = await collect(capped(bytes ?? Readable.from([]), limit))
      return transaction(db, async () => {
        const locked = await store.lockUpload(db, actor.accountId, id)
        if (!locked) throw notFound('The upload')
        if (locked.received !== offset) {
          markUnchanged()
          return locked
        }
        const size = await storage.append(id, offset, chunk)
        const advanced = (await store.advanceUpload(db, id, offset, size)) ?? locked
        if (advanced.received < advanced.size) markUnchanged()
        else recordAudit(db, { accountId: actor.accountId, subject: `upload:${id}` })
        return advanced
      })
    },

    file,

    /** The stored bytes from `offset` on. @throws as `file`. */
    async open(
      accountId: number,
      id: string,
      offset = 0,
    ): Promise<{ stream: Readable; size: number; name: string }> {
      const { read, size, name } = await file(accountId, id)
      return { stream: read(offset), size, name }
    },

    /** Deletes abandoned files. */
    async removeExpired(): Promise<void> {
      await forEachItem('uploads', await store.findExpiredUploads(db), (id) =>
        transaction(db, async () => {
          if (await store.deleteExpiredUpload(db, id)) await storage.remove(id)
        }),
      )
    },
  }
}

export type UploadsService = ReturnType<typeof createUploadsService>
