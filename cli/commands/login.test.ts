import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refusal } from '../testing/fake-server.ts'
import { loginReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench({
    'auth.login': ({ body }) =>
      body.password === 'right one'
        ? { json: loginReply(body.email, 'token-of-login') }
        : refusal(401, 'invalid_credentials'),
    'auth.logout': () => ({ json: { success: true } }),
    'lists.index': () => ({ json: { data: [], currentPage: 1, pageSize: 20, total: 0 } }),
  })
})
afterEach(() => bench.close())

const noToken = { LEADWRIGHT_TOKEN: '', LEADWRIGHT_URL: '' }
const signIn = (...more: string[]) =>
  bench.run(['login', '--url', `${bench.server.url}/`, '--email', 'me@example.com', ...more], {
    env: noToken,
  })
const file = () => join(bench.env.LEADWRIGHT_HOME!, 'credentials.json')

it('keeps the token for its owner only and never prints it', async () => {
  const { code, stdout, stderr } = await signIn('--password', 'right one', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ url: bench.server.url, email: 'me@example.com' })
  expect(stdout + stderr).not.toContain('token-of-login')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(statSync(bench.env.LEADWRIGHT_HOME!).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(file(), 'utf8')).token).toBe('token-of-login')
  expect(bench.server.faults).toEqual([])
})

it('tightens a file that was open to others', async () => {
  await signIn('--password', 'right one')
  writeFileSync(file(), '{}', { mode: 0o644 })
  await signIn('--password', 'right one')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

it('uses the kept sign-in, and shows its token to no other server', async () => {
  await signIn('--password', 'right one')
  expect((await bench.run(['lists'], { env: noToken })).code).toBe(0)
  expect(bench.server.calls.at(-1)!.headers.authorization).toBe('Bearer token-of-login')
  const other = await createBench({})
  try {
    const { code } = await bench.run(['lists'], {
      env: { LEADWRIGHT_TOKEN: '', LEADWRIGHT_URL: other.server.url },
    })
    expect([code, other.server.calls]).toEqual([3, []])
  } finally {
    await other.close()
  }
})

it('takes the password from the environment, and asks for nothing without a terminal', async () => {
  const { code } = await bench.run(['login', '--email', 'me@example.com'], {
    env: { LEADWRIGHT_TOKEN: '', LEADWRIGHT_PASSWORD: 'right one' },
  })
  expect(code).toBe(0)
  const missing = await signIn()
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--password P is required')])
})

it('ends with 3 on a wrong password and keeps nothing', async () => {
  const { code, stderr } = await signIn('--password', 'wrong one', '--json')
  expect(code).toBe(3)
  expect(JSON.parse(stderr).error.code).toBe('invalid_credentials')
  expect(() => statSync(file())).toThrow()
})

it('forgets the sign-in on logout', async () => {
  await signIn('--password', 'right one')
  const { code } = await bench.run(['logout'], { env: noToken })
  expect([code, bench.server.callsOf('auth.logout').length]).toEqual([0, 1])
  expect((await bench.run(['lists'], { env: noToken })).code).toBe(3)
})

it('refuses an address that is none', async () => {
  const { code } = await bench.run(['login', '--url', 'localhost:3000', '--email', 'a', '--password', 'b'])
  expect(code).toBe(2)
})
