import { afterEach, describe, expect, it } from 'vitest'
import { createDnsClient } from '#server/platform/dns/dns-client.ts'
import { readHostTargets } from '#server/platform/fetch/host-map.ts'
import { type FakeZone, startFakeDns } from '#server/testing/fake-dns.ts'
import { findMailHosts } from './find-mail-hosts.ts'
import { findProvider } from './mail-providers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function hostsOf(domain: string, zones: Record<string, FakeZone>, map: Record<string, string> = {}) {
  const server = await startFakeDns(zones)
  const dns = createDnsClient({ servers: [server.address], timeoutMs: 500, tries: 1 })
  closing.push(dns.cancel, server.close)
  const found = await findMailHosts(domain, dns, readHostTargets(map))
  return { found, requested: server.requests }
}

describe('mail hosts', () => {
  it.each<[string, FakeZone | undefined, unknown]>([
    [
      'by preference',
      {
        mx: [
          [20, 'b.acme.example'],
          [10, 'a.acme.example'],
        ],
      },
      { kind: 'found', hosts: ['a.acme.example', 'b.acme.example'], fallback: false },
    ],
    [
      'its own address without MX',
      { a: ['127.0.0.1'] },
      { kind: 'found', hosts: ['acme.example'], fallback: true },
    ],
    ['its own IPv6 address', { aaaa: ['::1'] }, { kind: 'found', hosts: ['acme.example'], fallback: true }],
    [
      'a null MX, with or without an address',
      { mx: [[0, '']], a: ['127.0.0.1'] },
      { kind: 'none', why: 'null_mx' },
    ],
    [
      'a null MX next to a real one',
      {
        mx: [
          [0, ''],
          [10, 'a.acme.example'],
        ],
      },
      { kind: 'found', hosts: ['a.acme.example'], fallback: false },
    ],
    ['neither MX nor address', {}, { kind: 'none', why: 'no_mail_host' }],
    ['a missing domain', undefined, { kind: 'none', why: 'no_mail_host' }],
    ['a broken zone', { fail: 'servfail' }, { kind: 'failed', why: 'servfail' }],
    ['no answer', { fail: 'timeout' }, { kind: 'failed', why: 'timeout' }],
    ['no MX, and unknown addresses', { fail: { a: 'servfail' } }, { kind: 'failed', why: 'servfail' }],
    [
      'MX unknown, address there',
      { a: ['127.0.0.1'], fail: { mx: 'servfail' } },
      { kind: 'failed', why: 'servfail' },
    ],
  ])('of a domain with %s', async (_name, zone, expected) => {
    const { found } = await hostsOf('acme.example', zone ? { 'acme.example': zone } : {})
    expect(found).toEqual(expected)
  })

  it('a mapped domain is its own host, without a query', async () => {
    const { found, requested } = await hostsOf('acme.example', {}, { 'acme.example': '127.0.0.1:2525' })
    expect([found, requested]).toEqual([{ kind: 'found', hosts: ['acme.example'], fallback: false }, []])
  })
})

describe('a name server that returns nothing', () => {
  const PROBES = ['well-known.example', 'also-known.example']
  async function blankClient(zones: Record<string, FakeZone>) {
    const server = await startFakeDns(zones)
    const options = { timeoutMs: 500, tries: 1, probes: PROBES, probeMs: 60_000 }
    const dns = createDnsClient({ servers: [server.address], ...options })
    closing.push(dns.cancel, server.close)
    return { server, find: (domain: string) => findMailHosts(domain, dns, new Map()) }
  }

  it('is not trusted when it reports no mail hosts, and is probed once', async () => {
    const { server, find } = await blankClient({ 'no-mail.example': {} })
    for (const domain of ['acme.example', 'no-mail.example'])
      expect(await find(domain)).toEqual({ kind: 'failed', why: 'blank' })
    expect(server.requests.filter((query) => query === 'a well-known.example')).toHaveLength(1)
  })

  it('is trusted once it resolves a well-known name', async () => {
    const { server, find } = await blankClient({ 'also-known.example': { a: ['192.0.2.1'] } })
    expect(await find('acme.example')).toEqual({ kind: 'none', why: 'no_mail_host' })
    server.zones['acme.example'] = { mx: [[0, '']] }
    expect(await find('acme.example')).toEqual({ kind: 'none', why: 'null_mx' })
  })

  it('is not probed while it resolves queries', async () => {
    const { server, find } = await blankClient({ 'acme.example': { mx: [[10, 'mx.acme.example']] } })
    expect(await find('acme.example')).toMatchObject({ kind: 'found' })
    expect(server.requests).toEqual(['mx acme.example'])
  })
})

describe('the provider of a host', () => {
  it.each([
    ['aspmx.l.google.com', 'google'],
    ['alt1.gmail-smtp-in.l.google.com', 'google'],
    ['gmail.com', 'google'],
    ['acme-com.mail.protection.outlook.com', 'microsoft365'],
    ['acme-com.a-v1.mx.microsoft', 'microsoft365'],
    ['outlook-com.olc.protection.outlook.com', 'outlook'],
    ['mta5.am0.yahoodns.net', 'yahoo'],
    ['mx01.mail.icloud.com', 'icloud'],
    ['mailsec.protonmail.ch', 'proton'],
    ['mxa-0000.gslb.pphosted.com', 'proofpoint'],
    ['eu-smtp-inbound-1.mimecast.com', 'mimecast'],
    ['d1.ess.barracudanetworks.com', 'barracuda'],
    ['mx00.ionos.de', 'ionos'],
    ['mx00.gmx.net', 'gmx'],
    ['mx1.mail.ovh.net', 'ovh'],
    ['mx.yandex.ru', 'yandex'],
    ['mx1.qq.com', 'qq'],
  ])('%s belongs to %s', (host, id) => {
    expect(findProvider(host)?.id).toBe(id)
  })

  it.each(['mx.acme.example', 'notgoogle.com', 'google.com.evil.example'])('none of %s', (host) => {
    expect(findProvider(host)).toBeNull()
  })
})
