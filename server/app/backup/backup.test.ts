import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { login } from '#contract/identity/auth.ts'
import { createList, lists } from '#contract/leads/lists.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/log.ts'
import { createBareDatabase, isCluster } from '#server/testing/cluster.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { upload } from '#server/testing/http-call.ts'
import { readContents } from '#server/testing/read-contents.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { TEST_SECRET_KEY, type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkSecretKey } from '../check-secret-key.ts'
import { distribute } from '../distribute/distribute.ts'
import { createBackupKeeper } from './create-backup-keeper.ts'
import { restoreBackup } from './restore-backup.ts'
import { readMigrations, withBackupClient } from './snapshot.ts'
import { writeBackup } from './write-backup.ts'

const UPLOADED = randomBytes(1024 * 1024)
const SEARCH = { category: 'brewery', near: { lat: 45.5, lon: -122.6 }, radius_km: 50 }
const LEADS = Array.from({ length: 300 }, (_, index) => ({
  values: { name: `Łódź\t${index}\\ "quoted"\nsecond line`, website: `https://made-${index}.example` },
}))

let t: TestApp
let user: TestUser
let folder: string
let file: string
let uploadId: string
/** Of the installation, when it was backed up. */
let before: Record<string, string>
let restoredUrl: string
let restoredDir: string
let report: Awaited<ReturnType<typeof restoreBackup>>
const databases: TestDatabase[] = []

const source = () => ({ databaseUrl: t.databaseUrl, dataDir: t.dataDir, secretKey: TEST_SECRET_KEY })
const kept = (database: TestDatabase) => {
  databases.push(database)
  return database.url
}
/** A restored database is distributed afterwards when the tests run on a cluster. */
const newDatabase = async () => {
  if (!isCluster) return kept(await createTestDatabase())
  const url = kept(await createBareDatabase(inject('databaseUrl')))
  await migrate(url)
  return url
}
const newFolder = () => mkdtemp(join(folder, 'data-'))

/** Keys, indexes and triggers, which a restore drops temporarily. */
async function rulesOf(url: string): Promise<unknown[]> {
  return withBackupClient(url, async (client) => {
    const { rows } = await client.query(
      `select conrelid::regclass::text as on, conname::text, pg_get_constraintdef(oid), convalidated
       from pg_constraint where connamespace = 'public'::regnamespace and conrelid in (select oid from pg_class)
       union all select tablename::text, indexname::text, indexdef, true from pg_indexes where schemaname = 'public'
       order by 1, 2, 3`,
    )
    return rows
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  // No scheduler: what it starts would write while the backup is compared.
  t = await testApp({ roles: ['web', 'worker'] })
  await checkSecretKey(t.databaseUrl, TEST_SECRET_KEY)
  const origin = await t.listen()
  user = await t.account({ modules: ['leads'] })
  await t.places('open data', [{}, { name: 'Zum Löwen', city: 'Sankt Pölten' }])
  const list = await seedList(t, user, { name: 'Kept', leads: LEADS })
  uploadId = await upload(origin, user, UPLOADED)
  const exported = await t.call(exportList, { body: { list_id: list.id } }, user)
  expect(exported.status).toBe(201)
  const made = await t.call(createList, { body: { name: 'Bought', type: 'local', search: SEARCH } }, user)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
  await t.finished(made.body.data.run.id, user)
  file = join(folder, 'quiet.tar.gz')
  // Nothing else is written meanwhile, so the result can be compared byte by byte.
  await writeBackup({ ...source(), file })
  before = await readContents(t.databaseUrl)
  restoredUrl = await newDatabase()
  restoredDir = await newFolder()
  report = await restoreBackup({
    file,
    databaseUrl: restoredUrl,
    dataDir: restoredDir,
    secretKey: TEST_SECRET_KEY,
  })
})
afterAll(async () => {
  await t?.close()
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('is restored with every row, key, sequence and file, and the installation keeps working', async () => {
    const [databaseUrl, dataDir] = [restoredUrl, restoredDir]
    await withBackupClient(databaseUrl, (client) =>
      client.query("delete from installation where name = 'paused_since'"),
    )
    expect(await readContents(databaseUrl)).toEqual({ ...before, kysely_migration: expect.any(String) })
    if (isCluster) {
      await distribute(databaseUrl)
      expect(await readContents(databaseUrl)).toEqual({ ...before, kysely_migration: expect.any(String) })
    }
    expect(await rulesOf(databaseUrl)).toEqual(await rulesOf(t.databaseUrl))
    expect(report).toMatchObject({ file, bytes: (await stat(file)).size })
    expect(report.rows).toBeGreaterThan(LEADS.length)
    expect(await readFile(join(dataDir, 'uploads', uploadId))).toEqual(UPLOADED)
    expect(await readdir(dataDir)).not.toContain('restore')
    const second = await testApp({ databaseUrl, dataDir })
    try {
      const { email, password } = user
      const signed = await second.call(login, { body: { email, password } })
      const as = { token: signed.body.data.authorisation.token }
      const names = (await second.call(lists, {}, as)).body.data.map((list) => list.name)
      expect(names.sort()).toEqual(['Bought', 'Kept'])
      const made = await second.call(
        createList,
        { body: { name: 'After', type: 'local', search: SEARCH } },
        as,
      )
      expect(made.status, JSON.stringify(made.error)).toBe(201)
    } finally {
      await second.close()
    }
  })

  it('is readable by its owner only', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is consistent while writes continue', async () => {
    const busy = join(folder, 'busy.tar.gz')
    let stop = false
    let made = 0
    const writing = (async () => {
      while (!stop) {
        await seedList(t, user, { name: `Busy ${made}`, leads: LEADS.slice(0, 20) })
        made += 1
      }
    })()
    await expect.poll(() => made).toBeGreaterThan(1)
    await writeBackup({ ...source(), file: busy })
    stop = true
    await writing
    const databaseUrl = await newDatabase()
    await restoreBackup({ file: busy, databaseUrl, dataDir: await newFolder(), secretKey: TEST_SECRET_KEY })
    await withBackupClient(databaseUrl, async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as leads from list join lead on lead.list_id = list.id and lead.account_id = list.account_id
         where list.name like 'Busy%' group by list.id`,
      )
      expect(rows.length).toBeGreaterThan(1)
      expect(new Set(rows.map(({ leads }) => leads))).toEqual(new Set([20]))
    })
  })

  it('leaves nothing behind when it is interrupted', async () => {
    const place = await newFolder()
    const stopping = new AbortController()
    const options = { ...source(), file: join(place, 'b.tar.gz'), signal: stopping.signal }
    await withBackupClient(t.databaseUrl, async (client) => {
      await client.query('begin; lock table wallet in access exclusive mode')
      const refused = expect(writeBackup(options)).rejects.toThrow()
      await expect.poll(() => readdir(place)).toHaveLength(1)
      stopping.abort()
      await refused
    })
    expect(await readdir(place)).toEqual([])
  })

  it('first removes what a killed one has left', async () => {
    const place = await newFolder()
    const left = ['.b.tar.gz.0a1b2c3d.part', '.other.tar.gz.0a1b2c3d.part']
    for (const name of left) await writeFile(join(place, name), '')
    const broken = { ...source(), databaseUrl: 'postgres://127.0.0.1:1/x', file: join(place, 'b.tar.gz') }
    await expect(writeBackup(broken)).rejects.toThrow()
    expect(await readdir(place)).toEqual([left[1]])
  })

  it('that is encrypted is restored with its passphrase and not without', async () => {
    const [place, databaseUrl] = [await newFolder(), await newDatabase()]
    const clock = fixedClock(new Date('2026-11-22T02:00:00Z'))
    const schedule = { folder: place, hour: 2, keep: 2 }
    const passphrase = 'correct horse battery staple'
    const options = { ...source(), backupPassphrase: passphrase, clock, backups: schedule }
    await createBackupKeeper({ ...options, log: createLog('silent') }).make()
    expect(await readdir(place)).toEqual(['leadwright-2026-11-22T02-00-00Z.tar.gz.enc'])
    const encrypted = join(place, 'leadwright-2026-11-22T02-00-00Z.tar.gz.enc')
    const target = { file: encrypted, databaseUrl, dataDir: await newFolder(), secretKey: TEST_SECRET_KEY }
    await expect(restoreBackup(target)).rejects.toThrow('Set BACKUP_PASSPHRASE')
    const restored = await restoreBackup({ ...target, passphrase })
    expect(restored.rows).toBeGreaterThan(LEADS.length)
  })

  it('never overwrites a file', async () => {
    await expect(writeBackup({ ...source(), file })).rejects.toThrow('already exists')
  })
})

describe('a restore is refused', () => {
  const tryWith = async (overrides: Partial<Parameters<typeof restoreBackup>[0]>) => {
    const databaseUrl = overrides.databaseUrl ?? (await newDatabase())
    const before = await readContents(databaseUrl)
    const options = {
      file,
      dataDir: await newFolder(),
      secretKey: TEST_SECRET_KEY,
      ...overrides,
      databaseUrl,
    }
    const refused = expect(restoreBackup(options)).rejects
    return { refused, unchanged: async () => expect(await readContents(databaseUrl)).toEqual(before) }
  }

  it('from a truncated file', async () => {
    const cut = join(folder, 'cut.tar.gz')
    await writeFile(cut, (await readFile(file)).subarray(0, -5000))
    const { refused, unchanged } = await tryWith({ file: cut })
    await refused.toThrow('is not a complete backup')
    await unchanged()
  })

  it('from a file with one wrong byte', async () => {
    const wrong = join(folder, 'wrong.tar.gz')
    const bytes = await readFile(file)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] as number) ^ 1
    await writeFile(wrong, bytes)
    const { refused, unchanged } = await tryWith({ file: wrong })
    await refused.toThrow('is not a complete backup')
    await unchanged()
  })

  it('without a file', async () => {
    await (await tryWith({ file: join(folder, 'none') })).refused.toThrow('there is no such file')
  })

  it('into an installation that is running or has accounts', async () => {
    const running = await tryWith({ databaseUrl: t.databaseUrl })
    await running.refused.toThrow('A server is running')
    const used = await tryWith({ databaseUrl: restoredUrl })
    await used.refused.toThrow('This installation already has accounts')
    await used.unchanged()
  })

  it.runIf(isCluster)('into a distributed database', async () => {
    const spread = await createTestDatabase()
    const { refused } = await tryWith({ databaseUrl: spread.url })
    await refused.toThrow('is distributed over several servers')
    await spread.drop()
  })

  it('with a key other than the one that sealed it', async () => {
    const { refused, unchanged } = await tryWith({ secretKey: 'another key, which is long enough too' })
    await refused.toThrow('SECRET_KEY is not the key')
    await unchanged()
  })
})

describe('a backup of another version', () => {
  /** A database without any tables. */
  async function bareDatabase(): Promise<string> {
    if (isCluster) return kept(await createBareDatabase(inject('databaseUrl')))
    const url = await newDatabase()
    await withBackupClient(url, (client) => client.query('drop schema public cascade; create schema public'))
    return url
  }
  const restoreInto = async (databaseUrl: string, from: string) =>
    restoreBackup({ file: from, databaseUrl, dataDir: await newFolder(), secretKey: TEST_SECRET_KEY })

  it('is migrated when it is older', async () => {
    const names = await migrationNames()
    const [old, older] = [await bareDatabase(), join(folder, 'older.tar.gz')]
    await migrate(old, { to: names.at(-2) as string })
    await writeBackup({ ...source(), databaseUrl: old, file: older })
    const target = await bareDatabase()
    await restoreInto(target, older)
    expect(await withBackupClient(target, readMigrations)).toEqual(names)
    await expect(restoreInto(await newDatabase(), older)).rejects.toThrow('newer version than the backup')
  })

  it('is refused when it is newer', async () => {
    const [database, newer] = [await newDatabase(), join(folder, 'newer.tar.gz')]
    await withBackupClient(database, (client) =>
      client.query("insert into kysely_migration values ('9999_later', '2099-01-01')"),
    )
    await writeBackup({ ...source(), databaseUrl: database, file: newer })
    await expect(restoreInto(await newDatabase(), newer)).rejects.toThrow('newer version of Leadwright')
  })
})

describe('scheduled backups', () => {
  it('keep the newest and leave other files alone', async () => {
    const place = await newFolder()
    await writeFile(join(place, 'notes.txt'), '')
    await writeFile(join(place, '.leadwright-2026-01-01T02-00-00Z.tar.gz.0a1b2c3d.part'), '')
    const clock = fixedClock(new Date('2026-11-22T02:00:00Z'))
    const schedule = { folder: place, hour: 2, keep: 2 }
    const backups = createBackupKeeper({ ...source(), backups: schedule, log: createLog('silent'), clock })
    for (let night = 0; night < 3; night += 1) {
      await backups.make()
      clock.advance(24 * 3_600_000)
    }
    expect((await readdir(place)).sort()).toEqual([
      'leadwright-2026-11-23T02-00-00Z.tar.gz',
      'leadwright-2026-11-24T02-00-00Z.tar.gz',
      'notes.txt',
    ])
  })

  it('log a failure', async () => {
    const lines: object[] = []
    const log = { info: () => {}, error: (line: object) => lines.push(line) } as never
    const schedule = { folder: join(file, 'below-a-file'), hour: 2, keep: 2 }
    await expect(createBackupKeeper({ ...source(), backups: schedule, log }).make()).rejects.toThrow()
    expect(lines).toEqual([expect.objectContaining({ err: expect.any(Error) })])
  })

  it('remove what a killed one has left before they need its space', async () => {
    const place = await newFolder()
    await writeFile(join(place, '.leadwright-2026-01-01T02-00-00Z.tar.gz.0a1b2c3d.part'), '')
    const schedule = { folder: place, hour: 2, keep: 2 }
    const databaseUrl = 'postgres://127.0.0.1:1/x'
    const options = { ...source(), databaseUrl, backups: schedule, log: createLog('silent') }
    await expect(createBackupKeeper(options).make()).rejects.toThrow()
    expect(await readdir(place)).toEqual([])
  })
})
