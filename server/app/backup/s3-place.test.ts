import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBackups } from '#server/platform/env-backup.ts'
import { type FakeS3, startFakeS3 } from '#server/testing/fake-s3.ts'
import { openBackupPlace } from './open-backup-place.ts'

const NAME = 'leadwright-2026-11-22T02-00-00Z.tar.gz'
/** More than one part of an upload. */
const LARGE = randomBytes(33 * 1024 * 1024)

let folder: string
let storage: FakeS3
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-place-'))
  storage = await startFakeS3()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const settings = (variables: Record<string, string> = {}) =>
  readBackups({
    BACKUP_DIR: 's3://our-bucket/night',
    BACKUP_HOUR: 2,
    BACKUP_KEEP: 2,
    ...storage.variables,
    ...variables,
  }).backups!
const place = (variables?: Record<string, string>) => openBackupPlace(settings(variables), folder)
const leftovers = () => readdir(join(folder, 'backups-in-transit'))

it('stores, lists, reads and removes backups', async () => {
  const { put, list, read, withFile, remove, address } = place()
  expect(address).toBe('s3://our-bucket/night/')
  storage.slowDown(2)
  await put(NAME, (path) => writeFile(path, LARGE))
  expect(storage.objects.get(`our-bucket/night/${NAME}`)?.equals(LARGE)).toBe(true)
  for (const hour of ['03', '04', '05'])
    await put(NAME.replace('T02', `T${hour}`), (path) => writeFile(path, 'b'))
  storage.objects.set('our-bucket/night/notes.txt', Buffer.from('not ours'))
  storage.objects.set(`our-bucket/other/${NAME}`, Buffer.from('not here'))
  const files = await list()
  expect(files.map(({ name, bytes }) => [name.slice(22, 24), bytes])).toEqual([
    ['05', 1],
    ['04', 1],
    ['03', 1],
    ['02', LARGE.length],
  ])
  expect(files[3]?.madeAt).toEqual(new Date('2026-11-22T02:00:00Z'))
  expect((await withFile(NAME, (path) => readFile(path))).equals(LARGE)).toBe(true)
  const found = await read(NAME)
  expect([found?.bytes, (await buffer(found!.stream)).equals(LARGE)]).toEqual([LARGE.length, true])
  expect(await read('leadwright-2020-01-01T02-00-00Z.tar.gz')).toBeNull()
  await remove(NAME)
  expect((await list()).length).toBe(3)
  expect(await leftovers()).toEqual([])
})

it('says what the storage refuses, and leaves nothing behind', async () => {
  const { list, put, withFile } = place({ S3_SECRET_ACCESS_KEY: 'another' })
  const refusal = 's3://our-bucket/night/: SignatureDoesNotMatch says the storage'
  await expect(list()).rejects.toThrow(refusal)
  await expect(put(NAME, (path) => writeFile(path, LARGE))).rejects.toThrow(refusal)
  await expect(withFile(NAME, readFile)).rejects.toThrow(refusal)
  await expect(place().withFile(NAME, readFile)).rejects.toThrow(
    `There is no ${NAME} in s3://our-bucket/night/`,
  )
  expect(await leftovers()).toEqual([])
  expect(storage.objects.size).toBe(0)
})

it('needs a bucket and keys', () => {
  expect(() => settings({ BACKUP_DIR: 's3://' })).toThrow('BACKUP_DIR: write s3://BUCKET/PATH')
  expect(() => settings({ S3_ACCESS_KEY_ID: '' })).toThrow('set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  expect(settings({ BACKUP_DIR: 's3://our-bucket' }).s3).toMatchObject({ bucket: 'our-bucket', prefix: '' })
})
