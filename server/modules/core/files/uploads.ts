import { Readable } from 'node:stream'
import { UPLOAD_CHUNK_BYTES } from '#contract/core/constants.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
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

async function collectBytes(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
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

/** A resumable upload: its bytes are in storage, their count is in the database. @throws AppError not_found. */
export async function findUpload(ctx: Context, actor: Actor, id: string): Promise<store.UploadRow> {
  const upload = await store.findUpload(ctx.db, actor.accountId, id)
  if (!upload) throw notFound('The upload')
  return upload
}

/** A complete file, readable from any offset. @throws AppError conflict when it is incomplete or deleted. */
export async function findUploadedFile(ctx: Context, accountId: number, id: string): Promise<StoredFile> {
  const upload = await store.findUpload(ctx.db, accountId, id)
  if (!upload) throw notFound('The upload')
  const { name, size, received } = upload
  if (received < size) throw conflict(`The upload isn’t complete: ${received} of ${size} bytes have arrived`)
  if ((await ctx.storage.size(id)) < size)
    throw conflict(
      'The file is gone from the server. Upload it again. If that happens often, tell whoever runs the server: all its processes need the same folder or bucket for files',
    )
  return { name, size, read: (offset, end) => ctx.storage.read(id, offset, end) }
}

export const createUpload = (ctx: Context, actor: Actor, file: { name: string; size: number }) =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    if ((await store.countOpenUploads(ctx.db, userId)) >= MAX_OPEN)
      throw conflict(
        `You have ${MAX_OPEN} unfinished uploads. Finish one, or wait: they’re deleted after 48 hours`,
      )
    recordAudit(ctx.db, { accountId, detail: { ...file } })
    return store.insertUpload(ctx.db, { id: randomId(), accountId, userId, ...file })
  })

/** Accepts the next bytes. A chunk repeated after a lost reply changes nothing. @throws offset_mismatch. */
export async function appendUpload(
  ctx: Context,
  actor: Actor,
  id: string,
  { offset, announced }: { offset: number; announced: number | null },
  bytes: Readable | undefined,
): Promise<store.UploadRow> {
  const upload = await findUpload(ctx, actor, id)
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
  const chunk = await collectBytes(capped(bytes ?? Readable.from([]), limit))
  return transaction(ctx.db, async () => {
    const locked = await store.lockUpload(ctx.db, actor.accountId, id)
    if (!locked) throw notFound('The upload')
    if (locked.received !== offset) {
      markUnchanged()
      return locked
    }
    const size = await ctx.storage.append(id, offset, chunk)
    const advanced = (await store.advanceUpload(ctx.db, id, offset, size)) ?? locked
    if (advanced.received < advanced.size) markUnchanged()
    else recordAudit(ctx.db, { accountId: actor.accountId, subject: `upload:${id}` })
    return advanced
  })
}

/** The stored bytes from `offset` on. @throws as `findUploadedFile`. */
export async function openUpload(
  ctx: Context,
  accountId: number,
  id: string,
  offset = 0,
): Promise<{ stream: Readable; size: number; name: string }> {
  const { read, size, name } = await findUploadedFile(ctx, accountId, id)
  return { stream: read(offset), size, name }
}

/** Deletes abandoned files. */
export async function removeExpiredUploads(ctx: Context): Promise<void> {
  await forEachItem('uploads', await store.findExpiredUploads(ctx.db), (id) =>
    transaction(ctx.db, async () => {
      if (await store.deleteExpiredUpload(ctx.db, id)) await ctx.storage.remove(id)
    }),
  )
}
