import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/activity/runs.ts'
import { login, logout } from '#contract/identity/auth.ts'
import { createList, renameList } from '#contract/leads/lists.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { API_KEY_ENDED, type LiveBus, type LiveMessage, SESSION_ENDED } from '#server/platform/live-bus.ts'
import { openEvents } from '#server/testing/event-stream.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { getActor, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { liveEvents } from './live-events.ts'

let t: TestApp
let origin: string
let user: TestUser
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
  user = await t.account()
})
afterAll(() => t.close())

const isHello = (event: LiveEvent) => event.type === 'hello'
const isList = (id: number) => (event: LiveEvent) => event.type === 'list' && event.list_id === id
const search = (as: TestUser) =>
  t.call(createList, { body: { name: 'Live', type: 'people', search: { source: 'sample' }, limit: 3 } }, as)
const rename = (id: number) =>
  t.call(renameList, { params: { id }, body: { name: `Name ${Math.random()}` } }, user)

describe('the stream of live events', () => {
  it('opens at once and is not buffered on its way', async () => {
    const stream = await openEvents(origin, user.token)
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await stream.waitFor(isHello)
    stream.leave()
  })

  it('shows a run from start to end, its list and its credits to the whole account, and to nobody else', async () => {
    const [member, stranger, parent] = await Promise.all([t.member(user), t.account(), t.admin()])
    const streams = await Promise.all(
      [user, member, stranger, parent].map((as) => openEvents(origin, as.token)),
    )
    await Promise.all(streams.map((stream) => stream.waitFor(isHello)))
    const { id, run } = (await search(user)).body.data
    for (const stream of streams.slice(0, 2)) {
      const last = await stream.waitFor((event) => event.type === 'run' && event.run.finished_at !== null)
      expect(last).toMatchObject({ run: { id: run.id, state: 'succeeded', counts: { delivered: 3 } } })
      await stream.waitFor(isList(id))
      await stream.waitFor((event) => event.type === 'wallet')
    }
    // Events for the others would come before an event of their own.
    const otherUser = await Promise.all([seedList(t, stranger), seedList(t, parent)])
    for (const [index, stream] of streams.slice(2).entries()) {
      const own = otherUser[index]?.id as number
      await stream.waitFor(isList(own))
      expect(stream.events.filter((event) => event.type !== 'hello' && !isList(own)(event))).toEqual([])
    }
    for (const stream of streams) stream.leave()
  })

  it('continues when the database drops the listening connection', async () => {
    const stream = await openEvents(origin, user.token)
    await stream.waitFor(isHello)
    const { id } = await seedList(t, user)
    await stream.waitFor(isList(id))
    const before = stream.events.length
    const { rows } = await sql<{
      cut: boolean
    }>`select pg_terminate_backend(pid) as cut from pg_stat_activity where application_name = 'live-bus' and datname = current_database()`.execute(
      t.app.database.db,
    )
    expect(rows).toEqual([{ cut: true }])
    // Events in the meantime are unknown, so the reader is told to reload.
    await stream.waitFor(isHello, before)
    await rename(id)
    await stream.waitFor(isList(id), before)
    stream.leave()
  })

  it('is refused without a token', async () => {
    const stream = await openEvents(origin, 'x'.repeat(43))
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ])
  })

  it('ends when its session signs out, and no other', async () => {
    const body = { email: user.email, password: user.password }
    const { token } = (await t.call(login, { body })).body.data.authorisation
    const [stream, other] = await Promise.all([openEvents(origin, token), openEvents(origin, user.token)])
    await Promise.all([stream, other].map((stream) => stream.waitFor(isHello)))
    await t.call(logout, {}, { token })
    await stream.ended
    const { id } = await seedList(t, user)
    await other.waitFor(isList(id))
    other.leave()
  })

  it('ends when the server stops', async () => {
    const other = await testApp({ roles: ['web'], databaseUrl: t.databaseUrl })
    const stream = await openEvents(await other.listen(), user.token)
    await stream.waitFor(isHello)
    await other.close()
    await stream.ended
  })
})

describe('one reader', () => {
  function handBus() {
    const listeners = new Set<(message: LiveMessage) => void>()
    const bus: LiveBus = {
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: async () => {},
    }
    const send = (message: LiveMessage) => listeners.forEach((listener) => void listener(message))
    return { bus, send, count: () => listeners.size }
  }

  async function read(credential: Partial<Actor['credential']> = {}) {
    const hand = handBus()
    const stop = new AbortController()
    const caller = await getActor(t, user)
    const actor = { ...caller, credential: { ...caller.credential, ...credential } }
    const events = liveEvents({ ...t.app.ctx, bus: hand.bus }, actor, stop.signal)[Symbol.asyncIterator]()
    expect((await events.next()).value).toEqual({ type: 'hello' })
    const list = (id: number) => hand.send({ accountId: actor.accountId, kind: 'list', id })
    return { ...hand, events, list, stop }
  }

  it('gets repeated changes once, in order', async () => {
    const { events, list, stop } = await read()
    for (const id of [1, 2, 1, 1, 2, 3]) list(id)
    const got = [await events.next(), await events.next(), await events.next()]
    expect(got.map(({ value }) => value)).toEqual([1, 2, 3].map((list_id) => ({ type: 'list', list_id })))
    stop.abort()
    expect((await events.next()).done).toBe(true)
  })

  it('that is too slow has to reload everything', async () => {
    const { events, list, stop } = await read()
    for (let id = 1; id <= 501; id += 1) list(id)
    expect((await events.next()).value).toEqual({ type: 'hello' })
    stop.abort()
  })

  it('is removed when it disconnects, also while idle', async () => {
    const { events, stop, count } = await read()
    const next = events.next()
    expect(count()).toBe(1)
    stop.abort()
    expect((await next).done).toBe(true)
    expect(count()).toBe(0)
  })

  it('gets a ping when idle for long', async () => {
    const { events, stop } = await read()
    vi.useFakeTimers()
    try {
      const next = events.next()
      await vi.advanceTimersByTimeAsync(15_000)
      expect((await next).value).toEqual({ type: 'ping' })
    } finally {
      vi.useRealTimers()
      stop.abort()
    }
  })

  it.each([
    ['session', SESSION_ENDED, API_KEY_ENDED],
    ['api_key', API_KEY_ENDED, SESSION_ENDED],
  ] as const)('ends with its %s, not with an equal number of the other kind', async (kind, own, foreign) => {
    const { events, send, list } = await read({ kind, id: 5, expiresAt: null })
    send({ accountId: user.accountId, kind: foreign, id: 5 })
    send({ accountId: user.accountId, kind: own, id: 6 })
    send({ accountId: user.accountId + 1, kind: own, id: 5 })
    list(1)
    expect((await events.next()).value).toEqual({ type: 'list', list_id: 1 })
    const next = events.next()
    send({ accountId: user.accountId, kind: own, id: 5 })
    expect((await next).done).toBe(true)
  })

  it('receives nothing after its session has expired, busy or not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const expiresAt = () => new Date(Date.now() + 20_000)
      const [idle, busy] = [await read({ expiresAt: expiresAt() }), await read({ expiresAt: expiresAt() })]
      const ping = idle.events.next()
      await vi.advanceTimersByTimeAsync(15_000)
      expect((await ping).value).toEqual({ type: 'ping' })
      const next = idle.events.next()
      busy.list(1)
      await vi.advanceTimersByTimeAsync(5_000)
      expect([(await next).done, idle.count()]).toEqual([true, 0])
      expect((await busy.events.next()).done).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})
