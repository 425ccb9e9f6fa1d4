import { describe, expect, it } from 'vitest'
import { ProviderError, type ProviderErrorCode } from '#server/providers/lead-sources/index.ts'

/** Replies of vendors, and the error that the adapter must report. */
const FAULTS: {
  what: string
  answer: VendorAnswer
  code: ProviderErrorCode
  retryAfterSeconds?: number
}[] = [
  { what: 'a rejected key', answer: { status: 401 }, code: 'unauthorized' },
  {
    what: 'a rejected key, as plain text',
    answer: { status: 401, headers: { 'content-type': 'text/plain' }, body: 'Invalid API key.' },
    code: 'unauthorized',
  },
  { what: 'a used-up plan', answer: { status: 402 }, code: 'quota_exhausted' },
  { what: 'an unknown name', answer: { status: 404 }, code: 'not_found' },
  {
    what: 'too many requests',
    answer: { status: 429, headers: { 'retry-after': '7' } },
    code: 'rate_limited',
    retryAfterSeconds: 7,
  },
  { what: 'a legal obstacle', answer: { status: 451 }, code: 'blocked_by_law' },
  { what: 'an internal error', answer: { status: 500 }, code: 'unavailable' },
  { what: 'HTML instead of JSON', answer: { status: 200, body: '<html>' }, code: 'bad_response' },
  { what: 'a truncated reply', answer: { status: 200, body: '{"data": [{' }, code: 'bad_response' },
  { what: 'another shape', answer: { status: 200, body: '{"data": 7}' }, code: 'bad_response' },
  { what: 'missing fields', answer: { status: 200, body: '{}' }, code: 'bad_response' },
  {
    what: 'fields that only say that something exists',
    answer: { status: 200, body: '{"data": true, "people": true, "items": true, "total_entries": true}' },
    code: 'bad_response',
  },
  { what: 'timed out', answer: { status: 200, hangs: true }, code: 'unavailable' },
  { what: 'a broken connection', answer: { status: 200, breaks: true }, code: 'unavailable' },
]

export interface VendorAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
  /** The connection ends during the reply. */
  breaks?: boolean
  /** No reply: the adapter requests with a short timeout. */
  hangs?: boolean
}

/** Makes the adapter send one request while its vendor replies like this; `heldBack` are the pauses for everyone. */
type RequestOnce = (answer: VendorAnswer) => Promise<{ error: unknown; heldBack: number[]; requests: number }>

/**
 * How every vendor's adapter must handle faults: one closed error without the vendor's text. `answers` are statuses
 * that this vendor uses for valid answers to the request; `emptyIsAnswer`: an empty body means no result.
 */
export function testVendorFaults(
  name: string,
  requestOnce: RequestOnce,
  secret: string,
  { answers = [], emptyIsAnswer = false }: { answers?: readonly number[]; emptyIsAnswer?: boolean } = {},
): void {
  describe(`${name}, when its vendor fails`, () => {
    it.each(
      FAULTS.filter(
        ({ answer }) => !answers.includes(answer.status) && !(emptyIsAnswer && answer.body === '{}'),
      ),
    )('reports $what as $code', async ({ answer, code, retryAfterSeconds }) => {
      const { error, heldBack: pauses, requests } = await requestOnce(answer)
      expect(error).toBeInstanceOf(ProviderError)
      const failure = error as ProviderError
      expect(failure.code).toBe(code)
      expect(failure.retryAfterSeconds).toBe(retryAfterSeconds ?? null)
      expect(pauses).toEqual(retryAfterSeconds ? [retryAfterSeconds] : [])
      expect(requests).toBe(1)
      expect(JSON.stringify([failure.message, failure.detail, failure.stack])).not.toContain(secret)
      expect(failure.cause).toBeUndefined()
    })
  })
}
