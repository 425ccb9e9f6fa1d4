import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import * as api from '#contract/identity/auth.ts'
import { brand } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** The statements of the call that runs, without their values; background work has none. */
const statements = new AsyncLocalStorage<string[]>()
const { query } = pg.Client.prototype
// Before the program opens connections: each keeps the function it had then.
beforeAll(() => {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    const [first] = args
    statements.getStore()?.push(typeof first === 'string' ? first : String(first?.text ?? 'copy'))
    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads
    return (query as any).apply(this, args)
  } as typeof query
})
/** Without a worker, so that only the call itself queries the database. */
let t: TestApp
let host: string
let known: string
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  await t.admin()
  const branded = await brand(t, 'same-work.example')
  host = branded.host
  known = branded.customer.email
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await t.close()
})

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  await statements.run(found, work)
  return found
}

const password = 'not the password'
const SECRET = 'x'.repeat(43)
let addresses = 0
/** Every call takes another address, so that no limit knows it. */
const from = () => `192.0.2.${++addresses}`
const unknown = () => `nobody-${addresses}@people.example`

const CALLS: Record<string, [Endpoint, (email: string) => object]> = {
  'a password reset': [api.forgotPassword, (email) => ({ email })],
  'a registration': [api.register, (email) => ({ email, first_name: 'S', password })],
  'another code': [api.resendVerificationCode, (email) => ({ email })],
  'another code for a registration': [
    api.resendVerificationCode,
    (email) => ({ email, registration: SECRET }),
  ],
  'a sign-in': [api.login, (email) => ({ email, password })],
  'a confirmation': [api.confirmEmail, (email) => ({ email, password, code: '123456' })],
}

describe('does the same work whether an email is known or not', () => {
  const run = (name: string, email: string, at: string) => {
    const [endpoint, bodyOf] = CALLS[name] as [Endpoint, (email: string) => object]
    return statementsOf(() =>
      t.call(endpoint, { body: bodyOf(email) } as never, null, { headers: { host: at }, from: from() }),
    )
  }
  for (const at of ['a brand', 'the platform'])
    it.each(Object.keys(CALLS))(`%s, on ${at}`, async (name) => {
      const where = at === 'a brand' ? host : 'localhost'
      // Whatever is cached on first use.
      await run(name, unknown(), where)
      const [one, two] = [await run(name, known, where), await run(name, unknown(), where)]
      expect(one.length).toBeGreaterThan(2)
      expect(one).toEqual(two)
    })

  it('another code, whether a registration waits or not', async () => {
    const email = 'waiting@people.example'
    await t.call(api.register, { body: { email, first_name: 'S', password } }, null, { headers: { host } })
    expect(await run('another code', email, host)).toEqual(await run('another code', unknown(), host))
  })
})
