import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { EXPORT_FILE_HOURS, EXPORT_FILES_MAX } from '#contract/core/constants.ts'
import { download, exportAgain, exportList } from '#contract/core/files.ts'
import { deleteLeads } from '#contract/leads/leads.ts'
import { deleteList, restoreLists } from '#contract/leads/lists.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { createExportCopy, removeExpiredExports } from './stored-files.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
beforeEach(async () => {
  user = await t.account()
})
afterAll(() => t.close())

const db = () => t.app.database.db
const newList = () =>
  seedList(t, user, { leads: [{ values: { name: 'Bäcker' } }, { values: { name: '=x' } }] })
const fetchFile = (url: string) => t.call(download, { params: { ticket: url.split('/').at(-1) as string } })

/** An export that was downloaded. */
async function exported(id: number) {
  const { body } = await t.call(exportList, { body: { list_id: id, columns: ['name'] } }, user)
  const file = await fetchFile(body.data.url)
  return { runId: body.data.run_id as number, file: String(file.body) }
}
const second = (id: number, as = user) => t.call(exportAgain, { params: { id } }, as)
const fileOf = async (id: number) => (await t.call(showRun, { params: { id } }, user)).body.data.file
const rows = async () =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from export_file where account_id = ${user.accountId}`.execute(db())
  ).rows[0]?.n

describe('the file of an export', () => {
  it('is served again unchanged, whatever happened to the leads', async () => {
    const list = await newList()
    const { runId, file } = await exported(list.id)
    expect(file).toBe("Name\r\nBäcker\r\n'=x\r\n")
    const target = { params: { type: 'local' as const, id: list.id }, body: { resultIds: list.leadIds } }
    await t.call(deleteLeads, target, user)
    const storedFile = await fileOf(runId)
    expect(storedFile?.bytes).toBe(Buffer.byteLength(file))
    const left = Date.parse(storedFile?.expires_at as string) - Date.now()
    expect(Math.round(left / 3_600_000)).toBe(EXPORT_FILE_HOURS)
    for (const _ of [1, 2]) {
      const answer = await second(runId)
      expect(answer).toMatchObject({ status: 201, body: { data: { run_id: runId } } })
      expect((await fetchFile(answer.body.data.url)).body).toBe(file)
      expect((await fetchFile(answer.body.data.url)).status).toBe(404)
    }
  })

  it('is refused when truncated on disk', async () => {
    const { runId } = await exported((await newList()).id)
    const { rows: found } = await sql<{
      name: string
    }>`select name from export_file where account_id = ${user.accountId} and run_id = ${runId}`.execute(db())
    const ticket = (await second(runId)).body.data.url
    await truncate(join(t.dataDir, 'uploads', found[0]?.name as string), 5)
    expect((await second(runId)).error.code).toBe('conflict')
    expect((await fetchFile(ticket)).status).toBe(409)
  })

  it('is not found by others, nor for other runs', async () => {
    const { runId } = await exported((await newList()).id)
    expect((await second(runId, await t.account())).error.code).toBe('not_found')
    expect((await second(2_000_000_000)).error.code).toBe('not_found')
  })

  it('expires after its hours, and is then deleted from disk', async () => {
    const { runId } = await exported((await newList()).id)
    const ticket = (await second(runId)).body.data.url
    await sql`update export_file set expires_at = now() where run_id = ${runId}`.execute(db())
    expect(await fileOf(runId)).toBeNull()
    const { status, error } = await second(runId)
    expect([status, error.code, error.message]).toEqual([
      409,
      'conflict',
      'This export’s file is no longer available. Export the list again',
    ])
    expect((await fetchFile(ticket)).status).toBe(409)
    await removeExpiredExports(t.app.ctx)
    expect(await rows()).toBe(0)
  })

  it('is unavailable while its list is in the trash, and deleted with a list that is removed permanently', async () => {
    const list = await newList()
    const { runId } = await exported(list.id)
    await t.call(deleteList, { params: { id: list.id } }, user)
    expect([(await second(runId)).error.code, await fileOf(runId)]).toEqual(['conflict', null])
    await t.call(restoreLists, { body: { resultIds: [list.id] } }, user)
    expect((await second(runId)).status).toBe(201)
    await sql`update run set list_id = null where id = ${runId}`.execute(db())
    await removeExpiredExports(t.app.ctx)
    expect(await rows()).toBe(0)
  })

  it('that is old makes room for newer ones', async () => {
    const list = await newList()
    const first = await exported(list.id)
    for (let n = 0; n < EXPORT_FILES_MAX; n += 1) await exported(list.id)
    expect([await rows(), (await second(first.runId)).error.code]).toEqual([EXPORT_FILES_MAX, 'conflict'])
  })
})

describe('a copy', () => {
  const folder = () => `${process.env.TMPDIR ?? '/tmp'}/kept-${user.accountId}`
  async function copyOf(storage = createDiskStorage(folder()), maxBytes = 10) {
    const { runId } = await exported((await newList()).id)
    await sql`delete from export_file where run_id = ${runId}`.execute(db())
    const ctx = testContext({ db: db(), storage })
    const place = { accountId: user.accountId, runId, filename: 'a.csv' }
    return { copy: createExportCopy(ctx, place, maxBytes), runId }
  }

  it('that grows too large, or whose download ends early, leaves nothing behind', async () => {
    const { copy } = await copyOf()
    await copy.add(Buffer.from('12345'))
    expect(await readdir(folder())).toHaveLength(1)
    await copy.add(Buffer.from('678901'))
    await copy.add(Buffer.from('2'))
    await copy.commit()
    expect([await readdir(folder()), await rows()]).toEqual([[], 0])
    const early = await copyOf()
    await early.copy.add(Buffer.from('1'))
    await early.copy.drop()
    await early.copy.commit()
    expect([await readdir(folder()), await rows()]).toEqual([[], 0])
  })

  it('that cannot be written does not end the download', async () => {
    const storage = createDiskStorage(folder())
    const full = {
      ...storage,
      create: async () => ({
        write: () => Promise.reject(new Error('no space left')),
        close: async () => {},
      }),
    }
    const { copy } = await copyOf(full)
    await copy.add(Buffer.from('1'))
    await copy.add(Buffer.from('2'))
    await copy.commit()
    expect(await rows()).toBe(0)
  })
})
