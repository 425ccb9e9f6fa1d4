import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import {
  appendUpload,
  createUpload,
  download,
  exportAgain,
  exportList,
  showUpload,
} from '#contract/core/files.ts'
import { startAccountExport } from '#contract/privacy/account-export.ts'
import { readEnv } from '#server/platform/env.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type SmallDisk, smallDisk } from '#server/testing/small-disk.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const KILOBYTES = 2048
const UPLOAD = randomBytes(100_000)

let t: TestApp | undefined
let origin: string
let user: TestUser
let disk: SmallDisk | null
beforeAll(async () => {
  disk = await smallDisk(KILOBYTES)
  if (!disk) return
  t = await testApp({ dataDir: disk.folder })
  origin = await t.listen()
  user = await t.account({ modules: ['leads'] })
})
afterAll(async () => {
  await t?.close()
  await disk?.remove()
})
beforeEach(({ skip }) => skip(disk === null, 'this process may not mount a disk'))

const app = () => t as TestApp
const filler = () => join(disk?.folder as string, 'filler')
/** Leaves this many bytes free on the disk. */
async function leave(bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(disk?.folder as string)
  await writeFile(filler(), Buffer.alloc(bavail * bsize - bytes))
}
const free = () => rm(filler(), { force: true })
const stored = () => readdir(join(disk?.folder as string, 'uploads')).catch(() => [])

const append = (id: string, offset: number, bytes: Buffer) =>
  fetch(`${origin}${buildPath(appendUpload.path, { id }, { offset })}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })

it.each(['places.csv', 'book.xlsx', 'handbook.docx'])(
  'an upload of %s continues once there is space again',
  async (name) => {
    const made = await app().call(createUpload, { body: { name, size: UPLOAD.length } }, user)
    const { id } = made.body.data
    expect((await append(id, 0, UPLOAD.subarray(0, 40_000))).status).toBe(200)
    await leave(20_000)
    const refused = await append(id, 40_000, UPLOAD.subarray(40_000))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      message: 'The server is out of disk space. Nothing was saved. Try again later',
    })
    expect((await stat(join(disk?.folder as string, 'uploads', id))).size).toBe(40_000)
    await free()
    const state = await app().call(showUpload, { params: { id } }, user)
    expect(state.body.data).toMatchObject({ offset: 40_000, complete: false })
    expect((await append(id, 40_000, UPLOAD.subarray(40_000))).status).toBe(200)
  },
)

it.each(['csv', 'xlsx'] as const)(
  'a download as %s is complete, and no partial copy is kept',
  async (format) => {
    const leads = Array.from({ length: 1000 }, (_, n) => ({
      values: { name: `${n} ${randomBytes(40).toString('hex')}` },
    }))
    const list = await seedList(app(), user, { leads })
    const before = await stored()
    await leave(30_000)
    const { data } = (await app().call(exportList, { body: { list_id: list.id, format } }, user)).body
    const file = await fetch(
      `${origin}${buildPath(download.path, { ticket: data.url.split('/').at(-1) as string })}`,
    )
    const bytes = Buffer.from(await file.arrayBuffer())
    if (format === 'csv') expect(bytes.toString().trim().split('\r\n')).toHaveLength(leads.length + 1)
    // The directory of a zip archive is at its end.
    else expect(bytes.subarray(-22, -18).toString('latin1')).toBe('PK\u0005\u0006')
    expect(await app().finished(data.run_id as number, user)).toMatchObject({
      state: 'succeeded',
      done: leads.length,
    })
    expect((await app().call(exportAgain, { params: { id: data.run_id as number } }, user)).status).toBe(409)
    await free()
    expect(await stored()).toEqual(before)
  },
)

it('a full account export fails with a notification and leaves nothing', async () => {
  const owner = await app().account()
  const leads = Array.from({ length: 1000 }, () => ({ values: { name: randomBytes(50).toString('hex') } }))
  await seedList(app(), owner, { leads })
  const before = await stored()
  await leave(30_000)
  const { id } = (await app().call(startAccountExport, {}, owner)).body.data
  expect(await app().finished(id, owner)).toMatchObject({
    state: 'failed',
    error: { code: 'unavailable', message: expect.stringContaining('out of disk space') },
  })
  expect(await stored()).toEqual(before)
  const { rowCount } = await app().app.database.pool.query('select 1 from export_file where run_id = $1', [
    id,
  ])
  expect(rowCount).toBe(0)
  expect((await app().call(notifications, {}, owner)).body.data).toMatchObject([
    { kind: 'run_failed', text: expect.stringContaining('out of disk space') },
  ])
  await free()
  const second = (await app().call(startAccountExport, {}, owner)).body.data
  expect(await app().finished(second.id, owner)).toMatchObject({ state: 'succeeded' })
})

it('a first start without disk space leaves no empty key behind', async () => {
  const DATA_DIR = join(disk?.folder as string, 'data')
  const start = () => readEnv({ DATA_DIR })
  await mkdir(DATA_DIR)
  await leave(0)
  expect(start).toThrow(/can’t write the key .*secret-key: the disk is full/)
  await free()
  expect(start().secretKey).toHaveLength(43)
  expect(start().secretKey).toBe(start().secretKey)
})
