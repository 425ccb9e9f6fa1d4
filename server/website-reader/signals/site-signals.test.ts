import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fixedClock } from '#server/platform/clock.ts'
import { createDnsClient } from '#server/platform/dns/dns-client.ts'
import { createOutbound, type Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { type FakeZone, startFakeDns } from '#server/testing/fake-dns.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { readLocalWebsite, servePages } from '#server/testing/read-local-website.ts'
import { SAMPLE_CERTIFICATES } from '#server/testing/sample-certificates.ts'
import { createWebsiteReader, type SignalReading } from '../index.ts'
import { readDomainRecords } from './domain-records.ts'

const values = (signals: readonly SignalReading[]) =>
  Object.fromEntries(signals.map(({ id, value }) => [id, value]))
const textOf = (signals: readonly SignalReading[], wanted: SignalReading['id']) =>
  signals.find(({ id }) => id === wanted)?.text
const PAGE = '<html lang="en"><title>Acme</title><p>Welcome</p></html>'

const before = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...before, SAMPLE_CERTIFICATES.authority]))
afterAll(() => setDefaultCACertificates(before))

type Certificate = Exclude<keyof typeof SAMPLE_CERTIFICATES, 'key' | 'authority'>

/** Reads https://acme.example with this certificate; over http it answers only if `plain` says so. */
async function readWith(certificate: Certificate, { plain = false, now = new Date() } = {}) {
  const { key, [certificate]: cert } = SAMPLE_CERTIFICATES
  const listener = servePages({ '/': PAGE })
  const secure = createServer({ key, cert }, listener)
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void secure.close().closeAllConnections())
  const open = await startLocalServer(listener)
  const outbound = createOutbound({
    userAgent: 'TestBot/1.0',
    allowLoopback: true,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  onTestFinished(() => outbound.close())
  const ported: Outbound = {
    ...outbound,
    async fetch(given, options) {
      const url = new URL(given)
      if (url.protocol === 'http:' && !plain)
        throw new OutboundError('network', Object.assign(new Error(), { code: 'ECONNREFUSED' }))
      url.port = String(url.protocol === 'http:' ? open.port : (secure.address() as AddressInfo).port)
      return outbound.fetch(url, options)
    },
  }
  const reader = createWebsiteReader({
    outbound: ported,
    settings: { delayMs: 0 },
    robotsToken: 'TestBot',
    clock: fixedClock(now),
  })
  return (await reader.read('acme.example', { withSignals: true, signal: new AbortController().signal }))
    .signals
}

describe('a website’s certificate', () => {
  it('that is trusted says until when, and warns two weeks before', async () => {
    expect(values(await readWith('trusted'))).toMatchObject({
      no_https: 'no',
      bad_certificate: 'no',
      certificate_ends_soon: 'no',
      certificate_expires: '2119-01-01',
    })
    const late = await readWith('trusted', { now: new Date('2118-12-20') })
    expect(values(late)).toMatchObject({ certificate_ends_soon: 'yes', certificate_expires: '2119-01-01' })
    const early = await readWith('trusted', { now: new Date('2118-12-10') })
    expect(values(early)).toMatchObject({ certificate_ends_soon: 'no' })
  })

  it.each<[Certificate, RegExp]>([
    ['expired', /has expired/],
    ['selfSigned', /self-signed/],
    ['otherName', /another name/],
    ['unknownIssuer', /issuer isn’t trusted/],
    ['notYet', /isn’t valid yet/],
  ])('that is refused is named: %s', async (certificate, text) => {
    const signals = await readWith(certificate)
    expect(values(signals)).toEqual({ bad_certificate: 'yes' })
    expect(textOf(signals, 'bad_certificate')).toMatch(text)
  })

  it('that is refused is told beside what the website shows without encryption', async () => {
    expect(values(await readWith('expired', { plain: true }))).toMatchObject({
      no_https: 'yes',
      bad_certificate: 'yes',
      no_title: 'no',
    })
  })
})

describe('a website that answers', () => {
  const read = (status: number) =>
    readLocalWebsite(
      'acme.example',
      (request, response) => {
        if (request.url === '/') response.writeHead(status, { 'content-type': 'text/html' }).end(PAGE)
        else response.writeHead(404).end()
      },
      { withSignals: true },
    )

  it.each([404, 410, 500, 502])('%i is dead', async (status) => {
    const { signals } = await read(status)
    expect(values(signals)).toEqual({ dead_site: 'yes', dead_reason: 'error' })
    expect(textOf(signals, 'dead_reason')).toContain(String(status))
  })

  it.each([401, 403, 429, 451])('%i is not known', async (status) => {
    expect((await read(status)).signals).toEqual([])
  })
})

describe('a website’s pages', () => {
  const read = (pages: Record<string, string>) =>
    readLocalWebsite('acme.example', servePages(pages), { withSignals: true })

  it('tell which of their links lead nowhere, but not of addresses that only a sitemap names', async () => {
    const { signals } = await read({
      '/': `${PAGE}<a href="/booking">Book</a><a href="/team">Team</a>`,
      '/team': PAGE,
      '/sitemap.xml': '<urlset><url><loc>https://acme.example/old</loc></url></urlset>',
    })
    expect(values(signals)).toMatchObject({ broken_links: 1 })
    expect(signals.find(({ id }) => id === 'broken_links')).toMatchObject({ text: '/booking answers 404' })
  })

  it('without links have none that are broken, and none that are not', async () => {
    expect(values((await read({ '/': PAGE })).signals)).not.toHaveProperty('broken_links')
  })

  it('are heavy by their bytes or by the files that they name', async () => {
    const heavy = async (html: string) => values((await read({ '/': html })).signals).heavy
    expect(await heavy(`${PAGE}<p>${'long '.repeat(110_000)}</p>`)).toBe('yes')
    const pictures = (count: number) =>
      Array.from({ length: count }, (_, at) => `<img src="/${at}.png">`).join('')
    expect(await heavy(PAGE + pictures(119))).toBe('no')
    expect(await heavy(PAGE + pictures(120))).toBe('yes')
  })

  it('say nothing of a website that is sent elsewhere', async () => {
    const { signals, problem } = await readLocalWebsite(
      'acme.example',
      (_, response) => void response.writeHead(301, { location: 'https://elsewhere.example/' }).end(),
      { withSignals: true },
    )
    expect(problem).toBe('moved_elsewhere')
    expect(signals).toEqual([])
  })
})

describe('the records of a domain', () => {
  async function readRecords(zones: Record<string, FakeZone>) {
    const server = await startFakeDns(zones)
    const dns = createDnsClient({ servers: [server.address], timeoutMs: 5000, tries: 1 })
    onTestFinished(async () => {
      dns.cancel()
      await server.close()
    })
    return readDomainRecords(dns, 'acme.example')
  }

  it('say whether anybody may send email in its name, and who hosts its mail', async () => {
    const signals = await readRecords({
      'acme.example': {
        txt: ['verify=1', 'v=spf1 include:_spf.google.com ~all'],
        mx: [[1, 'aspmx.l.google.com']],
      },
      '_dmarc.acme.example': { txt: ['v=DMARC1; p=reject'] },
    })
    expect(values(signals)).toEqual({ no_spf: 'no', no_dmarc: 'no', hosting: 'Google Workspace' })
    expect(textOf(signals, 'no_dmarc')).toBe('v=DMARC1; p=reject')
  })

  it('that are missing are a lack; other records are no policy', async () => {
    const signals = await readRecords({ 'acme.example': { txt: ['spf is v=spf1', 'v=spf10 all'] } })
    expect(values(signals)).toEqual({ no_spf: 'yes', no_dmarc: 'yes' })
  })

  it('are unknown where the name server doesn’t tell, and where there is no such domain', async () => {
    expect(
      await readRecords({
        'acme.example': { fail: 'servfail' },
        '_dmarc.acme.example': { fail: 'servfail' },
      }),
    ).toEqual([])
    // A name below it that doesn’t exist says nothing of a domain that nobody tells of.
    expect(await readRecords({ 'acme.example': { fail: 'servfail' } })).toEqual([])
    expect(await readRecords({})).toEqual([])
  })
})
