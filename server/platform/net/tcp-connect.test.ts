import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { DnsAnswer } from '../dns/dns-client.ts'
import { readHostTargets } from '../fetch/host-map.ts'
import type { ResolvedAddress } from '../fetch/outbound-connector.ts'
import { createTcpConnect, type TcpOutcome } from './tcp-connect.ts'

const closing: Server[] = []
afterEach(() => {
  for (const server of closing.splice(0)) server.close()
})

async function listen(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(server)
  return (server.address() as { port: number }).port
}

const never = new AbortController().signal
const found = (...addresses: string[]): DnsAnswer<ResolvedAddress> => ({
  kind: 'found',
  records: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})
const answers = (answer: DnsAnswer<ResolvedAddress>) => ({ addresses: async () => answer })
const rules = (answer: DnsAnswer<ResolvedAddress>, map: Record<string, string> = {}) => ({
  dns: answers(answer),
  hostTargets: readHostTargets(map),
  connectTimeoutMs: 1000,
})

async function failure(outcome: Promise<TcpOutcome>): Promise<string> {
  const settled = await outcome
  if (settled.kind === 'connected') settled.socket.destroy()
  return settled.kind === 'connected' ? 'connected' : settled.why
}

describe('a guarded connection', () => {
  it('reaches a mapped name on this machine on any requested port, without DNS', async () => {
    const port = await listen()
    const connect = createTcpConnect(
      rules({ kind: 'failed', why: 'timeout' }, { 'mx.acme.example': `127.0.0.1:${port}` }),
    )
    const outcome = await connect('MX.acme.example.', 25, never)
    expect(outcome).toMatchObject({ kind: 'connected', address: '127.0.0.1' })
    if (outcome.kind !== 'connected') return
    const [data] = await outcome.socket.toArray()
    expect(String(data)).toBe('hello')
  })

  it('reports that a mapped name refuses connections', async () => {
    const port = await listen()
    const server = closing.pop() as Server
    await new Promise((resolve) => server.close(resolve))
    const connect = createTcpConnect(rules(found(), { 'mx.acme.example': `127.0.0.1:${port}` }))
    expect(await failure(connect('mx.acme.example', 25, never))).toBe('refused')
  })

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1', '192.168.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1', '::ffff:127.0.0.1'],
  ])('is refused before a packet is sent: %s', async (...addresses) => {
    const connect = createTcpConnect(rules(found(...addresses)))
    expect(await failure(connect('mx.acme.example', 25, never))).toBe('blocked_address')
  })

  it('is refused for a literal private address', async () => {
    const connect = createTcpConnect(rules({ kind: 'failed', why: 'timeout' }))
    expect(await failure(connect('127.0.0.1', 25, never))).toBe('blocked_address')
  })

  it('distinguishes a name without an address from a failing name server', async () => {
    const none = createTcpConnect(rules({ kind: 'none', why: 'nxdomain' }))
    const failed = createTcpConnect(rules({ kind: 'failed', why: 'servfail' }))
    expect(await failure(none('mx.acme.example', 25, never))).toBe('no_address')
    expect(await failure(failed('mx.acme.example', 25, never))).toBe('dns_failed')
  })

  it("ends with the signal's reason, also during the name lookup", async () => {
    const controller = new AbortController()
    const connect = createTcpConnect({
      ...rules(found()),
      dns: { addresses: () => new Promise<never>(() => {}) },
    })
    const outcome = connect('mx.acme.example', 25, controller.signal)
    controller.abort(new Error('stop'))
    await expect(outcome).rejects.toThrow('stop')
    await expect(connect('mx.acme.example', 25, controller.signal)).rejects.toThrow('stop')
  })
})
