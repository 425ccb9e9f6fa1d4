import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, inject, it, type TestContext } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { makeBackup } from '#server/modules/admin/backups/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createBareDatabase, isCluster } from '#server/testing/cluster.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { upload } from '#server/testing/http-call.ts'
import { type SmallDisk, smallDisk } from '#server/testing/small-disk.ts'
import { TEST_SECRET_KEY, type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkSecretKey } from '../check-secret-key.ts'
import { createBackupKeeper } from './create-backup-keeper.ts'
import { restoreBackup } from './restore-backup.ts'
import { withBackupClient } from './snapshot.ts'
import { writeBackup } from './write-backup.ts'

let t: TestApp
let owner: TestUser
let disk: SmallDisk | undefined
beforeAll(async () => {
  t = await testApp()
  await checkSecretKey(t.databaseUrl, TEST_SECRET_KEY)
  owner = await t.admin()
  await upload(await t.listen(), owner, randomBytes(2 * 1024 * 1024))
  // Large enough that its copy is in progress when the disk is full.
  await withBackupClient(t.databaseUrl, (client) =>
    client.query(`create table a_large_table as
      select n, md5(n::text) || md5((n + 1)::text) as body from generate_series(1, 200000) n`),
  )
})
afterEach(async () => {
  await disk?.remove()
  disk = undefined
})
afterAll(() => t?.close())

const source = () => ({ databaseUrl: t.databaseUrl, dataDir: t.dataDir, secretKey: TEST_SECRET_KEY })

async function fullAfter(kilobytes: number, { skip }: TestContext): Promise<string> {
  const mounted = await smallDisk(kilobytes)
  if (!mounted) return skip('this process may not mount a disk')
  disk = mounted
  return mounted.folder
}

it.for([4, 16, 64, 256, 1024, 6000])(
  'a backup that fills its disk of %i KB leaves nothing',
  async (size, context) => {
    const folder = await fullAfter(size, context)
    const made = writeBackup({ ...source(), file: join(folder, 'backup.tar.gz') })
    await expect(made).rejects.toThrow(`There is not enough space for the backup in ${folder}.`)
    expect(await readdir(folder)).toEqual([])
  },
)

it("the scheduled backup notifies the platform's owners once a day", async (context) => {
  const folder = await fullAfter(256, context)
  const clock = fixedClock(new Date('2026-11-22T02:00:00Z'))
  const schedule = { folder, hour: 2, keep: 2 }
  const backups = createBackupKeeper({ ...source(), clock, log: createLog('silent'), backups: schedule })
  const ctx = { ...t.app.ctx, clock, backups }
  const member = await t.account()
  for (const hours of [1, 24, 0]) {
    await expect(makeBackup(ctx)).rejects.toThrow('not enough space')
    clock.advance(hours * 3_600_000)
  }
  expect(await readdir(folder)).toEqual([])
  const received = async (user: TestUser) =>
    (await t.call(notifications, { query: {} }, user)).body.data.filter(
      ({ kind }) => kind === 'backup_failed',
    )
  expect((await received(owner)).map(({ title }) => title)).toEqual([
    'The backup of 2026-11-23 failed',
    'The backup of 2026-11-22 failed',
  ])
  expect((await received(owner))[0]?.text).toContain(folder)
  expect(await received(member)).toEqual([])
})

it('the command ends with one sentence', async (context) => {
  const folder = await fullAfter(64, context)
  const program = fileURLToPath(new URL('../../backup.ts', import.meta.url))
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: t.dataDir,
    DATABASE_URL: t.databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
  }
  const child = spawn(process.execPath, [program, join(folder, 'backup.tar.gz')], { env })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect([(await ended)[0], errors]).toEqual([1, ''])
  expect(JSON.parse(output)).toEqual({ error: expect.stringMatching(/^There is not enough space [^\n]*$/) })
})

it('a restore onto a disk that is too small changes nothing', async (context) => {
  const dataDir = await fullAfter(1024, context)
  const place = await mkdtemp(join(tmpdir(), 'whole-backup-'))
  const target = await (isCluster ? createBareDatabase(inject('databaseUrl')) : createTestDatabase())
  try {
    const file = join(place, 'backup.tar.gz')
    await withBackupClient(t.databaseUrl, (client) => client.query('drop table a_large_table'))
    await writeBackup({ ...source(), file })
    const restored = restoreBackup({ ...source(), file, databaseUrl: target.url, dataDir })
    await expect(restored).rejects.toThrow(
      /^There is not enough space for the backup in .*Nothing was restored/,
    )
    expect(await readdir(dataDir)).toEqual([])
    const people = await withBackupClient(target.url, (client) => client.query('select 1 from app_user'))
    expect(people.rowCount).toBe(0)
  } finally {
    await target.drop()
    await rm(place, { recursive: true, force: true })
  }
})
