import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createUpload, download, exportAgain, exportList } from '#contract/core/files.ts'
import { filesModule, openUpload } from '#server/modules/core/files/index.ts'
import { readS3 } from '#server/platform/env-s3.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { startFakeS3 } from '#server/testing/fake-s3.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { TEST_SECRET_KEY, testApp } from '#server/testing/test-app.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { checkFolders } from '../doctor/check-folders.ts'
import { measureFiles } from '../watch/measure-files.ts'
import { moveInstallationFiles } from './move-installation-files.ts'

const CONTENT = randomBytes(6 * 1024 * 1024)
const CHUNK = 4 * 1024 * 1024

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bucket-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Two web processes that share a database and a bucket, and no disk. */
async function startTwo() {
  const storage = await startFakeS3()
  const fileBucket = readS3('STORAGE', 's3://our-bucket', storage.variables)
  const t = await testApp({ fileBucket })
  const other = await testApp({
    databaseUrl: t.databaseUrl,
    dataDir: await newFolder(),
    roles: ['web'],
    fileBucket,
  })
  const user = await t.account()
  async function put(address: string, id: string, offset: number) {
    const response = await fetch(`${address}/api/uploads/${id}?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: CONTENT.subarray(offset, offset + CHUNK),
    })
    return {
      status: response.status,
      retry: response.headers.get('retry-after'),
      // biome-ignore lint/suspicious/noExplicitAny: tests look into error bodies freely
      body: (await response.json()) as any,
    }
  }
  return {
    storage,
    fileBucket,
    t,
    other,
    user,
    put,
    origins: [await t.listen(), await other.listen()] as const,
  }
}

it('two web processes on one bucket continue each other’s uploads and serve each other’s exports', async () => {
  const { storage, t, other, user, put, origins, fileBucket } = await startTwo()
  try {
    const { id } = (await t.call(createUpload, { body: { name: 'a.csv', size: CONTENT.length } }, user)).body
      .data
    expect((await put(origins[0], id, 0)).body.data.offset).toBe(CHUNK)
    // Longer than the attempts of one call.
    storage.slowDown(5)
    const refused = await put(origins[1], id, CHUNK)
    expect([refused.status, refused.retry, refused.body.message]).toEqual([
      503,
      '60',
      expect.stringContaining('can’t use its storage for files right now'),
    ])
    expect((await put(origins[1], id, CHUNK)).body.data.complete).toBe(true)
    const { stream } = await openUpload(t.app.ctx, user.accountId, id)
    expect((await buffer(stream)).equals(CONTENT)).toBe(true)

    const list = await seedList(t, user, { leads: [{ values: { name: 'Bäcker' } }] })
    const body = { list_id: list.id, columns: ['name'] }
    const fetchFile = (from: typeof t, url: string) =>
      from.call(download, { params: { ticket: url.split('/').at(-1) as string } })
    const made = (await t.call(exportList, { body }, user)).body.data
    expect((await fetchFile(t, made.url)).body).toBe('Name\r\nBäcker\r\n')
    const again = await other.call(exportAgain, { params: { id: made.run_id as number } }, user)
    expect((await fetchFile(other, again.body.data.url)).body).toBe('Name\r\nBäcker\r\n')
    expect(
      (await measureFiles(t.app.ctx.db)).map(({ name, values }) => [
        name,
        values.map(({ value }) => value).sort(),
      ]),
    ).toEqual([
      ['files', [1, 1]],
      ['files_bytes', [15, CONTENT.length]],
    ])

    const [file, dataDir] = [join(await newFolder(), 'b.tar.gz'), await newFolder()]
    await writeBackup({
      databaseUrl: t.databaseUrl,
      dataDir: t.dataDir,
      fileBucket,
      secretKey: TEST_SECRET_KEY,
      file,
    })
    const stored = [...storage.objects.keys()]
    const given = { file, databaseUrl: t.databaseUrl, dataDir, secretKey: TEST_SECRET_KEY, fileBucket }
    expect((await verifyBackup(given, true)).files).toBe(2)
    expect([...storage.objects.keys()]).toEqual(stored)
    const target = await createTestDatabase()
    const second = { ...fileBucket, prefix: 'restored/' }
    const restored = {
      file,
      databaseUrl: target.url,
      dataDir,
      secretKey: TEST_SECRET_KEY,
      fileBucket: second,
    }
    expect((await restoreBackup(restored)).files).toBe(2)
    expect((await buffer(openStorage(restored).read(id))).equals(CONTENT)).toBe(true)
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
    await target.drop()

    await t.app.ctx.db
      .updateTable('upload')
      .set({ expires_at: new Date(0) })
      .execute()
    await filesModule.housekeeping?.(other.app.ctx).uploads?.()
    const left = [...storage.objects.keys()].filter((key) => !key.includes('restored/'))
    expect(left).toEqual([expect.stringMatching(/^our-bucket\/export-/)])
  } finally {
    await other.close()
    await t.close()
  }
})

it('the files of a stopped installation move to the bucket and back', async () => {
  const storage = await startFakeS3()
  const fileBucket = readS3('STORAGE', 's3://our-bucket/x', storage.variables)
  const database = await createTestDatabase()
  const dataDir = await newFolder()
  const folder = join(dataDir, 'uploads')
  await mkdir(folder)
  await writeFile(join(folder, 'one'), CONTENT)
  await writeFile(join(folder, 'not a name'), 'x')
  const installation = { databaseUrl: database.url, dataDir, fileBucket }
  const settings = { ...installation, backups: undefined, backupPassphrase: undefined, auditHeadTo: [] }
  const uploads = async () =>
    (await checkFolders(settings))
      .filter(({ name }) => name.startsWith('uploads'))
      .map(({ status, message }) => [status, message])
  const works = ['ok', 'Files can be written to s3://our-bucket/x/, read and deleted']
  expect(await uploads()).toEqual([works, ['warning', expect.stringMatching(/^1 file in .* can’t be found/)]])
  const t = await testApp({ databaseUrl: database.url, dataDir })
  await expect(moveInstallationFiles('to-bucket', installation)).rejects.toThrow(
    'Stop it, then move the files',
  )
  await t.close()
  await expect(moveInstallationFiles('away', installation)).rejects.toThrow('Write to-bucket or to-folder')
  await expect(moveInstallationFiles('to-bucket', { databaseUrl: database.url, dataDir })).rejects.toThrow(
    'STORAGE is not set',
  )
  const moved = { files: 1, bytes: CONTENT.length }
  expect(await moveInstallationFiles('to-bucket', installation)).toEqual(moved)
  expect([await readdir(folder), await uploads()]).toEqual([['not a name'], [works]])
  expect(await moveInstallationFiles('to-folder', installation)).toEqual(moved)
  expect(storage.objects.size).toBe(0)
  storage.removeBucket()
  expect((await uploads())[0]).toEqual(['problem', 's3://our-bucket/x/: NoSuchBucket says the storage'])
  await database.drop()
})
