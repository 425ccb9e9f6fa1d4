import { lookup, Resolver } from 'node:dns'
import { lookup as lookupAsync, resolve4 } from 'node:dns/promises'
import { createServer, type LookupFunction, type Server, Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drainViolations, isLoopback } from './loopback-only.ts'

// A documentation address (TEST-NET-1): nothing would leave even without the guard.
const FOREIGN = '192.0.2.1'
const NAME = 'somewhere.leadwright-unknown'
let server: Server
let port: number

beforeAll(async () => {
  server = createServer((socket) => socket.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => server.close())

function connect(options: { host: string; lookup?: LookupFunction }): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new Socket().once('error', reject).once('data', (data) => resolve(String(data)))
    socket.connect({ port, ...options })
  })
}

const mapTo =
  (address: string): LookupFunction =>
  (_name, _options, callback) =>
    callback(null, [{ address, family: 4 }])

test('a test may connect to this machine', async () => {
  expect(await connect({ host: '127.0.0.1' })).toBe('hello')
  expect(await connect({ host: NAME, lookup: mapTo('127.0.0.1') })).toBe('hello')
  expect(drainViolations()).toEqual([])
})

test.each([
  ['an address', () => connect({ host: FOREIGN })],
  ['a custom resolver', () => connect({ host: NAME, lookup: mapTo(FOREIGN) })],
  ['a name', () => connect({ host: NAME })],
  ['fetch', () => fetch(`http://${FOREIGN}:${port}`)],
  ['lookup with callback', () => promisify(lookup)(NAME)],
  ['lookup', () => lookupAsync(NAME)],
  ['resolve', () => resolve4(NAME)],
  ['a resolver', () => promisify(new Resolver().resolveMx.bind(new Resolver()))(NAME)],
])('blocks leaving it through %s and records the violation', async (_way, leave) => {
  await expect(leave()).rejects.toThrow()
  expect(drainViolations()).toHaveLength(1)
})

test('resolves nothing under a reserved name, without a violation', async () => {
  await expect(lookupAsync('nobody.invalid')).rejects.toThrow('ENOTFOUND')
  expect(drainViolations()).toEqual([])
})

test('a test may reach the addresses of its own machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].filter(isLoopback)).toHaveLength(4)
  expect(['0.0.0.0', '10.0.0.1', '::2', 'localhost', ''].filter(isLoopback)).toEqual([])
})
