import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const dir = mkdtempSync(join(tmpdir(), 'env-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const env = (extra: Record<string, string> = {}) => readEnv({ DATA_DIR: dir, ...extra })
const KEY = 'x'.repeat(32)

describe('the environment', () => {
  it('has a default for everything; an empty variable counts as not set', () => {
    expect(env({ PORT: '', HOST: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      production: false,
      passwordMinLength: 6,
    })
    expect([...env().roles]).toEqual(['web', 'worker', 'scheduler'])
  })

  it('makes the secret key once, readable by its owner only', () => {
    const first = env().secretKey
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(env().secretKey).toBe(first)
    expect(readFileSync(join(dir, 'secret-key'), 'utf8').trim()).toBe(first)
    expect(statSync(join(dir, 'secret-key')).mode & 0o777).toBe(0o600)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['a port that is none', { PORT: '70000' }, /PORT/],
    ['a role that is none', { ROLES: 'web,cook' }, /"cook".*web, worker, scheduler/],
    ['an e-mail that is none', { ADMIN_EMAIL: 'boss' }, /ADMIN_EMAIL/],
    ['a password that could not sign in', { ADMIN_PASSWORD: '12345' }, /ADMIN_PASSWORD.*6/],
    [
      'a password shorter than the minimum of this place',
      { ADMIN_PASSWORD: '12345678', PASSWORD_MIN_LENGTH: '12' },
      /ADMIN_PASSWORD.*12/,
    ],
    ['a short secret', { SECRET_KEY: 'short' }, /SECRET_KEY.*32/],
    [
      'HOST_MAP in production',
      { NODE_ENV: 'production', SECRET_KEY: KEY, HOST_MAP: 'a=127.0.0.1:1' },
      /HOST_MAP/,
    ],
    ['MX_MAP in production', { NODE_ENV: 'production', SECRET_KEY: KEY, MX_MAP: 'a=127.0.0.1:1' }, /MX_MAP/],
    [
      'DNS_SERVERS in production',
      { NODE_ENV: 'production', SECRET_KEY: KEY, DNS_SERVERS: '127.0.0.1:53' },
      /DNS_SERVERS/,
    ],
    [
      'a database of its own in production without a shared secret',
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://x' },
      /SECRET_KEY/,
    ],
  ])('refuses %s and says what to do', (_name, variables, message) => {
    expect(() => env(variables)).toThrow(EnvError)
    expect(() => env(variables)).toThrow(message)
  })
})
