import { describe, expect, it } from 'vitest'
import { ProviderError, type ProviderErrorCode } from '#server/providers/lead-sources/index.ts'

/** How a vendor can answer, and what its adapter must make of it. */
const FAULTS: {
  what: string
  answer: VendorAnswer
  code: ProviderErrorCode
  retryAfterSeconds?: number
}[] = [
  { what: 'a key that is not accepted', answer: { status: 401 }, code: 'unauthorized' },
  {
    what: 'a key that is not accepted, in plain text',
    answer: { status: 401, headers: { 'content-type': 'text/plain' }, body: 'Invalid API key.' },
    code: 'unauthorized',
  },
  { what: 'a plan that is used up', answer: { status: 402 }, code: 'quota_exhausted' },
  { what: 'nothing under this name', answer: { status: 404 }, code: 'not_found' },
  {
    what: 'too many requests',
    answer: { status: 429, headers: { 'retry-after': '7' } },
    code: 'rate_limited',
    retryAfterSeconds: 7,
  },
  { what: 'a legal obstacle', answer: { status: 451 }, code: 'blocked_by_law' },
  { what: 'a fault of its own', answer: { status: 500 }, code: 'unavailable' },
  { what: 'a page instead of JSON', answer: { status: 200, body: '<html>' }, code: 'bad_response' },
  { what: 'half an answer', answer: { status: 200, body: '{"data": [{' }, code: 'bad_response' },
  { what: 'another shape', answer: { status: 200, body: '{"data": 7}' }, code: 'bad_response' },
  { what: 'fields that are missing', answer: { status: 200, body: '{}' }, code: 'bad_response' },
  {
    what: 'fields that only say that something is there',
    answer: { status: 200, body: '{"data": true, "people": true, "items": true, "total_entries": true}' },
    code: 'bad_response',
  },
  { what: 'timed out', answer: { status: 200, hangs: true }, code: 'unavailable' },
  { what: 'a connection that breaks', answer: { status: 200, breaks: true }, code: 'unavailable' },
]

export interface VendorAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
  /** The connection ends before the answer does. */
  breaks?: boolean
  /** Nothing comes at all: the adapter asks with a short limit. */
  hangs?: boolean
}

/** Asks the adapter once while its vendor answers like this; answers how often everyone was held back. */
type RequestOnce = (answer: VendorAnswer) => Promise<{ error: unknown; heldBack: number[]; requests: number }>

/**
 * How every adapter of a vendor must take its faults: one closed error, no words of the vendor in it. `answers` are
 * statuses with which this vendor answers the question that is asked, and does not fail; `emptyIsAnswer` says that it
 * writes nothing at all where it has found nothing.
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
    )('names $what: $code', async ({ answer, code, retryAfterSeconds }) => {
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
