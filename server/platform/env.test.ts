import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'
import { SECRET_VARIABLES } from './env-secret-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'env-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const env = (extra: Record<string, string> = {}) => readEnv({ DATA_DIR: dir, ...extra })
const KEY = 'x'.repeat(32)

describe('the environment', () => {
  it('has a default for everything; an empty variable counts as unset', () => {
    expect(env({ PORT: '', HOST: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      production: false,
      passwordMinLength: 6,
    })
    expect([...env().roles]).toEqual(['web', 'worker', 'scheduler'])
  })

  it('creates the secret key once, readable by its owner only', () => {
    const first = env().secretKey
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(env().secretKey).toBe(first)
    expect(readFileSync(join(dir, 'secret-key'), 'utf8').trim()).toBe(first)
    expect(statSync(join(dir, 'secret-key')).mode & 0o777).toBe(0o600)
  })

  it('reads every secret from a file, and refuses one that is given twice or can’t be read', () => {
    const path = join(dir, 'a-secret')
    writeFileSync(path, `${KEY}\n`)
    expect(env({ SECRET_KEY_FILE: path }).secretKey).toBe(KEY)
    expect(env({ ADMIN_PASSWORD_FILE: path }).adminPassword).toBe(KEY)
    expect(() => env({ SECRET_KEY_FILE: path, SECRET_KEY: KEY })).toThrow('both set')
    expect(() => env({ SECRET_KEY_FILE: join(dir, 'none') })).toThrow(/SECRET_KEY_FILE: .*ENOENT/)
    writeFileSync(path, ' \n')
    expect(() => env({ SECRET_KEY_FILE: path })).toThrow('empty')
    // Whatever has a secret in its name is among them.
    const source = readFileSync(join(import.meta.dirname, 'env.ts'), 'utf8')
    const named = [
      ...source.matchAll(/^ {2}(\w*(?:SECRET|PASSWORD|PASSPHRASE|TOKEN|API_KEY|AUDIT_KEY)\w*): /gm),
    ]
    const secrets = named.map(([, name]) => name as string).filter((name) => name !== 'PASSWORD_MIN_LENGTH')
    expect(secrets.length).toBeGreaterThan(8)
    expect(secrets.filter((name) => !(SECRET_VARIABLES as readonly string[]).includes(name))).toEqual([])
  })

  it('signs the audit log with its own key, and accepts the secret key and old ones', () => {
    const [own, old, older] = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
    const secret = { SECRET_KEY: KEY, AUDIT_OLD_KEYS: `${old}, ${older}` }
    expect(env(secret).auditKeys).toEqual([KEY, old, older])
    expect(env({ ...secret, AUDIT_KEY: own as string }).auditKeys).toEqual([own, old, older, KEY])
  })

  it('configures where the audit log head is sent', () => {
    const to = ' /mnt/else/heads , https://keep.example/h,records@sample.example'
    expect(env({ AUDIT_HEAD_TO: to }).auditHeadTo).toEqual([
      { kind: 'file', to: '/mnt/else/heads' },
      { kind: 'webhook', to: 'https://keep.example/h' },
      { kind: 'mail', to: 'records@sample.example' },
    ])
    expect(env().auditHeadTo).toEqual([])
  })

  it('says why a data folder is unusable', () => {
    const file = join(dir, 'a-file')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'below')])
      expect(() => env({ DATA_DIR: folder })).toThrow(
        /^DATA_DIR: can’t use the folder .*: a file (with that name|is where a folder).*\. Name/,
      )
    expect(() => env({ DATA_DIR: '/proc/nowhere' })).toThrow(/^DATA_DIR: can’t use .*Name another folder/)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['an invalid port', { PORT: '70000' }, /PORT/],
    ['an unknown role', { ROLES: 'web,cook' }, /"cook".*web, worker, scheduler/],
    ['an invalid email', { ADMIN_EMAIL: 'boss' }, /ADMIN_EMAIL/],
    ['a password too short to sign in', { ADMIN_PASSWORD: '12345' }, /ADMIN_PASSWORD.*6/],
    [
      "a password shorter than this installation's minimum",
      { ADMIN_PASSWORD: '12345678', PASSWORD_MIN_LENGTH: '12' },
      /ADMIN_PASSWORD.*12/,
    ],
    ['a short secret', { SECRET_KEY: 'short' }, /SECRET_KEY.*32/],
    ['a short audit key', { AUDIT_KEY: 'short' }, /AUDIT_KEY.*32/],
    ['an audit key with a comma', { AUDIT_KEY: `${KEY},` }, /AUDIT_KEY.*commas/],
    ['an invalid target for the audit log head', { AUDIT_HEAD_TO: '/a,heads' }, /AUDIT_HEAD_TO.*"heads"/],
    ['a short old audit key', { AUDIT_OLD_KEYS: `${KEY},short` }, /AUDIT_OLD_KEYS.*32/],
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
    ['a malformed HOST_MAP', { HOST_MAP: 'acme.example' }, /HOST_MAP: "acme\.example".*name=127\.0\.0\.1/],
    [
      'an MX_MAP to another machine',
      { MX_MAP: 'acme.example=10.0.0.1:25' },
      /MX_MAP: "acme\.example=10\.0\.0\.1:25".*loopback.*name=127\.0\.0\.1:2525/,
    ],
    [
      'a name server without an address',
      { DNS_SERVERS: 'dns.example' },
      /DNS_SERVERS: "dns\.example".*127\.0\.0\.1:5353/,
    ],
    ['an unknown SMTP setting', { VERIFY_SMTP: 'maybe' }, /VERIFY_SMTP.*auto, on or off.*maybe/],
    ['a host name without a domain', { VERIFY_HELO: 'localhost' }, /VERIFY_HELO.*mail\.example\.com/],
    ['an invalid sender', { VERIFY_FROM: 'x>\r\nDATA' }, /VERIFY_FROM/],
    ['zero pages', { CRAWL_MAX_PAGES: '0' }, /CRAWL_MAX_PAGES.*1 or more/],
    ['half a page', { CRAWL_MAX_PAGES: '1.5' }, /CRAWL_MAX_PAGES.*whole number/],
    ['a negative pause', { CRAWL_DELAY_MS: '-1' }, /CRAWL_DELAY_MS.*0 or more/],
    ['too many concurrent websites', { CRAWL_HOSTS: '1000' }, /CRAWL_HOSTS.*256 or less/],
    ['a user agent of two lines', { CRAWL_USER_AGENT: 'a\r\nb: c' }, /CRAWL_USER_AGENT.*one line/],
    ['tiles over plain HTTP', { MAP_TILES_URL: 'http://t.example/{z}/{x}/{y}' }, /MAP_TILES_URL.*https/],
    ['tiles without placeholders', { MAP_TILES_URL: 'https://t.example/1' }, /MAP_TILES_URL.*\{z\}/],
    [
      'tiles from several hosts',
      { MAP_TILES_URL: 'https://{s}.t.example/{z}/{x}/{y}' },
      /MAP_TILES_URL.*one plain name/,
    ],
    [
      'a tile host that would break the content policy',
      { MAP_TILES_URL: 'https://t.example;x/{z}/{x}/{y}' },
      /MAP_TILES_URL.*one plain name/,
    ],
    ['an invalid tile address', { MAP_TILES_URL: '{z}/{x}/{y}' }, /MAP_TILES_URL.*https:/],
    [
      'tiles without attribution',
      { MAP_TILES_URL: 'https://t.example/{z}/{x}/{y}' },
      /MAP_TILES_ATTRIBUTION is required/,
    ],
    [
      'a custom database in production without a shared secret',
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://x' },
      /SECRET_KEY/,
    ],
  ])('refuses %s and says what to do', (_name, variables, message) => {
    expect(() => env(variables)).toThrow(EnvError)
    expect(() => env(variables)).toThrow(message)
  })
})

describe('verifying and crawling', () => {
  it('have defaults', () => {
    expect(env()).toMatchObject({
      verify: { smtp: 'auto', from: '' },
      crawl: { maxPages: 100, delayMs: 250, hosts: 16, userAgent: undefined },
    })
    expect(env().verify.helo).not.toBe('')
    expect([env().mxMap, env().dnsServers]).toEqual([undefined, undefined])
  })

  it('accept given values', () => {
    const parsed = env({
      MX_MAP: 'acme.example=127.0.0.1:2525',
      DNS_SERVERS: '127.0.0.1:5353',
      VERIFY_SMTP: 'off',
      VERIFY_HELO: 'probe.example.com',
      VERIFY_FROM: 'probe@example.com',
      CRAWL_MAX_PAGES: '7',
      CRAWL_DELAY_MS: '0',
      CRAWL_TIMEOUT_MS: '60000',
      CRAWL_HOSTS: '2',
      CRAWL_USER_AGENT: 'Reader/1 (+https://example.com/bot)',
    })
    expect(parsed).toMatchObject({
      mxMap: 'acme.example=127.0.0.1:2525',
      dnsServers: '127.0.0.1:5353',
      verify: { smtp: 'off', helo: 'probe.example.com', from: 'probe@example.com' },
      crawl: {
        maxPages: 7,
        delayMs: 0,
        pageTimeoutMs: 60_000,
        hosts: 2,
        userAgent: 'Reader/1 (+https://example.com/bot)',
      },
    })
  })

  it.each([
    [{ PUBLIC_URL: 'https://leads.example.com' }, 'no-reply@leads.example.com'],
    [{ PUBLIC_URL: 'https://leads.example.com', MAIL_FROM: 'hello@example.com' }, 'hello@example.com'],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, ''],
    [{ PUBLIC_URL: 'http://localhost:3000' }, ''],
  ])('require a sender in a public domain: %j', (variables, from) => {
    expect(env(variables).verify.from).toBe(from)
  })

  it("use this host's public name as HELO", () => {
    expect(env({ PUBLIC_URL: 'https://leads.example.com' }).verify.helo).toBe('leads.example.com')
  })
})

describe('map tiles', () => {
  it('are off by default, or as configured', () => {
    expect(env().mapTiles).toBeUndefined()
    const url = 'https://tiles.example.com/{z}/{x}/{y}.png?key=1'
    const MAP_TILES_ATTRIBUTION = ' © The mappers '
    expect(env({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION }).mapTiles).toEqual({
      url,
      attribution: '© The mappers',
    })
  })
})
