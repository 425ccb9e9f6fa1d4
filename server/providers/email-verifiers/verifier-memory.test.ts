import { afterEach, describe, expect, it } from 'vitest'
import {
  type BenchPlan,
  startVerifierBench,
  type VerifierBench,
} from '#server/testing/email-verifier-bench.ts'

let bench: VerifierBench | null = null
afterEach(async () => {
  await bench?.close()
  bench = null
})

async function start(plan: BenchPlan): Promise<VerifierBench> {
  await bench?.close()
  bench = await startVerifierBench(plan)
  return bench
}

const people = Array.from({ length: 20 }, (_, index) => `p${index}@acme.example`)
const everybody = Object.fromEntries(people.map((address) => [address, '250 Ok']))
const strangers = (requested: string[]): string[] => requested.filter((address) => !people.includes(address))

describe('many addresses of one domain', () => {
  it('need one DNS query and one random address, also concurrently', async () => {
    const { verifier, smtp, dns } = await start({
      hosts: { 'mx.acme.example': { rcpt: everybody } },
      zones: { 'acme.example': { mx: [[1, 'mx.acme.example']] } },
    })
    await verifier.verify('first@acme.example')
    const results = await Promise.all(people.map((address) => verifier.verify(address)))
    expect(results.map(({ state }) => state)).toEqual(people.map(() => 'valid'))
    const requested = smtp['mx.acme.example']?.recipients() ?? []
    expect(strangers(requested)).toHaveLength(2)
    expect(strangers(requested)[1]).toBe('first@acme.example')
    expect(dns.requests).toEqual(['mx acme.example'])
  })

  it('share the random address when nothing was known before', async () => {
    const { verifier, smtp } = await start({ hosts: { 'acme.example': { rcpt: everybody } } })
    const results = await Promise.all(people.map((address) => verifier.verify(address)))
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['valid']))
    expect(new Set(strangers(smtp['acme.example']?.recipients() ?? [])).size).toBe(1)
    expect(strangers(smtp['acme.example']?.recipients() ?? [])).toHaveLength(2)
  })

  it('are not probed at a catch-all domain, with that as the reason', async () => {
    const { verifier, smtp } = await start({ hosts: { 'acme.example': { catchAll: true } } })
    const results = await Promise.all(people.map((address) => verifier.verify(address)))
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['catch_all']))
    expect(smtp['acme.example']?.sessions).toHaveLength(1)
    expect(results.every(({ transcript }) => transcript.some(({ line }) => line.startsWith('RCPT')))).toBe(
      true,
    )
  })

  it('are each probed while the random address gets no clear answer', async () => {
    const { verifier, smtp } = await start({
      hosts: { 'acme.example': { rcpt: { ...everybody, '*': '451 4.3.0 not now' } } },
    })
    for (const address of people.slice(0, 3))
      expect(await verifier.verify(address)).toMatchObject({ state: 'risky', reason: 'catch_all_unchecked' })
    expect(strangers(smtp['acme.example']?.recipients() ?? [])).toHaveLength(3)
  })

  it('use few connections to a host at once, in turn', async () => {
    const { verifier, smtp, paced } = await start({
      hosts: { 'acme.example': { rcpt: everybody, delayMs: 2 } },
      deps: { limits: { perHost: 3 } },
    })
    await Promise.all(people.map((address) => verifier.verify(address)))
    expect(smtp['acme.example']?.sessions).toHaveLength(people.length)
    // A connection counts as open until both sides have closed it.
    expect(smtp['acme.example']?.maxOpen()).toBeLessThanOrEqual(6)
    expect(paced).toEqual(people.map(() => 'smtp:acme.example'))
  })

  it('cause one query to a failing name server, and another soon after', async () => {
    const { verifier, dns } = await start({
      zones: { 'acme.example': { fail: 'servfail' } },
      deps: { limits: { failureMs: 1 } },
    })
    expect(await verifier.verify('p1@acme.example')).toMatchObject({ reason: 'dns_failed' })
    dns.zones['acme.example'] = { mx: [[0, '']] }
    await expect.poll(async () => (await verifier.verify('p1@acme.example')).reason).toBe('null_mx')
  })
})

it('addresses of a domain whose random address was skipped use what is known', async () => {
  const { verifier, smtp } = await start({
    hosts: { 'acme.example': { rcpt: everybody }, 'all.example': { catchAll: true } },
  })
  const verify = (address: string) => verifier.verify(address, { skipCatchAll: true })
  expect(await verify('p1@acme.example')).toMatchObject({ reason: 'catch_all_unchecked' })
  await verifier.verify('p2@acme.example')
  await verifier.verify('p2@all.example')
  expect(await verify('p1@acme.example')).toMatchObject({ state: 'valid', catch_all: false })
  expect(await verify('p1@all.example')).toMatchObject({ state: 'catch_all' })
  expect(smtp['all.example']?.sessions).toHaveLength(1)
})

it('hosts of one provider share their slots', async () => {
  const { verifier, paced } = await start({
    hosts: { 'a.mail.protection.outlook.com': {}, 'b.mail.protection.outlook.com': {} },
    zones: {
      'a.example': { mx: [[1, 'a.mail.protection.outlook.com']] },
      'b.example': { mx: [[1, 'b.mail.protection.outlook.com']] },
    },
  })
  await verifier.verify('x@a.example')
  await verifier.verify('x@b.example')
  expect(paced).toEqual(['smtp:microsoft365', 'smtp:microsoft365'])
})

it('an aborted check lets the next one probe the domain', async () => {
  const { verifier, smtp } = await start({ hosts: { 'acme.example': { rcpt: everybody, hangAt: 'mail' } } })
  const controller = new AbortController()
  const first = verifier.verify('p1@acme.example', { signal: controller.signal })
  const second = verifier.verify('p2@acme.example')
  await expect.poll(() => smtp['acme.example']?.sessions[0]?.commands.length).toBe(2)
  const server = smtp['acme.example']
  if (server) server.script = { rcpt: everybody }
  controller.abort(new Error('cancelled'))
  await expect(first).rejects.toThrow('cancelled')
  expect(await second).toMatchObject({ state: 'valid' })
})
