import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEnv } from '#server/platform/env.ts'
import { writeArchive } from './archive-writer.ts'
import { FORMAT, MANIFEST_NAME } from './backup-format.ts'
import { FRAMES_START } from './encryption.ts'
import { checkArchive } from './read-archive.ts'

const PASSPHRASE = 'sixteen letters, or a few more'
const KEY = randomBytes(100_000)
/** Bytes of a frame in the file. */
const FRAME = 64 * 1024 + 16

let folder: string
let path: string
let bytes: Buffer
let manifest: object
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encrypted-'))
  path = join(folder, 'backup')
  const archive = writeArchive(path, new Date(0), { passphrase: PASSPHRASE })
  const content = async function* () {
    yield KEY
  }
  const sum = await archive.add('files/secret-key', content())
  const made_at = '2026-11-23T02:00:00.000Z'
  const files = [{ name: 'secret-key', ...sum }]
  manifest = { format: FORMAT, made_at, migrations: ['0001_identity'], tables: [], sequences: [], files }
  await archive.addWhole(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
  await archive.finish()
  bytes = await readFile(path)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async (content: Buffer, passphrase: string | undefined = PASSPHRASE) => {
  const other = join(folder, 'other')
  await writeFile(other, content)
  return checkArchive(other, { passphrase })
}

it('an encrypted backup opens with its passphrase only', async () => {
  expect(bytes.length).toBeGreaterThan(FRAMES_START + FRAME)
  expect(await read(bytes)).toEqual(manifest)
  await expect(read(bytes, `${PASSPHRASE}.`)).rejects.toThrow('BACKUP_PASSPHRASE does not open this backup')
  await expect(checkArchive(path)).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE')
})

it('an encrypted backup holds nothing that can be read without its passphrase', () => {
  // Random bytes are stored as they are when they can't be compressed.
  for (let at = 0; at < KEY.length; at += 1000) expect(bytes.includes(KEY.subarray(at, at + 16))).toBe(false)
})

it.each([
  ['cut after a whole frame', () => bytes.subarray(0, FRAMES_START + FRAME)],
  ['cut within a frame', () => bytes.subarray(0, -1)],
  ['longer', () => Buffer.concat([bytes, Buffer.alloc(1)])],
  [
    'with its frames in another order',
    () =>
      Buffer.concat([
        bytes.subarray(0, FRAMES_START),
        bytes.subarray(FRAMES_START + FRAME),
        bytes.subarray(FRAMES_START, FRAMES_START + FRAME),
      ]),
  ],
])('an encrypted backup is refused when it is %s', async (_what, changed) => {
  await expect(read(changed())).rejects.toThrow(/is not a complete backup|does not open this backup/)
})

it.each([0, 40, FRAMES_START + FRAME + 1])(
  'an encrypted backup is refused with a wrong byte at %i',
  async (at) => {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] as number) ^ 1
    await expect(read(changed)).rejects.toThrow(/is not a complete backup|does not open this backup/)
  },
)

it('an encrypted backup is made with a passphrase of 16 characters or more', () => {
  const env = (BACKUP_PASSPHRASE: string) => readEnv({ DATA_DIR: folder, BACKUP_PASSPHRASE })
  expect(env('x'.repeat(16)).backupPassphrase).toBe('x'.repeat(16))
  expect(() => env('secret of 15 ch')).toThrow('at least 16 characters')
  expect(() => env('secret of 15 ch')).not.toThrow('secret')
})
