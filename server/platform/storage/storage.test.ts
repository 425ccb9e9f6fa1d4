import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startFakeS3 } from '#server/testing/fake-s3.ts'
import { readBackups } from '../env-backup.ts'
import { readS3 } from '../env-s3.ts'
import { createDiskStorage } from './disk.ts'
import { storageProblem } from './disk-full.ts'
import { moveFiles } from './move-files.ts'
import { createS3Storage } from './s3.ts'
import { type Storage, StorageError } from './storage.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ADDRESS = 's3://our-bucket/files'

async function bucket(variables: Record<string, string> = {}) {
  const server = await startFakeS3()
  const settings = readS3('STORAGE', ADDRESS, { ...server.variables, ...variables })
  return { server, storage: createS3Storage(settings, async () => 1) }
}

const PLACES: Record<string, () => Promise<Storage>> = {
  'a folder': async () => createDiskStorage(folder),
  'a bucket': async () => (await bucket()).storage,
}
const text = async (storage: Storage, ...range: [string, number?, number?]) =>
  (await buffer(storage.read(...range))).toString()

describe.each(Object.entries(PLACES))('files in %s', (_, open) => {
  it('grow at an offset, and lose what comes after it', async () => {
    const storage = await open()
    expect([await storage.size('a'), await storage.list()]).toEqual([0, []])
    expect(await storage.append('a', 0, Buffer.from('first '))).toBe(6)
    expect(await storage.append('a', 6, Buffer.from('second '))).toBe(13)
    expect(await storage.append('a', 13, Buffer.from('third'))).toBe(18)
    expect(await text(storage, 'a')).toBe('first second third')
    expect(await storage.append('a', 6, Buffer.from('2.'))).toBe(8)
    expect([await text(storage, 'a'), await storage.size('a')]).toEqual(['first 2.', 8])
    expect(await storage.append('a', 3, Buffer.from('e'))).toBe(4)
    expect(await text(storage, 'a')).toBe('fire')
    await storage.append('a', 2, Buffer.from(''))
    expect(await text(storage, 'a')).toBe('fi')
  })

  it('are read from an offset to an end, across the places where they grew', async () => {
    const storage = await open()
    await storage.append('a', 0, Buffer.from('0123'))
    await storage.append('a', 4, Buffer.from('4567'))
    await storage.append('a', 8, Buffer.from('89'))
    expect(await text(storage, 'a', 2)).toBe('23456789')
    expect(await text(storage, 'a', 3, 9)).toBe('345678')
    expect(await text(storage, 'a', 5, 6)).toBe('5')
    await expect(text(storage, 'b')).rejects.toThrow()
  })

  it('are written as a whole, listed and removed', async () => {
    const storage = await open()
    const large = randomBytes(9 * 1024 * 1024 + 3)
    const writer = await storage.create('large')
    for (let at = 0; at < large.length; at += 1_000_000)
      await writer.write(large.subarray(at, at + 1_000_000))
    await writer.close({ flush: true })
    expect((await buffer(storage.read('large'))).equals(large)).toBe(true)
    await storage.append('small', 0, Buffer.from('s'))
    const listed = (await storage.list()).sort((a, b) => (a.name < b.name ? -1 : 1))
    expect(listed).toEqual([
      { name: 'large', bytes: large.length },
      { name: 'small', bytes: 1 },
    ])
    const again = await storage.create('large')
    await again.write(Buffer.from('new'))
    await again.close({ flush: true })
    expect(await text(storage, 'large')).toBe('new')
    await storage.remove('large')
    await storage.remove('large')
    expect(await storage.list()).toEqual([{ name: 'small', bytes: 1 }])
  })

  it('are read later by those who opened them', async () => {
    const storage = await open()
    await storage.append('a', 0, Buffer.from('bytes'))
    const file = await storage.open('a')
    expect((await buffer(file!.read())).toString()).toBe('bytes')
    await file?.close()
    expect(await storage.open('b')).toBeNull()
  })

  it('have no names that could be a path', async () => {
    const storage = await open()
    const calls = [
      () => storage.remove('../x'),
      () => storage.append('a/b', 0, Buffer.from('')),
      () => storage.size(''),
    ]
    for (const call of calls) await expect((async () => call())()).rejects.toThrow('not a valid storage name')
  })
})

describe('files in a bucket', () => {
  it('continue in another process, which shares nothing but the bucket', async () => {
    const { server, storage } = await bucket()
    const other = createS3Storage(readS3('STORAGE', ADDRESS, server.variables), async () => 1)
    await storage.append('a', 0, Buffer.from('one '))
    await other.append('a', 4, Buffer.from('two '))
    await storage.append('a', 8, Buffer.from('three'))
    expect(await text(other, 'a')).toBe('one two three')
    expect([...server.objects.keys()]).toContain('our-bucket/files/a/000000000000004')
  })

  it('end where a piece is missing, and don’t grow beyond it', async () => {
    const { server, storage } = await bucket()
    for (const at of [0, 2, 4]) await storage.append('a', at, Buffer.from('ab'))
    server.objects.delete('our-bucket/files/a/000000000000002')
    expect([await storage.size('a'), await text(storage, 'a')]).toEqual([2, 'ab'])
    await expect(storage.append('a', 6, Buffer.from('x'))).rejects.toThrow('files/a has 2 of 6 bytes')
    server.objects.delete('our-bucket/files/a/000000000000000')
    expect([await storage.size('a'), await storage.list()]).toEqual([0, []])
    await expect(text(storage, 'a')).rejects.toThrow('There is no a in s3://our-bucket/files/')
    await storage.remove('a')
    expect(server.objects.size).toBe(0)
  })

  it('survive a storage that slows down or cuts answers', async () => {
    const { server, storage } = await bucket()
    const bytes = randomBytes(100_000)
    server.slowDown(2)
    await storage.append('a', 0, bytes)
    server.cutAnswers(2)
    expect((await buffer(storage.read('a'))).equals(bytes)).toBe(true)
    server.cutAnswers(20)
    await expect(buffer(storage.read('a'))).rejects.toThrow('s3://our-bucket/files/: ')
  })

  it('that are removed while somebody reads them end early', async () => {
    const { storage } = await bucket()
    await storage.append('a', 0, Buffer.from('one'))
    await storage.append('a', 3, Buffer.from('two'))
    const file = await storage.open('a')
    await storage.append('a', 3, Buffer.from(''))
    expect((await buffer(file!.read())).toString()).toBe('one')
  })

  const refusals: [string, () => Promise<Storage>, string][] = [
    [
      'no such bucket',
      async () => {
        const { server, storage } = await bucket()
        server.removeBucket()
        return storage
      },
      'NoSuchBucket says the storage',
    ],
    [
      'wrong keys',
      async () => (await bucket({ S3_SECRET_ACCESS_KEY: 'another' })).storage,
      'SignatureDoesNotMatch says the storage',
    ],
    [
      'no server',
      async () => (await bucket({ S3_ENDPOINT: 'http://127.0.0.1:9' })).storage,
      'connect ECONNREFUSED 127.0.0.1:9',
    ],
  ]
  it.each(refusals)('say why they can’t be stored: %s', async (_, open, reason) => {
    const storage = await open()
    const error = await storage.append('a', 0, Buffer.from('x')).catch((caught: Error) => caught)
    expect(error).toBeInstanceOf(StorageError)
    expect((error as Error).message).toBe(`s3://our-bucket/files/: ${reason}`)
    expect(storageProblem(error)).toContain('The server can’t use its storage for files right now')
  })

  it('give up a storage that doesn’t answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number }
    const keys = { S3_REGION: 'r', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
    const settings = readS3('STORAGE', ADDRESS, { ...keys, S3_ENDPOINT: `http://127.0.0.1:${port}` })
    const storage = createS3Storage(settings, async () => 1, 100)
    await expect(storage.size('a')).rejects.toThrow('s3://our-bucket/files/: no answer within 0.1 seconds')
  })
})

it('the place of files is a bucket with keys, or the data folder', () => {
  const read = (variables: Record<string, string>) =>
    readBackups({ BACKUP_HOUR: 2, BACKUP_KEEP: 2, S3_REGION: 'r', ...variables }).fileBucket
  const keys = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  expect(read(keys)).toBeUndefined()
  expect(read({ ...keys, STORAGE: 's3://a-bucket/x/' })).toMatchObject({ bucket: 'a-bucket', prefix: 'x/' })
  expect(() => read({ ...keys, STORAGE: '/srv/files' })).toThrow('STORAGE: write s3://BUCKET/PATH')
  expect(() => read({ STORAGE: 's3://a-bucket' })).toThrow('STORAGE is an S3 storage: set S3_ACCESS_KEY_ID')
})

describe('files that move', () => {
  it('go to a bucket and back, and an interrupted move is continued', async () => {
    const { server, storage } = await bucket()
    const disk = createDiskStorage(folder)
    const files = new Map([...'abcd'].map((name) => [name, randomBytes(50_000)]))
    for (const [name, bytes] of files) await disk.append(name, 0, bytes)
    // What a move that was killed had stored of its first file.
    await storage.append('a', 0, randomBytes(60_000))
    const isPartOf = async (place: Storage) =>
      (await place.list())
        .map(({ name }) => name)
        .sort()
        .join('')
    const put = server.objects.set.bind(server.objects)
    let stored = 0
    const stopping = new AbortController()
    server.objects.set = (key, bytes) => {
      stored += 1
      if (stored === 2) stopping.abort()
      return put(key, bytes)
    }
    await expect(moveFiles(disk, storage, stopping.signal)).rejects.toThrow()
    expect([await isPartOf(disk), await isPartOf(storage)]).toEqual(['cd', 'ab'])
    expect(await moveFiles(disk, storage)).toEqual({ files: 2, bytes: 100_000 })
    expect(await isPartOf(disk)).toBe('')
    for (const [name, bytes] of files) expect((await buffer(storage.read(name))).equals(bytes)).toBe(true)
    expect(await moveFiles(storage, disk)).toEqual({ files: 4, bytes: 200_000 })
    for (const [name, bytes] of files) expect((await buffer(disk.read(name))).equals(bytes)).toBe(true)
    expect(server.objects.size).toBe(0)
  })

  it('stay where they are when the other place refuses', async () => {
    const { server, storage } = await bucket()
    const disk = createDiskStorage(folder)
    await disk.append('a', 0, Buffer.from('x'))
    server.removeBucket()
    await expect(moveFiles(disk, storage)).rejects.toThrow('NoSuchBucket')
    expect(await disk.size('a')).toBe(1)
  })
})
