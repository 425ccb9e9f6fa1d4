import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { login, logout } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { revokeOtherSessions, revokeSession, sessions } from '#contract/identity/sessions.ts'
import { createUser } from '#server/modules/accounts/accounts/index.ts'
import { actAs } from '#server/testing/acting.ts'
import { openEvents } from '#server/testing/event-stream.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { brand } from '#server/testing/registrations.ts'
import { getActor } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { findLastActive, knowsAddress, removeOldCredentials, revokeAllSessions } from './sessions.ts'

let t: TestApp
let origin: string
let user: TestUser
let other: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  origin = await t.listen()
  other = await t.account()
})
beforeEach(async () => {
  user = await t.account()
})
afterAll(() => t.close())

interface From {
  from?: string
  host?: string
  agent?: string
}
/** Signs in again and returns the token. */
async function signIn(person: { email: string; password: string }, { from, host, agent }: From = {}) {
  const headers = { ...(host && { host }), ...(agent && { 'user-agent': agent }) }
  const options = { headers, ...(from && { from }) }
  const answer = await t.call(
    login,
    { body: { email: person.email, password: person.password } },
    null,
    options,
  )
  return { token: answer.body.data.authorisation.token }
}
const list = async (as: { token: string }) => (await t.call(sessions, {}, as)).body.data
const statusOf = async (as: { token: string }, host = 'localhost') =>
  (await t.call(me, {}, as, { headers: { host } })).status
const revoke = (as: { token: string }, id: number) => t.call(revokeSession, { params: { id } }, as)
const currentId = async (as: { token: string }) =>
  (await list(as)).find((session) => session.current)?.id as number
const change = (id: number, values: object) =>
  t.app.database.db.updateTable('session').set(values).where('id', '=', id).execute()

describe('the list of sessions', () => {
  it('shows where the person is signed in, the current one marked, most recent first', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
    const phone = await signIn(user, { from: '192.0.2.5', agent })
    const MOMENT = expect.stringMatching(/^\d{4}-.*Z$/)
    const times = { created_at: MOMENT, last_active_at: MOMENT, expires_at: MOMENT }
    expect(await list(phone)).toEqual([
      {
        id: expect.any(Number),
        current: true,
        ip: '192.0.2.5',
        user_agent: agent,
        device: 'Firefox on Linux',
        ...times,
      },
      expect.objectContaining({ current: false, ip: '127.0.0.1', device: 'Unknown device' }),
    ])
    expect((await list(user)).map((session) => session.current)).toEqual([false, true])
    await change(await currentId(user), { last_active_at: sql`now() + interval '1 second'` })
    expect((await list(user)).map((session) => session.current)).toEqual([true, false])
  })

  it("contains no one else's, no ended ones, and no token", async () => {
    const [ended, expired] = [await signIn(user), await signIn(user)]
    await change(await currentId(expired), { expires_at: sql`now() - interval '1 second'` })
    await t.call(logout, {}, ended)
    const shown = await list(user)
    expect(shown).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toContain(user.token)
    expect((await list(other)).map(({ id }) => id)).not.toContain(shown[0]?.id)
  })

  it('shows when a session was last used, to the minute', async () => {
    const id = await currentId(user)
    const seen = async () => (await list(user))[0]?.last_active_at as string
    await change(id, { last_active_at: sql`now() - interval '2 minutes'` })
    const touched = await seen()
    expect(Date.now() - Date.parse(touched)).toBeLessThan(90_000)
    await change(id, { last_active_at: sql`now() - interval '30 seconds'` })
    const before = await seen()
    expect(await seen()).toBe(before)
    expect(before < touched).toBe(true)
  })

  it.each(['GET', 'DELETE', 'POST'] as const)('is rejected without a sign-in: %s', async (method) => {
    const url = { GET: '/api/sessions', DELETE: '/api/sessions/1', POST: '/api/sessions/revoke-others' }[
      method
    ]
    expect((await t.app.http.inject({ method, url })).statusCode).toBe(401)
  })
})

describe('ending a session', () => {
  it('ends it everywhere at once: calls and streams', async () => {
    const stolen = await signIn(user)
    const [stream, mine] = [await openEvents(origin, stolen.token), await openEvents(origin, user.token)]
    await Promise.all([stream, mine].map((stream) => stream.waitFor((event) => event.type === 'hello')))
    const { status, body } = await revoke(user, await currentId(stolen))
    expect([status, body]).toEqual([200, { success: true, message: 'Session ended' }])
    await stream.ended
    const refused = await t.call(me, {}, stolen)
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      401,
      'unauthorized',
      'Your session has ended. Sign in again',
    ])
    expect((await openEvents(origin, stolen.token)).status).toBe(401)
    expect((await revoke(stolen, await currentId(user))).status).toBe(401)
    expect(await statusOf(user)).toBe(200)
    mine.leave()
  })

  it('returns not found a second time, for unknown ids and for those of others, which continue', async () => {
    const gone = await currentId(await signIn(user))
    expect((await revoke(user, gone)).status).toBe(200)
    const member = await t.member(user)
    for (const id of [gone, 999_999_999, await currentId(other), await currentId(member)]) {
      const { status, error } = await revoke(user, id)
      expect([status, error]).toEqual([
        404,
        { code: 'not_found', message: 'The session was not found', request_id: expect.any(String) },
      ])
    }
    expect([await statusOf(other), await statusOf(member)]).toEqual([200, 200])
  })

  it('works for the current one', async () => {
    expect((await revoke(user, await currentId(user))).status).toBe(200)
    expect(await statusOf(user)).toBe(401)
  })

  it('ends all others and counts them', async () => {
    const others = [await signIn(user), await signIn(user)]
    const stream = await openEvents(origin, others[0]?.token as string)
    await stream.waitFor((event) => event.type === 'hello')
    const call = async () => (await t.call(revokeOtherSessions, {}, user)).body
    expect(await call()).toEqual({ success: true, count: 2, message: 'Signed out of 2 other sessions' })
    await stream.ended
    expect(await Promise.all(others.map((token) => statusOf(token)))).toEqual([401, 401])
    expect(await list(user)).toMatchObject([{ current: true }])
    expect(await statusOf(other)).toBe(200)
    expect(await call()).toEqual({ success: true, count: 0, message: 'You’re not signed in anywhere else' })
    await signIn(user)
    expect((await call()).message).toBe('Signed out of 1 other session')
  })

  it('happens once when two tabs sign out; the second learns that it is signed out', async () => {
    const first = await signIn(user)
    expect((await t.call(logout, {}, first)).body).toEqual({ success: true })
    const stored = () => t.app.database.db.selectFrom('session').selectAll().orderBy('id').execute()
    const before = await stored()
    const { status, error } = await t.call(logout, {}, first)
    expect([status, error]).toEqual([
      401,
      {
        code: 'unauthorized',
        message: 'Your session has ended. Sign in again',
        request_id: expect.any(String),
      },
    ])
    expect(await stored()).toEqual(before)
  })

  it('happens to all of a person who is suspended or reset the password', async () => {
    const second = await signIn(user)
    const stream = await openEvents(origin, user.token)
    await stream.waitFor((event) => event.type === 'hello')
    const currentSession = await currentId(second)
    expect(await revokeAllSessions(t.app.ctx, user.id, currentSession)).toBe(1)
    await stream.ended
    expect([await statusOf(user), await statusOf(second)]).toEqual([401, 200])
    expect(await revokeAllSessions(t.app.ctx, user.id)).toBe(1)
    expect(await statusOf(second)).toBe(401)
    expect(await statusOf(other)).toBe(200)
  })
})

describe('an ended token', () => {
  const textOf = async (as: { token: string }, host = 'localhost') =>
    (await t.call(me, {}, as, { headers: { host } })).error.message

  it('returns why: it expired, or its person is suspended or removed', async () => {
    await change(await currentId(user), { expires_at: sql`now() - interval '1 second'` })
    expect(await textOf(user)).toBe('Your session has ended. Sign in again')
    const member = await t.member(other)
    const set = (state: 'suspended' | 'removed') =>
      t.app.database.db.updateTable('app_user').set({ state }).where('id', '=', member.id).execute()
    await set('suspended')
    expect(await textOf(member)).toBe('You’re suspended. An owner of the account can reactivate you')
    await set('removed')
    expect(await textOf(member)).toBe('You’re no longer part of this account')
  })

  it('reveals nothing on another domain, and neither does an unknown one', async () => {
    const one = await brand(t, 'why.example')
    const elsewhere = await signIn(one.customer, { host: one.host })
    await t.call(logout, {}, elsewhere, { headers: { host: one.host } })
    expect(await textOf(elsewhere, one.host)).toBe('Your session has ended. Sign in again')
    expect(await textOf(elsewhere)).toBe('Sign in to do this')
    expect(await textOf({ token: 'unknown' })).toBe('Sign in to do this')
  })
})

describe('a token', () => {
  it('ends its streams when it expires', async () => {
    await change(await currentId(user), { expires_at: sql`now() + interval '3 seconds'` })
    const stream = await openEvents(origin, user.token)
    expect(stream.status).toBe(200)
    await stream.ended
    expect(await statusOf(user)).toBe(401)
  })

  it('of one brand is rejected on another and on the shared domain', async () => {
    const [one, two] = [await brand(t, 'one.example'), await brand(t, 'two.example')]
    const elsewhere = await signIn(one.customer, { host: one.host })
    expect(await statusOf(elsewhere, one.host)).toBe(200)
    expect(await statusOf(elsewhere, 'ONE.example:8443')).toBe(200)
    for (const host of [two.host, 'localhost']) expect(await statusOf(elsewhere, host)).toBe(401)
    expect(await statusOf(elsewhere, 'www.one.example')).toBe(404)
    expect(await statusOf(one.customer, one.host)).toBe(401)
    const id = (await getActor(t, one.customer)).credential.id
    expect(
      (await t.call(revokeSession, { params: { id } }, elsewhere, { headers: { host: two.host } })).status,
    ).toBe(401)
    expect(await statusOf(one.customer)).toBe(200)
  })
})

describe('activity of people', () => {
  it('shows where they signed in, without those who acted as them', async () => {
    await signIn(user, { from: '192.0.2.77' })
    const acting = await actAs(t, user, await t.admin(), { from: '192.0.2.78' })
    expect(await statusOf(acting)).toBe(200)
    const known = (ip: string, ids = [other.id, user.id]) => knowsAddress(t.app.ctx, ids, ip)
    expect(await Promise.all([known('192.0.2.77'), known('192.0.2.78'), known('192.0.2.79')])).toEqual([
      true,
      false,
      false,
    ])
    expect(await known('192.0.2.77', [other.id])).toBe(false)
    expect(await known('192.0.2.77', [])).toBe(false)
  })

  it('shows when they were last active', async () => {
    const silent = await createUser(t.app.ctx, user.accountId, {
      email: `silent-${user.id}@test.example`,
    })
    await change(await currentId(user), { last_active_at: '2020-01-02T03:04:05Z' })
    const seen = await findLastActive(t.app.ctx, [user.id, silent.id])
    expect([...seen]).toEqual([[user.id, new Date('2020-01-02T03:04:05Z')]])
    expect(await findLastActive(t.app.ctx, [])).toEqual(new Map())
  })
})

it('sessions are deleted 30 days after they ended, not before', async () => {
  const tokens = [user, await signIn(user), await signIn(user), await signIn(user)]
  const ids = await Promise.all(tokens.map(currentId))
  const days = (count: number) => sql`now() - make_interval(days => ${count})`
  await change(ids[1] as number, { revoked_at: days(29) })
  await change(ids[2] as number, { revoked_at: days(31) })
  await change(ids[3] as number, { expires_at: days(31) })
  await removeOldCredentials(t.app.database.db)
  const left = await t.app.database.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', user.id)
    .execute()
  expect(left.map(({ id }) => id).sort()).toEqual([ids[0], ids[1]].sort())
})
