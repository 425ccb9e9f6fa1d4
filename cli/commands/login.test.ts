import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
    'lists.index': () => ({ json: { data: [], currentPage: 1, pageSize: 20, total: 0, next_cursor: null } }),
  })
})
afterEach(() => bench.close())

const noToken = { LEADWRIGHT_TOKEN: '', LEADWRIGHT_URL: '' }
const signIn = (...more: string[]) =>
  bench.run(['login', '--url', `${bench.server.url}/`, '--email', 'me@example.com', ...more], {
    env: noToken,
  })
const file = () => join(bench.env.LEADWRIGHT_HOME!, 'credentials.json')

it('stores the token readable by its owner only and never prints it', async () => {
  const { code, stdout, stderr } = await signIn('--password', 'right one', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ url: bench.server.url, email: 'me@example.com' })
  expect(stdout + stderr).not.toContain('token-of-login')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(statSync(bench.env.LEADWRIGHT_HOME!).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(file(), 'utf8')).token).toBe('token-of-login')
  expect(bench.server.faults).toEqual([])
})

it('login restricts a stored sign-in that others could read', async () => {
  await signIn('--password', 'right one')
  writeFileSync(file(), '{}', { mode: 0o644 })
  await signIn('--password', 'right one')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

it('uses the stored sign-in, and sends its token to no other server', async () => {
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

it('reads the password from the environment, and prompts for nothing without a terminal', async () => {
  const { code } = await bench.run(['login', '--email', 'me@example.com'], {
    env: { LEADWRIGHT_TOKEN: '', LEADWRIGHT_PASSWORD: 'right one' },
  })
  expect(code).toBe(0)
  const missing = await signIn()
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--password P is required')])
})

it('exits with 3 on a wrong password and stores nothing', async () => {
  const { code, stderr } = await signIn('--password', 'wrong one', '--json')
  expect(code).toBe(3)
  expect(JSON.parse(stderr).error.code).toBe('invalid_credentials')
  expect(() => statSync(file())).toThrow()
})

it('removes the sign-in on logout', async () => {
  await signIn('--password', 'right one')
  const { code } = await bench.run(['logout'], { env: noToken })
  expect([code, bench.server.callsTo('auth.logout').length]).toEqual([0, 1])
  expect((await bench.run(['lists'], { env: noToken })).code).toBe(3)
})

it('login refuses an invalid address of a server', async () => {
  const { code } = await bench.run(['login', '--url', 'localhost:3000', '--email', 'a', '--password', 'b'])
  expect(code).toBe(2)
})

it('a command identifies itself to the server', async () => {
  await signIn('--password', 'right one')
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(bench.server.calls.at(-1)!.headers['user-agent']).toBe(`leadwright-cli/${version}`)
})

/** A server that requires a brand and then a code. */
function requestMore(brands: { realm_id: number; name: string }[], hasSecondFactor: boolean) {
  return createBench({
    'auth.login': ({ body }) => {
      if (brands.length > 0 && body.realm_id === undefined)
        return refusal(409, 'brand_choice', { details: { brands } })
      if (hasSecondFactor)
        return refusal(401, 'second_factor_required', {
          details: { challenge: `challenge-of-${body.realm_id}-012345` },
        })
      return { json: loginReply(body.email, `token-of-${body.realm_id}`) }
    },
    'auth.secondFactor': ({ body }) =>
      body.code === '123456'
        ? { json: loginReply('me@example.com', `token-after-${body.challenge}`) }
        : refusal(422, 'invalid_code'),
  })
}
const BRANDS = [
  { realm_id: 4, name: 'Sample Leads' },
  { realm_id: 9, name: 'Other Leads' },
]

describe('when the server requires more', () => {
  async function signInTo(other: Bench, ...more: string[]) {
    const args = ['login', '--url', other.server.url, '--email', 'me@example.com', '--password', 'right one']
    const { code, stderr } = await other.run([...args, ...more, '--json'], { env: noToken })
    const credentialsFile = join(other.env.LEADWRIGHT_HOME!, 'credentials.json')
    const token = code === 0 ? JSON.parse(readFileSync(credentialsFile, 'utf8')).token : null
    const error = code === 0 ? null : JSON.parse(stderr).error
    expect(other.server.faults).toEqual([])
    await other.close()
    return { code, token, error }
  }

  it('completes with a second factor code', async () => {
    const { code, token } = await signInTo(await requestMore([], true), '--code', '123456')
    expect([code, token]).toEqual([0, 'token-after-challenge-of-undefined-012345'])
  })

  it('exits with 3 without a code or a terminal, and does not print the challenge', async () => {
    const { code, error } = await signInTo(await requestMore([], true))
    expect([code, error]).toEqual([
      3,
      { code: 'second_factor_required', message: 'This sign-in needs the code of an authenticator app' },
    ])
  })

  it('exits with 2 on a wrong code', async () => {
    const { code, error } = await signInTo(await requestMore([], true), '--code', '654321')
    expect([code, error.code]).toEqual([2, 'invalid_code'])
  })

  it.each([
    ['its name in any case', 'other LEADS'],
    ['its id', '9'],
  ])('selects a brand by %s', async (_what, brand) => {
    const { token } = await signInTo(await requestMore(BRANDS, false), '--brand', brand)
    expect(token).toBe('token-of-9')
  })

  it('accepts brand and code together', async () => {
    const { token } = await signInTo(await requestMore(BRANDS, true), '--brand', '4', '--code', '123456')
    expect(token).toBe('token-after-challenge-of-4-012345')
  })

  it.each([
    ['none was named', [], 'This sign-in belongs to several brands'],
    ['another was named', ['--brand', 'Third'], 'This sign-in has no brand "Third"'],
  ])('lists the brands when %s', async (_what, more, message) => {
    const { code, error } = await signInTo(await requestMore(BRANDS, false), ...more)
    expect([code, error]).toEqual([1, { code: 'brand_choice', message, details: { brands: BRANDS } }])
  })

  it('prints which option to add', async () => {
    const other = await requestMore(BRANDS, false)
    const args = ['login', '--url', other.server.url, '--email', 'me@example.com', '--password', 'right one']
    const { stderr } = await other.run(args, { env: noToken })
    await other.close()
    expect(stderr).toContain('--brand 4  (Sample Leads)\n  --brand 9  (Other Leads)')
  })
})

describe('an API key', () => {
  const KEY = `key_${'k'.repeat(43)}`
  const withKey = (key: string, ...more: string[]) =>
    bench.run(['login', '--url', bench.server.url, '--api-key', key, ...more], { env: noToken })

  async function serveMe(answer: () => ReturnType<typeof refusal>) {
    await bench.close()
    bench = await createBench({
      'me.show': answer,
      'lists.index': () => ({
        json: { data: [], currentPage: 1, pageSize: 20, total: 0, next_cursor: null },
      }),
    })
  }
  const meReply = () => ({ json: { data: loginReply('me@example.com', 'x').data.user } })

  it('is checked, kept and used, and never printed', async () => {
    await serveMe(meReply)
    const { code, stdout, stderr } = await withKey(KEY, '--json')
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { url: bench.server.url, email: 'me@example.com', expires_at: null },
    ])
    expect(stdout + stderr).not.toContain(KEY)
    expect(bench.server.calls.map(({ name, headers }) => [name, headers.authorization])).toEqual([
      ['me.show', `Bearer ${KEY}`],
    ])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect((await bench.run(['lists'], { env: noToken })).code).toBe(0)
    expect(bench.server.calls.at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(bench.server.faults).toEqual([])
  })

  it('can come from the environment', async () => {
    await serveMe(meReply)
    expect((await bench.run(['lists'], { env: { LEADWRIGHT_TOKEN: KEY } })).code).toBe(0)
    expect(bench.server.calls.at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  it('is forgotten by logout and stays valid', async () => {
    await serveMe(meReply)
    await withKey(KEY)
    const { code, stdout } = await bench.run(['logout'], { env: noToken })
    expect([code, stdout]).toEqual([0, expect.stringContaining('works until you revoke it')])
    expect(bench.server.callsTo('auth.logout')).toEqual([])
    expect(() => statSync(file())).toThrow()
  })

  it.each([
    [401, 'unauthorized', 'works only at the address where it was created'],
    [403, 'forbidden', 'a key with the scope "read"'],
  ])('that the server refuses with %i is not stored', async (status, code, hint) => {
    await serveMe(() => refusal(status, code))
    const result = await withKey(KEY)
    expect([result.code, result.stderr]).toEqual([3, expect.stringContaining(hint)])
    expect(() => statSync(file())).toThrow()
  })

  it.each([
    ['of another form', ['not-a-key'], 'begins with "key_"'],
    ['beside an email', [KEY, '--email', 'me@example.com'], 'cannot be combined with --email'],
    ['beside a code', [KEY, '--code', '123456'], 'cannot be combined with --code'],
  ])('%s is refused before any request', async (_what, [key, ...more], message) => {
    const { code, stderr } = await withKey(key as string, ...more)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(bench.server.calls).toEqual([])
  })

  it('or an email is required', async () => {
    const { code, stderr } = await bench.run(['login', '--url', bench.server.url], { env: noToken })
    expect([code, stderr]).toEqual([2, expect.stringContaining('--email E is required (or --api-key KEY)')])
  })
})
