import { afterEach, describe, expect, it } from 'vitest'
import { type Clock, fixedClock } from '#server/platform/clock.ts'
import type { ConnectFailure, TcpConnect } from '#server/platform/net/tcp-connect.ts'
import { startVerifierBench, type VerifierBench } from '#server/testing/email-verifier-bench.ts'
import { createPort25Watch, type ReachState } from './port25-watch.ts'

const MINUTE = 60_000
const PUBLIC = '198.51.100.7'

function watchAt(clock: Clock, saved: { state: unknown }) {
  return createPort25Watch({
    clock,
    storage: {
      load: async () => saved.state,
      save: async (state: ReachState) => {
        saved.state = JSON.parse(JSON.stringify(state))
      },
    },
  })
}

function bench() {
  const clock = fixedClock(new Date('2026-03-01T10:00:00Z'))
  const saved: { state: unknown } = { state: null }
  return { clock, saved, watch: watchAt(clock, saved), other: watchAt(clock, saved) }
}

describe('port 25', () => {
  it('counts as closed for every process when hosts of three networks stay silent', async () => {
    const { watch, other, clock } = bench()
    expect(await watch.status()).toEqual({ port25: 'untested', retryAt: null })
    await watch.onConnect('mx.a.example', 'timeout', PUBLIC)
    await watch.onConnect('mx.b.example', 'unreachable', PUBLIC)
    expect([await watch.mayConnect(), await watch.isClosed()]).toEqual([true, false])
    await other.onConnect('mx.c.example', 'timeout', PUBLIC)
    expect([await watch.mayConnect(), await other.mayConnect(), await watch.isClosed()]).toEqual([
      false,
      false,
      true,
    ])
    expect(await watch.status()).toEqual({
      port25: 'closed',
      retryAt: new Date(clock.now().getTime() + 30 * MINUTE),
      since: clock.now(),
    })
  })

  it.each<[string, [host: string, why: ConnectFailure, address: string | null][]]>([
    ['one network, repeatedly', [1, 2, 3, 4].map((n) => [`mx${n}.a.example`, 'timeout', PUBLIC])],
    ['refusing hosts', ['a', 'b', 'c', 'd'].map((n) => [`mx.${n}.example`, 'refused', PUBLIC])],
    [
      'hosts that are not public',
      ['a', 'b', 'c'].map((n) => [`mx.${n}.example`, 'blocked_address', '10.0.0.1']),
    ],
    ['names without an address', ['a', 'b', 'c'].map((n) => [`mx.${n}.example`, 'no_address', null])],
    ['IPv6-only hosts', ['a', 'b', 'c'].map((n) => [`mx.${n}.example`, 'unreachable', '2600::1'])],
  ])('does not for %s', async (_name, attempts) => {
    const { watch } = bench()
    for (const attempt of attempts) await watch.onConnect(...attempt)
    expect(await watch.mayConnect()).toBe(true)
  })

  it('counts as closed when every host of a big provider is silent', async () => {
    const { watch } = bench()
    for (const host of ['aspmx.l.google.com', 'alt1.aspmx.l.google.com', 'alt2.aspmx.l.google.com'])
      await watch.onConnect(host, 'timeout', PUBLIC)
    expect(await watch.isClosed()).toBe(true)
  })

  it('stays open when a host has answered recently', async () => {
    const { watch, clock } = bench()
    await watch.onConnect('mx.z.example', null, PUBLIC)
    for (const name of ['a', 'b', 'c', 'd']) await watch.onConnect(`mx.${name}.example`, 'timeout', PUBLIC)
    expect([await watch.mayConnect(), (await watch.status()).port25]).toEqual([true, 'open'])
    clock.advance(11 * MINUTE)
    await watch.onConnect('mx.e.example', 'timeout', PUBLIC)
    expect(await watch.mayConnect()).toBe(false)
  })

  it('forgets silence after a while', async () => {
    const { watch, clock } = bench()
    await watch.onConnect('mx.a.example', 'timeout', PUBLIC)
    await watch.onConnect('mx.b.example', 'timeout', PUBLIC)
    clock.advance(31 * MINUTE)
    await watch.onConnect('mx.c.example', 'timeout', PUBLIC)
    expect(await watch.mayConnect()).toBe(true)
  })

  it('is tried once after the pause, and reopened by a success', async () => {
    const { watch, other, clock } = bench()
    for (const name of ['a', 'b', 'c']) await watch.onConnect(`mx.${name}.example`, 'timeout', PUBLIC)
    clock.advance(30 * MINUTE)
    expect([await watch.mayConnect(), await watch.mayConnect(), await other.mayConnect()]).toEqual([
      true,
      false,
      false,
    ])
    await watch.onConnect('mx.d.example', 'timeout', PUBLIC)
    clock.advance(29 * MINUTE)
    expect(await other.mayConnect()).toBe(false)
    clock.advance(MINUTE)
    expect(await other.mayConnect()).toBe(true)
    await other.onConnect('mx.d.example', null, PUBLIC)
    expect([await watch.mayConnect(), await watch.status()]).toEqual([
      true,
      { port25: 'open', retryAt: null },
    ])
  })

  it('is tried by another process when the first never finished', async () => {
    const { watch, other, clock } = bench()
    for (const name of ['a', 'b', 'c']) await watch.onConnect(`mx.${name}.example`, 'timeout', PUBLIC)
    clock.advance(30 * MINUTE)
    expect(await watch.mayConnect()).toBe(true)
    clock.advance(2 * MINUTE)
    expect(await other.mayConnect()).toBe(true)
  })

  it('counts as untested when the saved state cannot be read', async () => {
    const { watch, saved } = bench()
    saved.state = { closedUntil: 'soon' }
    expect([await watch.mayConnect(), (await watch.status()).port25]).toEqual([true, 'untested'])
  })
})

describe('a verifier behind a closed port', () => {
  let running: VerifierBench | null = null
  afterEach(() => running?.close())
  const zones = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [
      `${name}.example`,
      { mx: [[1, `mx.${name}.example`]] as [number, string][] },
    ]),
  )

  async function start(smtp: 'auto' | 'on') {
    const tried: string[] = []
    const silent: TcpConnect = async (host) => {
      tried.push(host)
      return { kind: 'failed', why: 'timeout', address: PUBLIC }
    }
    running = await startVerifierBench({ zones, deps: { connect: silent, smtp } })
    return { tried, verifier: running.verifier }
  }

  it('notices it and stops connecting', async () => {
    const { tried, verifier } = await start('auto')
    const verify = async (name: string) => (await verifier.verify(`ann@${name}.example`)).reason
    expect([await verify('a'), await verify('b'), await verify('c'), await verify('d')]).toEqual([
      'mx_timeout',
      'mx_timeout',
      'port25_closed',
      'port25_closed',
    ])
    expect(tried).toEqual(['mx.a.example', 'mx.b.example', 'mx.c.example'])
    expect(await verifier.verify('ann@d.example')).toMatchObject({
      state: 'port25_unavailable',
      temporary: true,
      mx: { hosts: ['mx.d.example'] },
    })
    expect(await verifier.status()).toMatchObject({ smtp: 'auto', port25: 'closed' })
  })

  it('draws no conclusion from websites without mail', async () => {
    const sites = ['a', 'b', 'c', 'd'].map((name) => `${name}.example`)
    running = await startVerifierBench({
      zones: Object.fromEntries(sites.map((site) => [site, { a: [PUBLIC] }])),
      deps: { connect: async () => ({ kind: 'failed', why: 'timeout', address: PUBLIC }) },
    })
    for (const site of sites)
      expect(await running.verifier.verify(`ann@${site}`)).toMatchObject({ reason: 'mx_timeout' })
  })

  it('continues when its report fails', async () => {
    const { tried, verifier } = await start('on')
    for (const name of ['a', 'b', 'c', 'd']) await verifier.verify(`ann@${name}.example`)
    expect(tried).toHaveLength(4)
  })
})
