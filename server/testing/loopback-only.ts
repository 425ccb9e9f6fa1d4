import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net, { BlockList, isIP, type LookupFunction } from 'node:net'
import { afterEach } from 'vitest'

/**
 * Loaded before every test file: a test that tries to reach another machine gets an error, and fails even if the
 * code under test swallows that error.
 */

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Names reserved by standard: looking them up finds nothing and is allowed. */
const RESERVED_NAME = /(^|\.)(invalid|test|example|example\.(com|net|org))\.?$/i
const LOCAL_NAME = /(^|\.)localhost\.?$/i

type State = { offences: string[] }
const KEY = Symbol.for('leadwright.loopback-only')
const shared = globalThis as typeof globalThis & { [KEY]?: State }

/** Whether an address literal is of this machine. */
export function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

function offence(target: string): Error {
  const message = `Tests may only reach this machine, but this one tried ${target}`
  shared[KEY]?.offences.push(message)
  return new Error(message)
}

function lookupError(name: string): NodeJS.ErrnoException {
  const error = RESERVED_NAME.test(name)
    ? new Error(`getaddrinfo ENOTFOUND ${name}`)
    : offence(`to look up ${name}`)
  return Object.assign(error, { code: 'ENOTFOUND', hostname: name })
}

const mayLookUp = (name: unknown) =>
  typeof name !== 'string' || name === '' || isIP(name) !== 0 || LOCAL_NAME.test(name)

type ConnectOptions = { host?: string; path?: string; lookup?: LookupFunction }

/** A test's own resolver may map any name, but only to this machine. */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (name, options, callback) =>
    lookup(name, options, (error, result, family) => {
      const addresses = Array.isArray(result) ? result.map((entry) => entry.address) : [result]
      const foreign = error ? undefined : addresses.find((address) => !isLoopback(address))
      if (foreign === undefined) callback(error, result, family)
      else callback(offence(`to connect to ${foreign} (${name})`), [])
    })
}

function guardSockets(): void {
  const connect = net.Socket.prototype.connect as (this: net.Socket, ...args: unknown[]) => net.Socket
  function guarded(this: net.Socket, ...args: unknown[]): net.Socket {
    // net.connect passes its arguments normalized, as [options, callback].
    const list = Array.isArray(args[0]) ? args[0] : args
    const options = optionsOf(list)
    const host = options?.host
    if (host && isIP(host) && !isLoopback(host)) {
      process.nextTick(() => this.destroy(offence(`to connect to ${host}`)))
      return this
    }
    if (options?.lookup && list[0] === options) list[0] = { ...options, lookup: guardLookup(options.lookup) }
    return connect.apply(this, args)
  }
  net.Socket.prototype.connect = guarded as typeof net.Socket.prototype.connect
}

function optionsOf(args: unknown[]): ConnectOptions | null {
  const [first, second] = args
  if (typeof first === 'object' && first !== null) return first
  if (typeof second === 'string') return { host: second }
  return null
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown
type Target = Record<string, unknown>

function replace(target: object, method: string, guard: (original: AnyFunction) => AnyFunction): void {
  const original = (target as Target)[method]
  if (typeof original === 'function') (target as Target)[method] = guard(original as AnyFunction)
}

function guardNames(): void {
  replace(dns, 'lookup', (original) => (...args) => {
    if (mayLookUp(args[0])) return original(...args)
    const callback = args.at(-1) as AnyFunction
    process.nextTick(callback, lookupError(String(args[0])))
  })
  replace(dns.promises, 'lookup', (original) => (...args) => {
    return mayLookUp(args[0]) ? original(...args) : Promise.reject(lookupError(String(args[0])))
  })
  for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const method of methodsOf(target)) replace(target, method, guardResolve)
  }
}

function methodsOf(target: object): string[] {
  const names = [target, Object.getPrototypeOf(target)].flatMap((level) => Object.getOwnPropertyNames(level))
  return [...new Set(names)].filter((name) => /^(resolve|reverse)/.test(name))
}

function guardResolve(original: AnyFunction): AnyFunction {
  return function (this: unknown, ...args) {
    const servers =
      this instanceof dns.Resolver || this instanceof dns.promises.Resolver ? this.getServers() : []
    const ownServer = servers.length > 0 && servers.every((server) => /^(127\.|\[?::1)/.test(server))
    if (ownServer) return original.apply(this, args)
    const error = lookupError(String(args[0]))
    const callback = args.at(-1)
    if (typeof callback !== 'function') return Promise.reject(error)
    process.nextTick(callback as () => void, error)
  }
}

if (!shared[KEY]) {
  shared[KEY] = { offences: [] }
  guardSockets()
  guardNames()
  syncBuiltinESMExports()
}

/** Returns and clears the violations since the last call or test; they no longer fail the test. */
export function drainViolations(): string[] {
  return shared[KEY]?.offences.splice(0) ?? []
}

afterEach(() => {
  const offences = drainViolations()
  if (offences.length > 0) throw new Error(offences.join('\n'))
})
