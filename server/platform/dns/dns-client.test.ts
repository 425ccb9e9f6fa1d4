import { afterEach, describe, expect, it } from 'vitest'
import { type FakeDns, type FakeZone, startFakeDns } from '#server/testing/fake-dns.ts'
import { createDnsClient, type DnsClient } from './dns-client.ts'
import { parseDnsServers } from './dns-servers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(zones: Record<string, FakeZone>): Promise<{ dns: DnsClient; server: FakeDns }> {
  const server = await startFakeDns(zones)
  const dns = createDnsClient({ servers: [server.address], timeoutMs: 500, tries: 1 })
  closing.push(dns.cancel, server.close)
  return { dns, server }
}

describe('mail hosts of a domain', () => {
  it('are ordered by preference, in lower case', async () => {
    const { dns } = await start({
      'acme.example': {
        mx: [
          [20, 'MX2.acme.example'],
          [5, 'mx1.acme.example'],
        ],
      },
    })
    expect(await dns.mx('acme.example')).toEqual({
      kind: 'found',
      records: [
        { host: 'mx1.acme.example', preference: 5 },
        { host: 'mx2.acme.example', preference: 20 },
      ],
    })
  })

  it('of a null MX have no name', async () => {
    const { dns } = await start({ 'acme.example': { mx: [[0, '']] } })
    expect(await dns.mx('acme.example')).toEqual({ kind: 'found', records: [{ host: '', preference: 0 }] })
  })

  it.each<[string, FakeZone, unknown]>([
    ['no such record', { a: ['127.0.0.1'] }, { kind: 'none', why: 'nodata' }],
    ['a broken zone', { fail: 'servfail' }, { kind: 'failed', why: 'servfail' }],
    ['a refusing server', { fail: 'refused' }, { kind: 'failed', why: 'refused' }],
    ['no answer', { fail: 'timeout' }, { kind: 'failed', why: 'timeout' }],
  ])('are none or unknown with %s', async (_name, zone, answer) => {
    const { dns } = await start({ 'acme.example': zone })
    expect(await dns.mx('acme.example')).toEqual(answer)
  })

  it('a name that does not exist', async () => {
    const { dns } = await start({})
    expect(await dns.mx('acme.example')).toEqual({ kind: 'none', why: 'nxdomain' })
  })

  it('a name server that is down', async () => {
    const { dns, server } = await start({})
    await server.close()
    closing.pop()
    const answer = await dns.mx('acme.example')
    expect(answer.kind).toBe('failed')
  })

  it('a cancelled query', async () => {
    const { dns } = await start({ 'acme.example': { fail: 'timeout' } })
    const answer = dns.mx('acme.example')
    dns.cancel()
    expect(await answer).toEqual({ kind: 'failed', why: 'cancelled' })
  })
})

describe('addresses of a name', () => {
  it('come with IPv4 first', async () => {
    const { dns } = await start({ 'mx.acme.example': { aaaa: ['::1'], a: ['127.0.0.1'] } })
    const records = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    expect(await dns.addresses('mx.acme.example')).toEqual({ kind: 'found', records })
    expect(await dns.lookupName('mx.acme.example')).toEqual(records)
  })

  it.each<[string, FakeZone, unknown]>([
    [
      'one family is enough',
      { a: ['127.0.0.1'], fail: { aaaa: 'servfail' } },
      { kind: 'found', records: [{ address: '127.0.0.1', family: 4 }] },
    ],
    ['no address of either family', {}, { kind: 'none', why: 'nodata' }],
    [
      'one family failed and the other has none',
      { fail: { aaaa: 'servfail' } },
      { kind: 'failed', why: 'servfail' },
    ],
  ])('are found as far as they are known: %s', async (_name, zone, answer) => {
    const { dns } = await start({ 'mx.acme.example': zone })
    expect(await dns.addresses('mx.acme.example')).toEqual(answer)
  })

  it('for a connector: an error with a code when there is none', async () => {
    const { dns } = await start({ 'down.example': { fail: 'servfail' } })
    await expect(dns.lookupName('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(dns.lookupName('down.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  })
})

describe('a list of name servers', () => {
  it('accepts addresses with and without a port', () => {
    expect(parseDnsServers(' 127.0.0.1:5353, ::1,[::1]:53 ,')).toEqual(['127.0.0.1:5353', '::1', '[::1]:53'])
    expect(parseDnsServers('')).toEqual([])
    createDnsClient({ servers: parseDnsServers('127.0.0.1:5353,::1,[::1]:53') })
  })

  it.each(['localhost:53', '127.0.0.1:0', '127.0.0.1:70000', '300.1.1.1', '[127.0.0.1]:53', 'x'])(
    'refuses %s',
    (text) => {
      expect(() => parseDnsServers(text)).toThrow(`"${text}"`)
    },
  )
})
