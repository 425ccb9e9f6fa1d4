import { Readable } from 'node:stream'
import type { S3Settings } from '../env-s3.ts'
import { explainS3, isMissingObject, openS3, s3Address, s3Sdk } from './s3-client.ts'
import { requireStorageName, type Storage, StorageError } from './storage.ts'

/** Of what a writer stores at a time; uploads arrive in chunks of the same size. */
const PIECE_BYTES = 4 * 1024 * 1024
const READS = 3
/** A call with all its attempts. Callers may hold a transaction. */
const CALL_MS = 30_000
const OFFSET_DIGITS = 15

interface Piece {
  key: string
  /** Where its first byte is in the file. */
  start: number
  end: number
}

/** Pieces up to the first gap. */
function joined(pieces: readonly Piece[]): Piece[] {
  let at = 0
  return pieces.filter(({ start, end }) => {
    if (start !== at) return false
    at = end
    return true
  })
}

const endOf = (pieces: readonly Piece[]): number => joined(pieces).at(-1)?.end ?? 0

/** Objects of a bucket, below the prefix. */
function openBucket(settings: S3Settings, callMs: number) {
  const { bucket, prefix } = settings
  const [client, sdk] = [openS3(settings), s3Sdk]
  const explain = (error: unknown): StorageError =>
    new StorageError(explainS3(error, settings), { cause: error })
  const call = async <Result>(work: (abortSignal: AbortSignal) => Promise<Result>): Promise<Result> => {
    const limit = AbortSignal.timeout(callMs)
    try {
      return await work(limit)
    } catch (error) {
      throw limit.aborted
        ? explain(new Error(`no answer within ${callMs / 1000} seconds`, { cause: error }))
        : explain(error)
    }
  }
  return {
    /** Sizes of objects whose name starts like this, ordered by name. */
    list: (start: string) =>
      call(async (abortSignal) => {
        const pages = s3Sdk().paginateListObjectsV2(
          { client: client() },
          { Bucket: bucket, Prefix: `${prefix}${start}` },
          { abortSignal },
        )
        const found: { key: string; bytes: number }[] = []
        for await (const { Contents = [] } of pages)
          for (const { Key = '', Size = 0 } of Contents)
            found.push({ key: Key.slice(prefix.length), bytes: Size })
        return found
      }),
    put: (key: string, bytes: Uint8Array) =>
      call(async (abortSignal) => {
        const command = new (sdk().PutObjectCommand)({ Bucket: bucket, Key: `${prefix}${key}`, Body: bytes })
        await client().send(command, { abortSignal })
      }),
    remove: (key: string) =>
      call(async (abortSignal) => {
        const command = new (sdk().DeleteObjectCommand)({ Bucket: bucket, Key: `${prefix}${key}` })
        await client().send(command, { abortSignal })
      }),
    /** Bytes of an object as a whole; the SDK repeats calls, but not answers that were cut off. */
    async get(key: string, from: number, to: number): Promise<Uint8Array> {
      for (let read = 1; ; read += 1) {
        try {
          return await call(async (abortSignal) => {
            const range = { Range: `bytes=${from}-${to - 1}` }
            const command = new (sdk().GetObjectCommand)({ Bucket: bucket, Key: `${prefix}${key}`, ...range })
            const { Body } = await client().send(command, { abortSignal })
            const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
            if (bytes.length !== to - from) throw new Error(`${bytes.length} of ${to - from} bytes were sent`)
            return bytes
          })
        } catch (error) {
          if (read === READS || isMissingObject((error as Error).cause)) throw error
        }
      }
    },
  }
}

/**
 * Files in an S3-compatible storage. Objects can't grow, so a file is one object for each piece: `NAME/OFFSET`. Any
 * process can append the next one. A file ends at its first gap, so what a killed process left is never read as whole.
 */
export function createS3Storage(settings: S3Settings, free: Storage['free'], callMs = CALL_MS): Storage {
  const bucket = openBucket(settings, callMs)
  const keyOf = (name: string, offset: number) => `${name}/${String(offset).padStart(OFFSET_DIGITS, '0')}`

  async function readPieces(start: string): Promise<Map<string, Piece[]>> {
    const files = new Map<string, Piece[]>()
    for (const { key, bytes } of await bucket.list(start)) {
      const [, name = '', offset] = /^([\w-]{1,100})\/(\d{15})$/.exec(key) ?? []
      if (offset === undefined) continue
      const piece = { key, start: Number(offset), end: Number(offset) + bytes }
      files.set(name, [...(files.get(name) ?? []), piece])
    }
    return files
  }
  const piecesOf = async (name: string): Promise<Piece[]> =>
    (await readPieces(`${requireStorageName(name)}/`)).get(name) ?? []

  /** The last first: a file that is removed in part is a shorter one, whose size tells. */
  async function removePieces(pieces: readonly Piece[]): Promise<void> {
    for (const { key } of pieces.toReversed()) await bucket.remove(key)
  }

  async function* readBytes(pieces: readonly Piece[], offset: number, limit: number) {
    for (const { key, start, end } of pieces) {
      const [from, to] = [Math.max(offset, start), Math.min(limit, end)]
      if (from < to) yield await bucket.get(key, from - start, to - start)
    }
  }
  const openPieces = async (name: string): Promise<Piece[] | null> => {
    const pieces = joined(await piecesOf(name))
    return pieces.length > 0 ? pieces : null
  }

  /** A file that is removed meanwhile ends early. */
  async function* readWhileThere(pieces: readonly Piece[]) {
    try {
      yield* readBytes(pieces, 0, Number.POSITIVE_INFINITY)
    } catch (error) {
      if (!isMissingObject((error as Error).cause)) throw error
    }
  }

  return {
    size: async (name) => endOf(await piecesOf(name)),
    async list() {
      const files = [...(await readPieces(''))].map(([name, pieces]) => ({ name, bytes: endOf(pieces) }))
      return files.filter(({ bytes }) => bytes > 0)
    },
    async append(name, offset, bytes) {
      const pieces = await piecesOf(name)
      const before = pieces.filter(({ start }) => start < offset)
      if (endOf(before) < offset)
        throw new StorageError(`${s3Address(settings)}${name} has ${endOf(before)} of ${offset} bytes`)
      // A piece that a crash left is not counted: the recorded size decides.
      await removePieces(
        pieces.filter(({ start }) => start > offset || (start === offset && bytes.length === 0)),
      )
      const last = before.at(-1)
      if (last && last.end > offset)
        await bucket.put(last.key, await bucket.get(last.key, 0, offset - last.start))
      if (bytes.length > 0) await bucket.put(keyOf(name, offset), bytes)
      return offset + bytes.length
    },
    read: (name, offset = 0, end = Number.POSITIVE_INFINITY) =>
      Readable.from(
        (async function* () {
          const pieces = await openPieces(name)
          if (!pieces) throw new StorageError(`There is no ${name} in ${s3Address(settings)}`)
          yield* readBytes(pieces, offset, end)
        })(),
        { objectMode: false },
      ),
    async open(name) {
      const pieces = await openPieces(name)
      return pieces && { read: () => readWhileThere(pieces), close: async () => {} }
    },
    async create(name) {
      await removePieces(await piecesOf(name))
      let waiting: Uint8Array[] = []
      let [start, bytes] = [0, 0]
      const store = async () => {
        if (bytes === 0) return
        await bucket.put(keyOf(name, start), Buffer.concat(waiting, bytes))
        start += bytes
        ;[waiting, bytes] = [[], 0]
      }
      return {
        async write(chunk) {
          waiting.push(chunk)
          bytes += chunk.length
          if (bytes >= PIECE_BYTES) await store()
        },
        close: async ({ flush }) => (flush ? store() : undefined),
      }
    },
    remove: async (name) => removePieces(await piecesOf(name)),
    free,
  }
}
