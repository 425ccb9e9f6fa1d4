import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeArchive } from './archive-writer.ts'
import { BackupError, FORMAT, MANIFEST_NAME, type Manifest } from './backup-format.ts'
import { checkArchive } from './read-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let counter = 0
const newPath = () => {
  counter += 1
  return join(folder, String(counter))
}

async function* chunksOf(sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size, 'row\n')
}

async function archived(
  sizes: readonly number[],
  more: object = {},
): Promise<{ path: string; manifest: Manifest }> {
  const path = newPath()
  const archive = writeArchive(path, new Date(0))
  const table = await archive.add('tables/plan', chunksOf(sizes))
  const upload = await archive.add('files/uploads/one', chunksOf([5]))
  const manifest = {
    format: FORMAT,
    made_at: '2026-11-23T02:00:00.000Z',
    migrations: ['0001_identity'],
    tables: [{ name: 'plan', columns: ['id'], rows: 1, ...table }],
    sequences: [],
    files: [{ name: 'uploads/one', ...upload }],
    ...more,
  } as Manifest
  await archive.addWhole(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
  await archive.finish()
  return { path, manifest }
}

const damaged = async (bytes: Buffer): Promise<Manifest | BackupError> => {
  const path = newPath()
  await writeFile(path, bytes)
  const outcome = await checkArchive(path).catch((error) => error)
  await rm(path)
  return outcome
}

it('reads back what was written, in chunks of any size', async () => {
  const sizes = fc.array(fc.oneof(fc.nat(20), fc.nat(700_000)), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(sizes, async (chunks) => {
      const { path, manifest } = await archived(chunks)
      expect(await checkArchive(path)).toEqual(manifest)
      expect(manifest.tables[0]?.bytes).toBe(chunks.reduce((sum, size) => sum + size, 0))
    }),
    { numRuns: 15 },
  )
})

it('reading an archive refuses every truncated file', async () => {
  const bytes = await readFile((await archived([3000, 50])).path)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
      expect(await damaged(bytes.subarray(0, length))).toBeInstanceOf(BackupError)
    }),
  )
})

it('refuses any wrong byte that changes the content', async () => {
  const { path, manifest } = await archived([3000, 50])
  const bytes = await readFile(path)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const other = Buffer.from(bytes)
      other[at] = (other[at] as number) ^ change
      const outcome = await damaged(other)
      if (!(outcome instanceof BackupError)) expect(outcome).toEqual(manifest)
    }),
  )
})

it.each([
  ['a file outside of the data folder', { files: [{ name: '../../etc/x', bytes: 0, sha256: '' }] }],
  ['an unknown table', { tables: [{ name: 'list', columns: ['id'], rows: 1, bytes: 9, sha256: 'ab' }] }],
  ['no migration', { migrations: [] }],
])('refuses a manifest that names %s', async (_what, more) => {
  await expect(checkArchive((await archived([10], more)).path)).rejects.toThrow('is not a complete backup')
})

it('says when a newer version made the file', async () => {
  const { path } = await archived([10], { format: FORMAT + 1 })
  await expect(checkArchive(path)).rejects.toThrow('newer version')
})
