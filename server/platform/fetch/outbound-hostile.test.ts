import { describe, expect, test } from 'vitest'
import { startLocalServer } from '#server/testing/local-server.ts'
import { drainViolations } from '#server/testing/loopback-only.ts'
import { createOutbound, type Outbound, type OutboundSetup } from './outbound.ts'
import type { ResolvedAddress } from './outbound-connector.ts'
import { OutboundError } from './outbound-error.ts'

/**
 * Ways to write a URL that lead to a server on 127.0.0.1 when nothing stops them (the control test sends them
 * there). PORT is replaced by the port of the canary.
 */
const LEADS_TO_CANARY = [
  'http://127.0.0.1:PORT/',
  'HTTP://127.0.0.1:PORT',
  'https://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0X7F000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0x7f.1:PORT/',
  'http://0x7f.0x0.0x0.0x1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0177.0.0.0x1:PORT/',
  'http://017700000001:PORT/',
  'http://00000177.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://１２７.0.0.1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127．0．0．1:PORT/',
  'http://127｡0｡0｡1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://127%2e0%2e0%2e1:PORT/',
  'http://127.0.\t0.1:PORT/',
  ' http://127.0.0.1:PORT/ ',
  'http:\\\\127.0.0.1:PORT\\',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@public.example/',
  'http://127.0.0.1:PORT\\@public.example/',
  'http://127.0.0.1:PORT?@public.example/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:FFFF:7F00:0001]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://sub.localhost:PORT/',
  'http://ⓛocalhost:PORT/',
  'http://loopback.example:PORT/',
  'http://127.0.0.1.wildcard.example:PORT/',
  'http://mapped.example:PORT/',
  'http://both.example:PORT/',
]

/** Literal addresses of every refused kind. */
const PRIVATE_LITERALS = [
  '0.0.0.0',
  '0',
  '0.0.0.1',
  '127.127.127.127',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '3232235777',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.169.254.',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
].map((host) => `http://${host}/`)

/** DNS answers of these tests. */
const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1'],
  'sub.localhost': ['127.0.0.1'],
  'loopback.example': ['127.0.0.1'],
  '127.0.0.1.wildcard.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'both.example': ['127.0.0.1', '::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'metadata.example': ['169.254.169.254', 'fd00:ec2::254'],
  'private.example': ['10.0.0.1'],
  'six-to-four.example': ['2002:7f00:1::'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'zone.example': ['fe80::1%eth0'],
  'zero.example': ['0.0.0.0'],
  'broken.example': ['127.1'],
  intranet: ['192.168.0.10'],
}
const PRIVATE_NAMES = [
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://METADATA.google.internal./',
  'https://metadata.example/',
  'http://private.example/',
  'http://six-to-four.example/',
  'http://nat64.example/',
  'http://zone.example/',
  'http://zero.example/',
  'http://broken.example/',
  'http://intranet/',
]

/** Not http(s), or with credentials: refused before any look-up. */
const BAD_URLS = [
  '',
  'http://',
  'http:///',
  'http://a b/',
  'http://[::1/',
  'http://127.0.0.1:99999/',
  'http://127.0.0.1.5/',
  'http://256.256.256.256/',
  'http://0x100000000/',
  'http://public.example%00.evil.example/',
  'http://public.example@127.0.0.1:PORT/',
  'http://public.example:80@127.0.0.1:PORT/',
  'http://:password@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT@public.example/',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'gopher://127.0.0.1:PORT/_GET',
  'ftp://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'dict://127.0.0.1:PORT/',
  'ldap://127.0.0.1:PORT/',
  'unix:/var/run/docker.sock',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'blob:http://127.0.0.1:PORT/x',
  'about:blank',
]
/** Invalid alone, but a redirect to them inherits the page's scheme and names a host. */
const RELATIVE = ['//127.0.0.1:PORT/', '///127.0.0.1:PORT/', '\\\\127.0.0.1:PORT/']

const BLOCKED = [...LEADS_TO_CANARY, ...PRIVATE_LITERALS, ...PRIVATE_NAMES]

async function lookup(hostname: string): Promise<ResolvedAddress[]> {
  const addresses = NAMES[hostname.replace(/\.$/, '')]
  if (!addresses) throw Object.assign(new Error(`no such name: ${hostname}`), { code: 'ENOTFOUND' })
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

/** A canary that must receive no request, and a page at http://public.example that redirects wherever it is asked to. */
async function startScene(setup: Partial<OutboundSetup> = {}) {
  const canary = await startLocalServer((_request, response) => response.end('secret'))
  const page = await startLocalServer((request, response) => {
    const to = decodeURIComponent(request.url!.slice('/?to='.length))
    response.writeHead(302, { location: Buffer.from(to, 'utf8').toString('latin1') }).end()
  })
  const outbound = createOutbound({
    userAgent: 'test',
    hostMap: { 'public.example': `127.0.0.1:${page.port}` },
    lookup,
    ...setup,
  })
  const write = (url: string) => url.replace('PORT', String(canary.port))
  return { canary, page, outbound, write }
}

async function failureOf(outbound: Outbound, url: string): Promise<string> {
  try {
    const response = await outbound.fetch(url, { retry: { attempts: 3 } })
    response.discard()
    return `answered ${response.status}`
  } catch (error) {
    return error instanceof OutboundError ? error.code : String(error)
  }
}

/** Requests every URL and returns those that did not end as expected. */
async function othersThan(expected: string, outbound: Outbound, urls: string[]): Promise<string[]> {
  const results: string[] = []
  for (const url of urls) {
    const result = await failureOf(outbound, url)
    if (result !== expected) results.push(`${url}: ${result}`)
  }
  return results
}

describe('hostile URLs', () => {
  test('are numerous enough', () => {
    expect(BLOCKED.length + BAD_URLS.length).toBeGreaterThanOrEqual(120)
  })

  test('never reach the canary', async () => {
    const { outbound, canary, write } = await startScene()
    expect(await othersThan('blocked_address', outbound, BLOCKED.map(write))).toEqual([])
    expect(await othersThan('bad_url', outbound, BAD_URLS.map(write))).toEqual([])
    expect(canary.connections()).toBe(0)
  })

  test('never reach it by a redirect of a public page', async () => {
    const { outbound, canary, page, write } = await startScene()
    const byRedirect = (url: string) => `http://public.example/?to=${encodeURIComponent(url)}`
    const absolute = BAD_URLS.filter((url) => url !== '')
    // With one slash or none after the scheme it is a path of the page itself.
    const elsewhere = [...BLOCKED, ...RELATIVE].filter((url) => !/^http:\/?[^/\\]/.test(url))
    expect(elsewhere).toHaveLength(BLOCKED.length + RELATIVE.length - 2)
    expect(await othersThan('blocked_address', outbound, elsewhere.map(write).map(byRedirect))).toEqual([])
    expect(await othersThan('bad_url', outbound, absolute.map(write).map(byRedirect))).toEqual([])
    expect(page.connections()).toBeGreaterThanOrEqual(1)
    expect(canary.connections()).toBe(0)
  })

  test('reach it in the first group without the guard (control)', async () => {
    const silent: string[] = []
    const { canary, write } = await startScene()
    for (const url of LEADS_TO_CANARY.map(write)) {
      const before = canary.connections()
      const open = createOutbound({ userAgent: 'test', lookup, privateOrigins: [new URL(url).origin] })
      await failureOf(open, url)
      if (canary.connections() === before) silent.push(url)
      await open.close()
    }
    expect(silent).toEqual([])
  })
})

describe('names that change their answer', () => {
  function changing(...answers: string[]) {
    let requested = 0
    const resolve = async () => [{ address: answers[Math.min(requested++, answers.length - 1)]!, family: 4 }]
    return { resolve, requested: () => requested }
  }

  test('the socket connects to the address that was checked, without another query', async () => {
    const name = changing('93.184.216.34', '127.0.0.1')
    const { outbound, canary, write } = await startScene({ lookup: name.resolve })
    expect(await outbound.fetch(write('http://rebind.example:PORT/')).catch((error) => error.code)).toBe(
      'network',
    )
    // The network of the tests is closed; the refused address is the checked one.
    expect(drainViolations()).toEqual([expect.stringContaining('93.184.216.34 (rebind.example)')])
    expect(name.requested()).toBe(1)
    expect(canary.connections()).toBe(0)
  })

  test('the next connection is checked again', async () => {
    const name = changing('127.0.0.1', '10.0.0.1')
    const { outbound, write } = await startScene({ lookup: name.resolve, allowLoopback: true })
    const first = await outbound.fetch(write('http://rebind.example:PORT/'), {
      headers: { connection: 'close' },
    })
    expect(await first.text()).toBe('secret')
    first.discard()
    const second = createOutbound({ userAgent: 'test', lookup: name.resolve, allowLoopback: true })
    expect(await failureOf(second, write('http://rebind.example:PORT/'))).toBe('blocked_address')
  })

  test('of a mixed answer only the public address is tried', async () => {
    const mixed = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '93.184.216.34', family: 4 },
    ]
    const { outbound, canary, write } = await startScene({ lookup: mixed })
    expect(await failureOf(outbound, write('http://mixed.example:PORT/'))).toBe('network')
    expect(drainViolations().every((offence) => offence.includes('93.184.216.34'))).toBe(true)
    expect(canary.connections()).toBe(0)
  })
})

describe('allowed private addresses', () => {
  test('allowLoopback allows loopback and nothing else', async () => {
    const { outbound, canary, write } = await startScene({ allowLoopback: true })
    expect(await failureOf(outbound, write('http://127.0.0.1:PORT/'))).toBe('answered 200')
    expect(await failureOf(outbound, write('http://localhost:PORT/'))).toBe('answered 200')
    expect(canary.connections()).toBeGreaterThan(0)
    const others = PRIVATE_LITERALS.filter((url) => !/127\.127|\[::1\]|0001\]/.test(url))
    expect(await othersThan('blocked_address', outbound, [...others, ...PRIVATE_NAMES])).toEqual([])
  })

  test('a private origin is allowed on its own scheme, name and port only', async () => {
    const { canary, write } = await startScene()
    const outbound = createOutbound({
      userAgent: 'test',
      lookup,
      privateOrigins: [write('http://loopback.example:PORT')],
    })
    expect(await failureOf(outbound, write('http://loopback.example:PORT/x'))).toBe('answered 200')
    const neighbours = [
      'http://127.0.0.1:PORT/',
      'http://localhost:PORT/',
      'http://loopback.example/',
      'https://loopback.example:PORT/',
    ]
    expect(await othersThan('blocked_address', outbound, neighbours.map(write))).toEqual([])
    expect(canary.connections()).toBe(1)
  })

  test('a refusal is logged with the host, without path and query', async () => {
    const lines: unknown[] = []
    const { outbound } = await startScene({
      log: { warn: (details, message) => lines.push([details, message]) },
    })
    await failureOf(outbound, 'http://10.0.0.1/path?token=secret')
    expect(lines).toEqual([[{ requested: '10.0.0.1' }, 'The address is not on the public internet']])
  })
})
