import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  APP_ERROR_SAMPLES,
  appError,
  appErrors,
  reopenAppError,
  solveAppError,
} from '#contract/core/app-errors.ts'
import { settings } from '#contract/core/settings.ts'
import { logAppError } from '#contract/core/system.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { isLaterRelease, RELEASE } from '#server/platform/release.ts'
import { redact, scrub } from '#server/platform/text/scrub.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { errorKey, withoutVariables } from './error-key.ts'

describe('errors are grouped by', () => {
  const key = (message: string, stack: string | null = null, own?: string) =>
    errorKey({ message, stack, key: own })

  it('the key that a report contains', () => {
    expect(key('One', null, 'upload')).toBe(key('Other', 'at a (server/b.ts:1:1)', 'upload'))
    expect(key('One', null, 'upload')).not.toBe(key('One', null, 'download'))
  })

  it('type and our stack frames, without lines, foreign files and the page', () => {
    const stack = (line: number, foreign: string) =>
      `TypeError: x\n    at read (file:///a/server/app/read.ts:${line}:7)\n    at ${foreign}\n    at async serve (file:///a/server/app/serve.ts:9:1)`
    const one = key('TypeError: x of lead 7', stack(12, 'fn (/a/node_modules/pg/client.js:1:1)'))
    expect(one).toMatch(/^v1:[\w-]{22}$/)
    expect(key('TypeError: x of lead 8', stack(13, 'node:internal/process:5:5'))).toBe(one)
    expect(key('RangeError: x of lead 7', stack(12, 'node:internal/process:5:5'))).not.toBe(one)
    const firefox = key(
      'TypeError: x',
      'read@https://a.example/src/read.ts:3:1\nserve@https://a.example/src/serve.ts:1:2',
    )
    expect(
      key('TypeError: y', 'read@https://b.example/src/read.ts:9:9\nserve@https://b.example/src/serve.ts:1:2'),
    ).toBe(firefox)
  })

  it('built files, whatever their hashes, and the message', () => {
    const at = (hash: string, name: string) =>
      `    at ${name} (https://a.example/assets/list-page-${hash}.js:1:2345)`
    const one = key('TypeError: a is undefined', at('C8d_x-91', 'xq'))
    expect(key('TypeError: a is undefined', at('Zz81kQ_w', 'pM'))).toBe(one)
    expect(key('TypeError: b is undefined', at('C8d_x-91', 'xq'))).not.toBe(one)
  })

  it('otherwise the message without its variable parts', () => {
    const text = (id: string, email: string) =>
      `Lead ${id} of ${email} at https://x.example/a/${id} has no 6f9619ff-8b86-d011-b42d-00cf4fc964f${id}`
    expect(key(text('7', 'a@b.example'))).toBe(key(text('8', 'c.d@e.example')))
    expect(withoutVariables('Lead 7 of a@b.example')).toBe('Lead <n> of [email]')
  })
})

it('personal data and secrets are removed from texts', () => {
  const text =
    'ann.b@c.example called +44 20 7946 0958 from 192.0.2.7 and 2001:db8::1 with Bearer abc.def at https://x.example/a?token=1 sk-abcdefgh12345 0123456789abcdef0123456789abcdef'
  expect(scrub(text)).toBe(
    '[email] called [phone] from [ip] and [ip] with Bearer [token] at https://x.example/a?[query] [token] [token]',
  )
  expect(scrub('at run (server/app/a.ts:12:34) in 2026-11-25 10:00 lead 12345')).toBe(
    'at run (server/app/a.ts:12:34) in 2026-11-25 10:00 lead 12345',
  )
  expect(redact({ id: 4, name: 'Ann', list: ['a', 2, null], on: true })).toEqual({
    id: 4,
    name: '[3 characters]',
    list: ['[1 characters]', 2, null],
    on: true,
  })
})

it.each([
  ['1.2.0', '1.1.9', true],
  ['1.10.0', '1.9.0', true],
  ['1.1', '1.1.0', false],
  ['0.9', '1', false],
])('release %s is later than %s: %s', (a, b, expected) => {
  expect(isLaterRelease(a, b)).toBe(expected)
})

describe('installation errors', () => {
  let t: TestApp
  let admin: TestUser
  beforeAll(async () => {
    t = await testApp({ roles: ['web'] })
    admin = await t.admin()
  })
  afterAll(() => t.close())

  let caller = 0
  const report = (body: { message: string; err?: string; info?: string; release?: string; key?: string }) => {
    caller += 1
    return t.call(logAppError, { body }, null, { from: `192.0.2.${caller % 250}` })
  }
  const find = async (search: string) =>
    (await t.call(appErrors, { query: { search } }, admin)).body.data[0] as NonNullable<
      Awaited<ReturnType<typeof list>>[number]
    >
  const list = async (query: object) => (await t.call(appErrors, { query }, admin)).body.data
  const show = async (id: number) => (await t.call(appError, { params: { id } }, admin)).body.data

  it('are one record with counts and recent samples, free of personal data', async () => {
    const user = await t.account()
    for (let at = 0; at < APP_ERROR_SAMPLES + 2; at += 1)
      await report({ message: `Error: grouped for ann${at}@c.example`, info: `/lists/${at}?q=secret` })
    const body = { message: 'Error: grouped for bob@c.example', err: null }
    await t.call(logAppError, { body }, user)
    const one = await find('grouped')
    expect(one).toMatchObject({
      source: 'browser',
      state: 'open',
      title: 'Error: grouped for [email]',
      occurrences: APP_ERROR_SAMPLES + 3,
      last_24_hours: APP_ERROR_SAMPLES + 3,
      release: RELEASE,
    })
    const { samples, hours } = await show(one.id)
    expect(samples).toHaveLength(APP_ERROR_SAMPLES)
    expect(samples[0]).toMatchObject({ user_id: user.id, account_id: user.accountId })
    expect(hours.reduce((sum, hour) => sum + hour.occurrences, 0)).toBe(APP_ERROR_SAMPLES + 3)
    expect(JSON.stringify(samples)).not.toMatch(/@c\.example|192\.0\.2/)
    expect((await t.call(appError, { params: { id: 999_999 } }, admin)).status).toBe(404)
  })

  it('are counted up to an hourly limit, so that a flood of one hides no other', async () => {
    await report({ message: 'Flooding' })
    const { id } = await find('Flooding')
    await sql`update app_error_hour set occurrences = 1000 where group_id = ${id}`.execute(t.app.database.db)
    await report({ message: 'Flooding' })
    await report({ message: 'Flooding' })
    expect(await find('Flooding')).toMatchObject({ occurrences: 1, last_24_hours: 1000 })
    await report({ message: 'Beside the flood' })
    expect(await find('Beside')).toMatchObject({ occurrences: 1 })
  })

  it('are resolved in a release, stay so for older ones, and reopen with a later one', async () => {
    await report({ message: 'Comes back' })
    const { id } = await find('Comes back')
    const solved = await t.call(solveAppError, { params: { id } }, admin)
    expect(solved.body.data).toMatchObject({ state: 'solved', solved_release: RELEASE })
    expect((await list({ state: 'open', search: 'Comes back' })).length).toBe(0)
    // A future release counts as the current one.
    await report({ message: 'Comes back', release: '999.0.0' })
    await report({ message: 'Comes back', release: '0.0.1' })
    expect(await find('Comes back')).toMatchObject({ state: 'solved', occurrences: 3, release: RELEASE })
    await sql`update app_error_group set solved_release = '0.0.1' where id = ${id}`.execute(t.app.database.db)
    await report({ message: 'Comes back' })
    const back = await find('Comes back')
    expect(back).toMatchObject({ state: 'open', solved_at: null, reopened_at: expect.any(String) })
    await t.call(solveAppError, { params: { id } }, admin)
    expect((await t.call(solveAppError, { params: { id } }, admin)).status).toBe(200)
    expect((await t.call(reopenAppError, { params: { id } }, admin)).body.data.state).toBe('open')
  })

  it('include server errors, with the path and without the query', async () => {
    const { db } = t.app.database
    await sql`alter table setting rename to setting_gone`.execute(db)
    const failed = await t.call(settings, {}, admin)
    await sql`alter table setting_gone rename to setting`.execute(db)
    expect(failed.status).toBe(500)
    await expect
      .poll(async () => (await list({ source: 'server' })).map(({ title }) => title), {
        timeout: PATIENCE_MS,
      })
      .toEqual([expect.stringContaining('relation "setting" does not exist')])
    const [one] = await list({ source: 'server' })
    const { samples } = await show(one?.id as number)
    expect(samples[0]?.info).toContain('/api/admin/settings')
    expect(samples[0]?.stack).toContain('server/')
  })

  it("are read by staff and changed by the platform's owners", async () => {
    const support = await t.member(admin)
    await updateUser(t.app.ctx, support.id, { role: 'admin', staff_role: 'support' })
    const [one] = await list({})
    const params = { id: one?.id as number }
    expect((await t.call(appErrors, {}, support)).status).toBe(200)
    expect((await t.call(appError, { params }, support)).status).toBe(200)
    expect((await t.call(solveAppError, { params }, support)).status).toBe(403)
    expect((await t.call(appErrors, {}, await t.account())).status).toBe(403)
  })
})
