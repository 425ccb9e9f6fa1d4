import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { halt, waitingForLock } from '#server/testing/halt.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const REQUESTS = 8

let t: TestApp
let origin: string
let user: TestUser
const agent = new Agent({ keepAlive: true })
let letGo = () => {}

async function start(stop?: { pauseMs: number; limitMs: number }): Promise<void> {
  t = await testApp({ stop: stop ?? { pauseMs: 0, limitMs: 20_000 } })
  origin = await t.listen()
  user = await t.account()
}
afterEach(async () => {
  agent.destroy()
  letGo()
  await t.close().catch(() => {})
})

const open = (path: string, token = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    get(`${origin}${path}`, { agent, headers }, resolve).on('error', reject)
  })
const ask = async (path: string, token = '') => (await open(path, token)).resume()

/** Holds a table that every request of `me` reads; requests wait for it until it is released. */
async function holdRequests(): Promise<{ release(): void; released: Promise<void> }> {
  const gate = halt()
  const { db } = t.app.database
  const released = transaction(db, async () => {
    await sql`lock table second_factor in access exclusive mode`.execute(db)
    await gate.pass()
  })
  await gate.reached
  letGo = gate.open
  return { release: gate.open, released }
}

it('answers every request in progress, refuses new connections, and closes the database last', async () => {
  await start()
  const held = await holdRequests()
  const replies = Array.from({ length: REQUESTS }, () => ask('/api/me', user.token))
  await waitingForLock(t, REQUESTS)
  const closed = t.app.close()
  await expect(once(connect(Number(new URL(origin).port), '127.0.0.1'), 'connect')).rejects.toThrow(
    'ECONNREFUSED',
  )
  held.release()
  await held.released
  const all = await Promise.all(replies)
  expect(all.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual(
    Array.from({ length: REQUESTS }, () => [200, 'close']),
  )
  await closed
})

it('cuts live streams and what takes longer than the limit', async () => {
  await start({ pauseMs: 0, limitMs: 300 })
  const events = await open('/api/events', user.token)
  await once(events, 'data')
  const ended = new Promise((resolve) => events.once('error', resolve))
  const held = await holdRequests()
  const late = ask('/api/me', user.token).then(
    () => 'answered',
    () => 'cut',
  )
  await waitingForLock(t, 1)
  const closed = t.app.close()
  await ended
  expect(await late).toBe('cut')
  held.release()
  await held.released
  await closed
})

it('goes on serving for the pause, is not ready, and keeps no connection', async () => {
  await start({ pauseMs: 400, limitMs: 20_000 })
  expect((await ask('/readyz')).statusCode).toBe(200)
  const closed = t.app.close()
  await expect.poll(async () => (await ask('/readyz')).statusCode).toBe(503)
  const reply = await ask('/healthz')
  expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close'])
  await closed
})

const statusOf = (address: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    get(address, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })

it('a process that leaves while another serves loses no request', async () => {
  await start({ pauseMs: 500, limitMs: 20_000 })
  const other = await testApp({ databaseUrl: t.databaseUrl, dataDir: t.dataDir, roles: ['web'] })
  const second = await other.listen()
  // Like a proxy: asks whether the first process is ready, and uses the second one when it isn't.
  let isFirstReady = true
  const watching = (async () => {
    while (isFirstReady) isFirstReady = (await statusOf(`${origin}/readyz`, '')) === 200
  })()
  const statuses: number[] = []
  let isOver = false
  const callers = Array.from({ length: REQUESTS }, async (_, at) => {
    while (!isOver)
      statuses.push(await statusOf(`${at % 2 && isFirstReady ? origin : second}/api/me`, user.token))
  })
  const more = (than: number) => expect.poll(() => statuses.length).toBeGreaterThan(than + 2 * REQUESTS)
  await more(0)
  await t.app.close()
  await watching
  await more(statuses.length)
  isOver = true
  await Promise.all(callers)
  expect(new Set(statuses)).toEqual(new Set([200]))
  await other.close()
})
