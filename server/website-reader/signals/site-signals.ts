import type { CrawlSummary } from '#server/platform/crawl/crawl-types.ts'
import type { WebsiteProblem } from '../website-report.ts'
import type { SignalReading } from './signal-reading.ts'

/** What the connection to a website showed. */
export type ConnectionFacts = Pick<CrawlSummary, 'status' | 'certificateError' | 'broken' | 'linksFollowed'>

/** A page as it arrived. */
export interface SeenStart {
  url: string
  /** Bytes of its HTML, uncompressed. */
  bytes: number
  /** Milliseconds from the request to the first byte of the answer. */
  firstByteMs: number
  /** Last day of the certificate that it came with. */
  certificateExpires: string | null
}

/**
 * When a start page is heavy: far above the middle of the web (about 30 KB of HTML and 70 requests in the HTTP Archive);
 * and slow: above what Google’s web.dev calls a poor time to first byte.
 */
const HEAVY_HTML_BYTES = 500_000
const HEAVY_REQUESTS = 120
const SLOW_MS = 1800
/** Certificates renewed by a program are renewed a month before: who has less has forgotten it. */
const CERTIFICATE_DAYS = 14
const DAY_MS = 86_400_000

/** Problems that say that there is no website at this address; all others say nothing about it. */
const DEAD: Partial<Record<WebsiteProblem, [reason: string, text: string]>> = {
  not_found: ['no address', 'The domain has no address in DNS'],
  unreachable: ['no connection', 'The server refuses connections'],
}
/** Answers that say that nothing is there; 401, 403 and 429 only say that we may not see it. */
const isError = (status: number | null): status is number =>
  status !== null && (status === 404 || status === 410 || status >= 500)

const CERTIFICATE_ERRORS: readonly [RegExp, string][] = [
  [/EXPIRED/, 'The certificate has expired'],
  [/SELF_SIGNED/, 'The certificate is signed by nobody (self-signed)'],
  [/ALTNAME|HOSTNAME/, 'The certificate is for another name'],
  [/NOT_YET_VALID/, 'The certificate isn’t valid yet'],
  [/REVOKED/, 'The certificate was revoked'],
]
const explain = (code: string): string =>
  CERTIFICATE_ERRORS.find(([pattern]) => pattern.test(code))?.[1] ?? 'The certificate’s issuer isn’t trusted'

/** What is known of a website of which no page could be read. */
export function readDeath({
  problem,
  status,
  certificateError,
}: { problem: WebsiteProblem | null } & Pick<
  ConnectionFacts,
  'status' | 'certificateError'
>): SignalReading[] {
  const refused: SignalReading[] = certificateError
    ? [{ id: 'bad_certificate', value: 'yes', url: null, text: explain(certificateError) }]
    : []
  const isFailed = problem === 'http_error' && isError(status)
  const dead = isFailed ? (['error', `The start page answers ${status}`] as const) : problem && DEAD[problem]
  if (!dead) return refused
  const [reason, text] = dead
  return [
    { id: 'dead_site', value: 'yes', url: null, text },
    { id: 'dead_reason', value: reason, url: null, text },
    ...refused,
  ]
}

function readCertificate(
  { url, certificateExpires }: SeenStart,
  { certificateError }: ConnectionFacts,
  now: Date,
): SignalReading[] {
  if (url.startsWith('http:'))
    return certificateError
      ? [{ id: 'bad_certificate', value: 'yes', url, text: explain(certificateError) }]
      : []
  const trusted: SignalReading = {
    id: 'bad_certificate',
    value: 'no',
    url,
    text: 'The certificate is trusted',
  }
  if (!certificateExpires) return [trusted]
  const left = (Date.parse(certificateExpires) - now.getTime()) / DAY_MS
  const text = `The certificate ends on ${certificateExpires}`
  return [
    trusted,
    { id: 'certificate_ends_soon', value: left < CERTIFICATE_DAYS ? 'yes' : 'no', url, text },
    { id: 'certificate_expires', value: certificateExpires, url, text },
  ]
}

/** What the start page weighs, how fast it came, how it was encrypted, and which links led nowhere. */
export function readConnection(
  start: SeenStart & { requests: number },
  facts: ConnectionFacts,
  now: Date,
): SignalReading[] {
  const { url, bytes, requests, firstByteMs } = start
  const isHeavy = bytes >= HEAVY_HTML_BYTES || requests >= HEAVY_REQUESTS
  const weight = `${Math.round(bytes / 1000)} KB of HTML, which names ${requests} files`
  const [broken] = facts.broken
  return [
    { id: 'heavy', value: isHeavy ? 'yes' : 'no', url, text: weight },
    {
      id: 'slow',
      value: firstByteMs >= SLOW_MS ? 'yes' : 'no',
      url,
      text: `${Math.round(firstByteMs)} ms to the first byte`,
    },
    ...(facts.linksFollowed > 0
      ? [
          {
            id: 'broken_links' as const,
            value: facts.broken.length,
            url: broken?.url ?? url,
            text: broken
              ? facts.broken
                  .map((one) => `${new URL(one.url).pathname} answers ${one.status}`)
                  .join(', ')
                  .slice(0, 160)
              : `${facts.linksFollowed} links followed`,
          },
        ]
      : []),
    ...readCertificate(start, facts, now),
  ]
}
