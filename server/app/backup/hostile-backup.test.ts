import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { createBareDatabase, isCluster } from '#server/testing/cluster.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { TEST_SECRET_KEY } from '#server/testing/test-app.ts'
import { writeArchive } from './archive-writer.ts'
import { BackupError, FORMAT, MANIFEST_NAME } from './backup-format.ts'
import { restoreBackup } from './restore-backup.ts'
import { readMigrations, withBackupClient } from './snapshot.ts'

let folder: string
let target: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-backup-'))
  target = await (isCluster ? createBareDatabase(inject('databaseUrl')) : createTestDatabase())
  if (isCluster) await migrate(target.url)
})
afterAll(async () => {
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Hostile {
  /** Contents by item, with valid checksums. */
  items?: Record<string, string>
  tables?: { name: string; columns: string[]; rows: number }[]
  files?: string[]
  manifest?: object | string
}

const plan = { name: 'plan', columns: ['id', 'name'], rows: 1 }

let counter = 0
/** A handmade backup with valid checksums. */
async function handmadeBackup({
  items = {},
  tables = [],
  files = [],
  manifest = {},
}: Hostile): Promise<string> {
  counter += 1
  const path = join(folder, `${counter}.tar.gz`)
  const archive = writeArchive(path, new Date(0))
  const sums = new Map<string, object>()
  for (const [item, content] of Object.entries(items)) {
    const bytes = (async function* () {
      yield Buffer.from(content)
    })()
    sums.set(item, await archive.add(item, bytes))
  }
  const empty = { bytes: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }
  const output = {
    format: FORMAT,
    made_at: '2026-11-23T02:00:00.000Z',
    migrations: await migrationNames(),
    tables: tables.map((table) => ({ ...table, ...(sums.get(`tables/${table.name}`) ?? empty) })),
    sequences: [],
    files: files.map((name) => ({ name, ...(sums.get(`files/${name}`) ?? empty) })),
    ...(manifest as object),
  }
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(output)
  await archive.addWhole(MANIFEST_NAME, Buffer.from(text))
  await archive.finish()
  return path
}

const HOSTILE: [string, Hostile][] = [
  ['no JSON', { manifest: '{' }],
  ['deep JSON', { manifest: '['.repeat(200_000) }],
  ['another form', { manifest: '{"format":1}' }],
  ['null', { manifest: 'null' }],
  [
    'a table that is not there',
    { tables: [{ name: 'nothing', columns: ['id'], rows: 0 }], items: { 'tables/nothing': '1\n' } },
  ],
  [
    'a column that is not there',
    { tables: [{ ...plan, columns: ['nothing'] }], items: { 'tables/plan': '1\n' } },
  ],
  [
    'SQL in a name',
    {
      tables: [{ ...plan, name: 'plan"; drop table plan; --' }],
      items: { 'tables/plan"; drop table plan; --': '1\n' },
    },
  ],
  ['rows that are none', { tables: [plan], items: { 'tables/plan': 'one\ttwo\tthree\tfour\n' } }],
  [
    'many rows that are none',
    { tables: [plan], items: { 'tables/plan': 'one\ttwo\tthree\n'.repeat(300_000) } },
  ],
  ['fewer rows than it says', { tables: [{ ...plan, rows: 7 }], items: { 'tables/plan': '' } }],
  [
    'a row that belongs to nothing',
    {
      tables: [{ ...plan, columns: ['id', 'owner_account_id', 'name'] }],
      items: { 'tables/plan': '1\t99\tx\n' },
    },
  ],
  ['a table twice', { tables: [plan, plan], items: { 'tables/plan': '1\tx\n' } }],
  [
    'a sequence that is not there',
    { manifest: { sequences: [{ name: 'nothing', last_value: '1', is_called: true }] } },
  ],
  [
    'a sequence that stands nowhere',
    { manifest: { sequences: [{ name: 'plan_id_seq', last_value: 'x', is_called: true }] } },
  ],
  ['migrations in another order', { manifest: { migrations: ['0002_wallet', '0001_identity'] } }],
  ['a file outside of its folder', { files: ['../../etc/passwd'], items: { 'files/../../etc/passwd': 'x' } }],
  ['an item that is neither', { items: { 'somewhere/else': 'x' } }],
  ['a key that is too short', { files: ['secret-key'], items: { 'files/secret-key': 'x' } }],
]

it.each(HOSTILE)(
  'a backup with %s is rejected with a message and changes nothing',
  async (_name, hostile) => {
    const file = await handmadeBackup(hostile)
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const before = await withBackupClient(target.url, readMigrations)
    const error = await restoreBackup({
      file,
      dataDir,
      databaseUrl: target.url,
      secretKey: TEST_SECRET_KEY,
    }).then(
      () => null,
      (cause: unknown) => cause,
    )
    expect(error).toBeInstanceOf(BackupError)
    expect((error as Error).message).toMatch(/^[^\n]{20,400}$/)
    expect((error as Error).message).not.toMatch(/\n|\bat .*\.ts:\d/)
    expect(await readdir(dataDir)).toEqual([])
    expect(await withBackupClient(target.url, readMigrations)).toEqual(before)
    const people = await withBackupClient(target.url, (client) => client.query('select 1 from plan'))
    expect(people.rowCount).toBe(0)
  },
)
