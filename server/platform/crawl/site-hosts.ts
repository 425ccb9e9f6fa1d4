import { createConnectionGroup } from '../fetch/connection-group.ts'
import { sleep } from '../fetch/deadline.ts'
import type { OutboundOptions } from '../fetch/outbound.ts'
import { OutboundError } from '../fetch/outbound-error.ts'
import type { OutboundResponse } from '../fetch/outbound-response.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { CrawlInput } from './crawl-types.ts'
import { createHostGate, type HostGate } from './host-gate.ts'
import { ALLOW_ALL, parseRobots, REFUSE_ALL, type RobotsRules } from './robots-rules.ts'

/** An origin's rules, and why its robots.txt could not be fetched. */
export interface RobotsAnswer {
  rules: RobotsRules
  failure: OutboundError | null
}

/** The hosts of one website: every request of the crawl goes through here. */
export interface SiteHosts {
  /**
   * Sends a GET as soon as its host allows, and holds the slot until `use` has finished with the response.
   * `onSend` is called when it starts. Throws OutboundError and what `use` throws.
   */
  request<Result>(
    url: URL,
    use: (response: OutboundResponse) => Promise<Result>,
    options?: OutboundOptions & { onSend?: () => void },
  ): Promise<Result>
  /** The rules of `url`'s origin; fetched once. */
  robots(url: URL): Promise<RobotsAnswer>
  /** After a refusal: blocks this host for this long. */
  hold(url: URL, ms: number): void
  /** After a refusal: slows down requests to this host. */
  slowDown(url: URL): void
  /** False when a host refused so often that it was abandoned. */
  isReachable(host: string): boolean
  /** Ends its connections. */
  close(): void
}

const MAX_ROBOTS_BYTES = 512 * 1024
const MAX_DELAY_MS = 10_000
const FIRST_SLOW_DELAY_MS = 1000
const MAX_REFUSALS = 5
/** Unread responses are drained up to this size: cheaper than a new connection. */
const MAX_DRAINED_BYTES = 16 * 1024

interface Host {
  gate: HostGate
  delayMs: number
  refusals: number
}

export function createSiteHosts(input: CrawlInput, signal: AbortSignal): SiteHosts {
  const { outbound, settings, robotsToken } = input
  const pause = input.pause ?? sleep
  const connections = createConnectionGroup(settings.hostConcurrency)
  const hosts = new Map<string, Host>()
  const robotsByOrigin = new Map<string, Promise<RobotsAnswer>>()

  const findHost = (url: URL): Host => {
    const known = hosts.get(url.host)
    if (known) return known
    const gate = createHostGate({
      concurrency: settings.hostConcurrency,
      delayMs: settings.delayMs,
      pause: (ms) => pause(ms, signal),
      now: () => performance.now(),
    })
    const host = { gate, delayMs: settings.delayMs, refusals: 0 }
    hosts.set(url.host, host)
    return host
  }

  const raiseDelay = (host: Host, ms: number): void => {
    host.delayMs = Math.max(host.delayMs, Math.min(ms, MAX_DELAY_MS))
    host.gate.raiseDelay(host.delayMs)
  }

  const request: SiteHosts['request'] = async (url, use, { onSend, ...options } = {}) => {
    const { gate } = findHost(url)
    await gate.enter()
    try {
      signal.throwIfAborted()
      onSend?.()
      const response = await outbound.fetch(url, {
        timeoutMs: settings.pageTimeoutMs,
        // The reader stops where it has enough; a long Content-Length is no reason not to start.
        maxBytes: Number.POSITIVE_INFINITY,
        signal,
        connections,
        ...options,
      })
      return await use(response)
    } finally {
      // A connection takes the next request one turn later; until then that one would open another.
      await yieldToEventLoop()
      gate.leave()
    }
  }

  const readRobots = async (url: URL): Promise<RobotsAnswer> => {
    const answer = await requestRobots(url.origin).catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.code === 'aborted') throw error
      // Too many redirects count as no file (RFC 9309, 2.3.1.2); any other failure disallows everything.
      if (error.code === 'too_many_redirects') return { rules: ALLOW_ALL, failure: null }
      return { rules: REFUSE_ALL, failure: error }
    })
    if (answer.rules.crawlDelayMs !== null) raiseDelay(findHost(url), answer.rules.crawlDelayMs)
    return answer
  }

  const requestRobots = (origin: string): Promise<RobotsAnswer> =>
    request(
      new URL('/robots.txt', origin),
      async (response) => {
        const text = response.ok ? await readStart(response, MAX_ROBOTS_BYTES) : ''
        if (!response.ok) await releaseResponse(response)
        // A redirect left here leads out of the website: whose rules those are is unclear.
        const refuses = response.status >= 500
        const rules = refuses ? REFUSE_ALL : response.ok ? parseRobots(text, robotsToken) : ALLOW_ALL
        return { rules, failure: null }
      },
      { redirects: 'same-site' },
    )

  return {
    request,
    robots(url) {
      const known = robotsByOrigin.get(url.origin)
      if (known) return known
      const answer = readRobots(url)
      robotsByOrigin.set(url.origin, answer)
      return answer
    },
    hold: (url, ms) => findHost(url).gate.hold(ms),
    slowDown(url) {
      const host = findHost(url)
      host.refusals += 1
      raiseDelay(host, Math.max(host.delayMs * 2, FIRST_SLOW_DELAY_MS))
    },
    isReachable: (host) => (hosts.get(host)?.refusals ?? 0) < MAX_REFUSALS,
    close: () => connections.close(),
  }
}

/** The first bytes of an answer as UTF-8. */
async function readStart(response: OutboundResponse, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of response.stream()) {
    chunks.push(chunk)
    total += chunk.length
    if (total >= maxBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes))
}

/** Ends an unread response, keeping its connection when that is cheap. Never rejects. */
export async function releaseResponse(response: OutboundResponse): Promise<void> {
  const length = Number(response.headers['content-length'] ?? Number.NaN)
  if (!(length <= MAX_DRAINED_BYTES)) return response.discard()
  let total = 0
  try {
    for await (const chunk of response.stream()) {
      total += chunk.length
      // It was compressed.
      if (total > MAX_DRAINED_BYTES) break
    }
  } catch {
    // Status and headers are enough.
  }
}
