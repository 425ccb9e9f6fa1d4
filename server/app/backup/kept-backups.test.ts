import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import * as api from '#contract/admin/backups.ts'
import { login } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { lists } from '#contract/leads/lists.ts'
import { measureBackups } from '#server/modules/admin/backups/index.ts'
import { isCluster } from '#server/testing/cluster.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { TEST_SECRET_KEY, type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkSecretKey } from '../check-secret-key.ts'
import { restoreBackup } from './restore-backup.ts'

let folder: string
let t: TestApp
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-backups-'))
  t = await testApp({ backups: { folder: join(folder, 'kept'), hour: 2, keep: 2 } })
  await checkSecretKey(t.databaseUrl, TEST_SECRET_KEY)
  admin = await t.admin()
  customer = await t.account({ modules: ['leads'] })
})
afterAll(async () => {
  await t?.close()
  await rm(folder, { recursive: true, force: true })
})

const show = async () => (await t.call(api.backups, {}, admin)).body.data
const settled = async () => {
  await expect.poll(async () => (await show()).working).toBe(false)
  return show()
}
const metrics = async () => (await t.app.http.inject({ url: '/metrics' })).body

it('are made on request, listed, checked and downloaded', async () => {
  expect(await show()).toMatchObject({
    hour: 2,
    keep: 2,
    encrypted: false,
    files: [],
    events: [],
    problem: null,
  })
  expect((await t.call(api.makeBackup, {}, admin)).body.message).toBe('The backup is being made')
  const second = await t.call(api.makeBackup, {}, admin)
  expect([second.status, second.error?.message]).toEqual([409, 'A backup is already being made or checked'])
  const { files, events } = await settled()
  const file = files[0]!
  expect(events).toMatchObject([{ kind: 'backup', file: file.name, bytes: file.bytes, problem: null }])
  expect(file).toMatchObject({ checked_at: null, problem: null })
  expect((await t.call(api.checkBackup, { params: { name: file.name } }, admin)).status).toBe(200)
  expect((await settled()).files[0]?.checked_at).not.toBeNull()

  const ticket = (body: object) =>
    t.call(api.downloadBackup, { params: { name: file.name }, body }, admin, { key: randomUUID() })
  expect((await ticket({})).status).toBe(422)
  expect((await ticket({ password: 'wrong' })).status).toBe(422)
  const { url, filename } = (await ticket({ password: admin.password })).body.data
  const reply = await t.app.http.inject({ url })
  expect([filename, reply.rawPayload.length, reply.headers['content-length']]).toEqual([
    file.name,
    file.bytes,
    String(file.bytes),
  ])
  const unknown = { params: { name: 'leadwright-2020-01-01T00-00-00Z.tar.gz' } }
  expect((await t.call(api.checkBackup, unknown, admin)).status).toBe(404)
  expect((await t.call(api.downloadBackup, { ...unknown, body: {} }, admin)).status).toBe(404)
  expect(await metrics()).toMatch(/leadwright_backup_age_seconds\{kind="backup"\} \d/)
  expect(await metrics()).toMatch(/leadwright_backup_failed\{kind="check"\} 0/)
})

it('that are damaged are found, named and reported', async () => {
  const kept = join(folder, 'kept')
  const [name = ''] = (await readdir(kept)).filter((found) => found.startsWith('leadwright-'))
  await writeFile(join(kept, name), 'not a backup any more')
  await t.call(api.checkBackup, { params: { name } }, admin)
  const { files, events } = await settled()
  expect(files.find((file) => file.name === name)?.problem).toContain('is not a complete backup')
  expect(events[0]).toMatchObject({ kind: 'check', file: name, problem: files[0]?.problem })
  const { data } = (await t.call(notifications, { query: {} }, admin)).body
  expect(data[0]).toMatchObject({ kind: 'backup_failed', text: files[0]?.problem })
  const failed = (await measureBackups(t.app.ctx.db)).find(({ name }) => name === 'backup_failed')
  expect(failed?.values).toContainEqual({ labels: { kind: 'check' }, value: 1 })
  await rm(join(kept, name))
})

it.skipIf(isCluster)(
  'restored elsewhere start paused: nothing works, and only administrators get in',
  async () => {
    await t.call(api.makeBackup, {}, admin)
    const [file] = (await settled()).files
    const database = await createTestDatabase()
    const dataDir = await mkdtemp(join(folder, 'copy-'))
    await restoreBackup({
      file: join(folder, 'kept', file!.name),
      databaseUrl: database.url,
      dataDir,
      secretKey: TEST_SECRET_KEY,
    })
    const copy = await testApp({ databaseUrl: database.url, dataDir })
    try {
      const signIn = async ({ email, password }: TestUser) =>
        (await copy.call(login, { body: { email, password } })).body.data.authorisation.token
      const asAdmin = { ...admin, token: await signIn(admin) }
      const asCustomer = { ...customer, token: await signIn(customer) }
      const refused = await copy.call(lists, { query: {} }, asCustomer)
      expect([refused.status, refused.error?.message]).toEqual([
        503,
        'This server was restored from a backup and is paused until an administrator starts its work. Try again later',
      ])
      const push = await copy.app.http.inject({ method: 'POST', url: '/webhooks/stripe', payload: {} })
      expect([push.statusCode, push.headers['retry-after']]).toEqual([503, '300'])
      expect((await copy.app.http.inject({ url: '/readyz' })).statusCode).toBe(200)
      const found = await copy.call(api.backups, {}, asAdmin)
      expect(found.status).toBe(200)
      expect(found.body.data.paused_since).not.toBeNull()
      expect((await copy.call(me, {}, asAdmin)).body.data.account.access.message).toContain('paused')
      await copy.app.ctx.queue.send(copy.app.ctx.db, 'housekeeping', {})
      const waiting = async () => {
        const { rows } = await copy.app.database.pool.query(
          "select 1 from pgboss.job where name = 'housekeeping' and state = 'created'",
        )
        return rows.length
      }
      // No worker of the queue exists that could take it.
      expect(copy.app.ctx.queue.silent(-1)).toEqual([])
      expect(await waiting()).toBe(1)

      expect((await copy.call(api.resumeWork, {}, asAdmin)).body.message).toBe('Work starts')
      expect((await copy.call(api.resumeWork, {}, asAdmin)).body.message).toBe('The work isn’t paused')
      await expect.poll(waiting).toBe(0)
      expect((await copy.call(lists, { query: {} }, asCustomer)).status).toBe(200)
      expect((await copy.call(me, {}, asAdmin)).body.data.account.access.message).toBeNull()
    } finally {
      await copy.close()
      await database.drop()
    }
  },
)
