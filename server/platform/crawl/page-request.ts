import { OutboundError } from '../fetch/outbound-error.ts'
import type { OutboundResponse } from '../fetch/outbound-response.ts'
import { isRedirect, nextHop } from '../fetch/outbound-url.ts'
import { readRetryAfter } from '../fetch/retry-after.ts'
import { isRetryStatus } from '../fetch/retry-policy.ts'
import { findProblem } from './crawl-problem.ts'
import type { CrawlInput, CrawlProblem, PageVisit } from './crawl-types.ts'
import { decodePage } from './page-text.ts'
import { releaseResponse, type SiteHosts } from './site-hosts.ts'

/** The result of one page request. */
export type PageAnswer =
  | { kind: 'read'; url: URL; visit: PageVisit }
  /** `setsCookie`: the server wants something back that is never sent. */
  | { kind: 'redirect'; to: URL; setsCookie: boolean }
  /** The server wants a later retry, after so many seconds. */
  | { kind: 'busy'; status: number; retryAfter: number | null }
  | { kind: 'failed'; problem: CrawlProblem; status: number | null }

const HTML = new Set(['text/html', 'application/xhtml+xml'])
/** Media types of misconfigured servers: HTML when it starts like it. */
const UNSURE = new Set(['', 'text/plain'])

const failed = (problem: CrawlProblem, status: number | null = null): PageAnswer => ({
  kind: 'failed',
  problem,
  status,
})

/** Creates the function that requests one page, without following redirects, and has it read. */
export function createPageRequest(
  request: CrawlInput,
  hosts: SiteHosts,
  signal: AbortSignal,
  onSend: () => void,
): (url: URL) => Promise<PageAnswer> {
  const accept = ['text/html,application/xhtml+xml', ...(request.extraTypes ?? []), '*/*;q=0.1'].join(',')

  return async (url) => {
    let sentAt = 0
    const options = {
      headers: { accept },
      redirects: 'none',
      onSend() {
        sentAt = performance.now()
        onSend()
      },
    } as const
    const take = (response: OutboundResponse) =>
      judge(url, { response, firstByteMs: performance.now() - sentAt }, request, signal)
    try {
      return await hosts.request(url, take, options)
    } catch (error) {
      if (!(error instanceof OutboundError) || signal.aborted) throw error
      return failed(findProblem(error))
    }
  }
}

async function judge(
  url: URL,
  { response, firstByteMs }: { response: OutboundResponse; firstByteMs: number },
  request: CrawlInput,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const { status, headers } = response
  if (!response.ok) {
    await releaseResponse(response)
    if (isRetryStatus(status))
      return { kind: 'busy', status, retryAfter: readRetryAfter(headers['retry-after']) }
    if (!isRedirect(status, headers.location)) return failed('http_error', status)
    const hop = { url, method: 'GET', headers: {}, body: undefined }
    const { url: to } = nextHop(hop, status, headers.location)
    return { kind: 'redirect', to, setsCookie: headers['set-cookie'] !== undefined }
  }
  const { type, charset } = readContentType(headers['content-type'] ?? '')
  const isCertain = HTML.has(type) || request.extraTypes?.includes(type) === true
  if (!isCertain && !UNSURE.has(type)) {
    await releaseResponse(response)
    return failed('not_html', status)
  }
  const text = observed(decodePage(response.stream(), charset, request.settings.maxPageBytes))
  try {
    const pieces = isCertain ? text.pieces : await ifMarkup(text.pieces)
    if (!pieces) return failed('not_html', status)
    signal.throwIfAborted()
    const page = {
      url: url.href,
      contentType: type || 'text/html',
      text: pieces,
      headers: listPrograms(headers),
      firstByteMs,
      certificateExpires: response.certificateExpires,
    }
    return { kind: 'read', url, visit: await request.visit(page) }
  } catch (error) {
    // The text's own error is the cause; the visitor may have wrapped it.
    throw text.failure() ?? error
  } finally {
    // Also when the visitor left early or never started: that alone would not end the request.
    response.discard()
  }
}

/** Headers that name what the server runs on. */
const NAMING = ['server', 'x-powered-by', 'x-generator', 'via']
const listPrograms = (headers: OutboundResponse['headers']): string[] =>
  NAMING.flatMap((name) => (headers[name] ? [`${name}: ${String(headers[name]).slice(0, 200)}`] : []))

/** Media type in lower case and charset of a Content-Type header. */
function readContentType(header: string): { type: string; charset: string | undefined } {
  const type = (header.split(/[;,]/, 1)[0] as string).trim().toLowerCase()
  const charset = /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([^\s;,"']{1,40})/i.exec(header)?.[1]
  return { type, charset }
}

/** The same chunks, and the error that ended them. */
function observed(source: AsyncGenerator<string>): {
  pieces: AsyncGenerator<string>
  failure(): unknown
} {
  let failure: unknown
  async function* pieces(): AsyncGenerator<string> {
    try {
      yield* source
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { pieces: pieces(), failure: () => failure }
}

/** The chunks when they start with a tag; null otherwise. */
async function ifMarkup(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string> | null> {
  const first = await pieces.next()
  if (first.done || !/^\s{0,1000}</.test(first.value)) return null
  async function* retry(): AsyncGenerator<string> {
    yield first.value as string
    yield* pieces
  }
  return retry()
}
