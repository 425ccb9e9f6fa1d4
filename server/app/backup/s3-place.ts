import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type * as Uploads from '@aws-sdk/lib-storage'
import type { S3Settings } from '#server/platform/env-s3.ts'
import { onFirstUse } from '#server/platform/first-use.ts'
import { explainS3, isMissingObject, openS3, s3Address, s3Sdk } from '#server/platform/storage/s3-client.ts'
import { BackupError } from './backup-format.ts'
import { type BackupPlace, listBackups } from './backup-place.ts'
import { removeLeftOvers } from './write-backup.ts'

const uploads = onFirstUse<typeof Uploads>('@aws-sdk/lib-storage')

/** Of each part of an upload; with the most parts that S3 allows, a file of 320 GB. */
const PART_BYTES = 32 * 1024 * 1024
/**
 * Backups in an S3-compatible storage. One is written to a local file first, so that it can be read back and checked
 * before it leaves the machine.
 */
export function createS3Place(settings: S3Settings, transit: string): BackupPlace {
  const { bucket, prefix } = settings
  const address = s3Address(settings)
  const client = openS3(settings)
  const explain = (error: unknown) => new BackupError(explainS3(error, settings), { cause: error })
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  const asked = <Reply>(call: Promise<Reply>): Promise<Reply> =>
    call.catch((error: unknown) => {
      throw error instanceof BackupError ? error : explain(error)
    })

  async function uploadFile(name: string, path: string, signal?: AbortSignal): Promise<void> {
    const upload = new (uploads().Upload)({
      client: client(),
      params: { ...at(name), Body: createReadStream(path) },
      partSize: PART_BYTES,
      queueSize: 2,
    })
    const abort = () => void upload.abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await upload.done()
    } finally {
      signal?.removeEventListener('abort', abort)
    }
    const stored = await client().send(new (s3Sdk().HeadObjectCommand)(at(name)))
    const { size } = await stat(path)
    if (stored.ContentLength !== size)
      throw new BackupError(`${address}: ${stored.ContentLength} of ${size} bytes were stored`)
  }

  /** A name for a local file that is deleted after `use`. */
  async function inTransit<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result> {
    await mkdir(transit, { recursive: true, mode: 0o700 })
    const path = join(transit, name)
    // A killed process may have left it.
    await rm(path, { force: true })
    try {
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function get(name: string): Promise<{ stream: Readable; bytes: number } | null> {
    try {
      const { Body, ContentLength } = await client().send(new (s3Sdk().GetObjectCommand)(at(name)))
      return { stream: Body as Readable, bytes: Number(ContentLength) }
    } catch (error) {
      if (isMissingObject(error)) return null
      throw explain(error)
    }
  }

  return {
    address,
    async list() {
      const pages = s3Sdk().paginateListObjectsV2({ client: client() }, { Bucket: bucket, Prefix: prefix })
      const files: { name: string; bytes: number }[] = []
      const read = async () => {
        for await (const { Contents = [] } of pages)
          for (const { Key = '', Size = 0 } of Contents)
            files.push({ name: Key.slice(prefix.length), bytes: Size })
      }
      await asked(read())
      return listBackups(files)
    },
    async put(name, write, signal) {
      await mkdir(transit, { recursive: true, mode: 0o700 })
      await removeLeftOvers(transit, '.leadwright-')
      return inTransit(name, async (path) => {
        const report = await write(path)
        await asked(uploadFile(name, path, signal))
        return report
      })
    },
    withFile: (name, use, signal) =>
      inTransit(name, async (path) => {
        const found = await get(name)
        if (!found) throw new BackupError(`There is no ${name} in ${address}`)
        await asked(pipeline(found.stream, createWriteStream(path, { mode: 0o600 }), { signal }))
        return use(path)
      }),
    read: get,
    remove: async (name) => void (await asked(client().send(new (s3Sdk().DeleteObjectCommand)(at(name))))),
  }
}
