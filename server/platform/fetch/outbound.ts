import type { Agent, buildConnector, Dispatcher } from 'undici'
import { refuseInTransaction } from '../db/db.ts'
import { type CertificateDays, createCertificateDays } from './certificate-days.ts'
import type { ConnectionGroup } from './connection-group.ts'
import { type Deadline, sleep as realSleep, startDeadline, untilAborted } from './deadline.ts'
import { type HostTarget, normalHostname, readHostTargets } from './host-map.ts'
import { ACCEPT_ENCODING } from './outbound-body.ts'
import { createConnector, type ResolveName, resolveBySystem } from './outbound-connector.ts'
import { OutboundError, toOutboundError } from './outbound-error.ts'
import {
  createOutboundResponse,
  dropBody,
  type OutboundResponse,
  type RawAnswer,
} from './outbound-response.ts'
import { type Hop, isRedirect, isSameSite, nextHop, parseOutboundUrl } from './outbound-url.ts'
import { allowedAttempts, isRetryError, isRetryStatus, retryWaitMs } from './retry-policy.ts'
import { undici } from './undici.ts'

const DEFAULTS = { timeoutMs: 30_000, connectTimeoutMs: 10_000, maxBytes: 10 * 1024 * 1024, attempts: 1 }
const MAX_REDIRECTS = 5
const MAX_HEADER_BYTES = 64 * 1024
/** Set by the connection itself; a caller's values would contradict it. */
const CONNECTION_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade'])

/** Times are in milliseconds. */
export interface OutboundOptions {
  /** Default: GET. */
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Total limit: look-up, connection, redirects, retries and reading the body. Default 30 s. */
  timeoutMs?: number
  /** Limit of opening one connection. Use few different values: each has its own connection pool. Default 10 s. */
  connectTimeoutMs?: number
  /** Limit of the decoded body. Default 10 MiB. */
  maxBytes?: number
  /**
   * `follow` (default): up to 5 redirects, to no address twice. `same-site`: only to the registrable domain of the first URL; a redirect
   * that leaves it is returned. `none`: every redirect is returned. A body is never resent to another origin: such a
   * redirect is returned too.
   */
  redirects?: 'follow' | 'same-site' | 'none'
  /** Maximum attempts for an idempotent request, after a network error, 429 or 503. Default 1. */
  retry?: { attempts: number }
  /** Ends the request with the error `aborted`. */
  signal?: AbortSignal
  /** Whose connections it uses; by default those of all other requests. */
  connections?: ConnectionGroup
}

export interface OutboundSetup {
  userAgent: string
  /**
   * Names served at a loopback address over plain HTTP, whatever the scheme: development and tests. See
   * parseHostMap.
   */
  hostMap?: Record<string, string>
  /** Allows 127.0.0.0/8 and ::1: development and tests. */
  allowLoopback?: boolean
  /**
   * Origins (`http://ollama.lan:11434`) that the operator configured and that may be private. Give them only to a
   * fetcher that never sees a URL from a user, a page or a webhook.
   */
  privateOrigins?: readonly string[]
  /** Resolves names; defaults to the operating system's resolver. */
  lookup?: ResolveName
  /** Waits between attempts; replaced in tests. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Logs refused addresses. */
  log?: { warn(details: object, message: string): void }
}

/** The only access to the network. */
export interface Outbound {
  /**
   * Sends a request and resolves when the headers of the final response arrived, whatever its status. Rejects only
   * with OutboundError; see OutboundErrorCode for how to handle each code.
   */
  fetch(url: string | URL, options?: OutboundOptions): Promise<OutboundResponse>
  /** Waits for running requests and closes all connections. */
  close(): Promise<void>
}

/**
 * Creates a fetcher that reaches only the public internet: every name is resolved and checked when its connection is
 * opened, on every redirect, and private, loopback, link-local, metadata and reserved addresses are refused. Throws
 * RangeError when `hostMap` leads anywhere but to loopback.
 */
export function createOutbound(setup: OutboundSetup): Outbound {
  const hostTargets = readHostTargets(setup.hostMap ?? {})
  const agents = new Map<number, Agent>()
  const connectors = new Map<number, buildConnector.connector>()
  const rules = {
    hostTargets,
    allowLoopback: setup.allowLoopback ?? false,
    privateOrigins: new Set(setup.privateOrigins?.map((origin) => new URL(origin).origin)),
    resolveName: setup.lookup ?? resolveBySystem,
  }

  const certificates = createCertificateDays()

  function connectorFor(connectTimeoutMs: number): buildConnector.connector {
    const known = connectors.get(connectTimeoutMs)
    if (known) return known
    const connect = createConnector({ ...rules, connectTimeoutMs, onCertificate: certificates.note })
    connectors.set(connectTimeoutMs, connect)
    return connect
  }

  function agentFor(connectTimeoutMs: number, group?: ConnectionGroup): Agent {
    const owner = group?.agents ?? agents
    const known = owner.get(connectTimeoutMs)
    if (known) return known
    const agent = new (undici().Agent)({
      connect: connectorFor(connectTimeoutMs),
      connections: group?.limit ?? null,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
    })
    owner.set(connectTimeoutMs, agent)
    return agent
  }

  return {
    async fetch(url, options = {}) {
      refuseInTransaction('Calling out')
      const hop = firstHop(parseOutboundUrl(url), options, setup.userAgent)
      const deadline = startDeadline(options.timeoutMs ?? DEFAULTS.timeoutMs, options.signal)
      const agent = agentFor(options.connectTimeoutMs ?? DEFAULTS.connectTimeoutMs, options.connections)
      const send = (next: Hop) => sendHop({ agent, hostTargets, certificates }, next, deadline)
      const run = () => followRedirects(hop, options.redirects ?? 'follow', send)
      const attempts = allowedAttempts(hop.method, options.retry?.attempts ?? DEFAULTS.attempts)
      try {
        const answer = await withRetries(run, attempts, deadline, setup.sleep ?? realSleep)
        return createOutboundResponse(answer, options.maxBytes ?? DEFAULTS.maxBytes, deadline)
      } catch (error) {
        deadline.clear()
        const failure = toOutboundError(error, deadline.signal)
        if (failure.code === 'blocked_address') setup.log?.warn({ requested: hop.url.host }, failure.message)
        throw failure
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.close()))
    },
  }
}

function firstHop(url: URL, options: OutboundOptions, userAgent: string): Hop {
  const ownHeaders = Object.entries(options.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !CONNECTION_HEADERS.has(name))
  const headers = {
    'user-agent': userAgent,
    'accept-encoding': ACCEPT_ENCODING,
    ...Object.fromEntries(ownHeaders),
  }
  return { url, method: (options.method ?? 'GET').toUpperCase(), headers, body: options.body }
}

async function sendHop(
  {
    agent,
    hostTargets,
    certificates,
  }: { agent: Agent; hostTargets: ReadonlyMap<string, HostTarget>; certificates: CertificateDays },
  { url, method, headers, body }: Hop,
  { signal }: Deadline,
): Promise<RawAnswer> {
  signal.throwIfAborted()
  // A mapped name is reached over plain HTTP; its Host header and the reported URL keep the name.
  const isMapped = hostTargets.has(normalHostname(url.hostname))
  const request = agent.request({
    origin: isMapped ? `http://${url.host}` : url.origin,
    path: url.pathname + url.search,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    signal,
    // The deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  // While a connection is being opened, the signal alone does not end a request.
  const answer = await untilAborted(request, signal)
  const status = answer.statusCode
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
  const certificateExpires = url.protocol === 'https:' ? certificates.find(url.hostname) : null
  return {
    status,
    headers: joinHeaders(answer.headers),
    url: url.href,
    certificateExpires,
    body: answer.body,
    hasBody,
  }
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  return Object.fromEntries(entries)
}

async function followRedirects(
  first: Hop,
  mode: NonNullable<OutboundOptions['redirects']>,
  send: (hop: Hop) => Promise<RawAnswer>,
): Promise<RawAnswer> {
  let hop = first
  const visited = new Set<string>()
  for (let redirects = 0; ; redirects++) {
    visited.add(hop.url.href)
    const answer = await send(hop)
    const { location } = answer.headers
    if (mode === 'none' || !isRedirect(answer.status, location)) return answer
    const next = tryNextHop(hop, answer, location)
    if (mode === 'same-site' && !isSameSite(first.url, next.url)) return answer
    // A body written for one origin is not sent to another.
    if (next.body !== undefined && next.url.origin !== hop.url.origin) return answer
    dropBody(answer.body)
    // Nothing of the request changes, so an address that was asked before answers the same.
    if (redirects === MAX_REDIRECTS || visited.has(next.url.href))
      throw new OutboundError('too_many_redirects')
    hop = next
  }
}

/** As nextHop, but releases the connection when the target is refused. */
function tryNextHop(hop: Hop, answer: RawAnswer, location: string): Hop {
  try {
    return nextHop(hop, answer.status, location)
  } catch (error) {
    dropBody(answer.body)
    throw error
  }
}

/** Repeats `run` until it succeeds, fails permanently, has used all `attempts`, or no time is left to wait. */
async function withRetries(
  run: () => Promise<RawAnswer>,
  attempts: number,
  deadline: Deadline,
  sleep: NonNullable<OutboundSetup['sleep']>,
): Promise<RawAnswer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await run().catch((error: unknown) => toOutboundError(error, deadline.signal))
    const failed = outcome instanceof OutboundError
    const worthRetrying = failed ? isRetryError(outcome) : isRetryStatus(outcome.status)
    const waitMs = retryWaitMs(attempt, failed ? undefined : outcome.headers['retry-after'])
    const isLast = attempt >= attempts || deadline.signal.aborted || waitMs >= deadline.remainingMs()
    if (worthRetrying && !isLast) {
      if (!failed) dropBody(outcome.body)
      await sleep(waitMs, deadline.signal)
    } else if (failed) {
      throw outcome
    } else {
      return outcome
    }
  }
}
