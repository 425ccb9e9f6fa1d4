import { createHash } from 'node:crypto'
import { drawImage } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { checkFileType } from './file-types.ts'
import { countFiles, insertFile } from './files-store.ts'

const MAX_FILES = 2000

interface CheckedFile {
  bytes: Buffer
  contentType: string
  type: string
}

/** A file's name in its URL: the same content of the same owner is the same file. */
export const fileId = (owner: number | 'built-in', bytes: Buffer): string =>
  createHash('sha256').update(`${owner}:`).update(bytes).digest('hex').slice(0, 32)

/** Re-encodes an image, or checks a file by its content. @throws AppError validation_failed. */
export async function checkTrainingFile(
  bytes: Buffer,
  { kind, name }: { kind: 'image' | 'file'; name: string },
): Promise<CheckedFile> {
  if (kind === 'file') return { bytes, ...checkFileType(name, bytes) }
  return { ...(await drawImage(bytes, 'content')), type: 'png' }
}

export const addContentFile = (
  ctx: Context,
  actor: Actor,
  name: string,
  { bytes, contentType, type }: CheckedFile,
) =>
  transaction(ctx.db, async () => {
    if ((await countFiles(ctx.db, actor.accountId)) >= MAX_FILES)
      throw conflict(`Training content keeps at most ${MAX_FILES} files`)
    const id = fileId(actor.accountId, bytes)
    await insertFile(ctx.db, { id, account_id: actor.accountId, name, content_type: contentType, bytes })
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { file: id, name } })
    return { url: `/training-files/${id}.${type}`, name }
  })
