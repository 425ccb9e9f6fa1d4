import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#server/platform/errors.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import type { OutboundResponse } from '#server/platform/fetch/outbound-response.ts'
import { type BaseFile, baseError, changedFile, type FileVersion, isSameVersion } from './release-base.ts'

/** Bytes per request: even a slow connection completes it in time. */
const PART_BYTES = 8 * 1024 * 1024
const PART = { timeoutMs: 120_000, retry: { attempts: 4 } }
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
const RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/

/** Bytes of a file, and their version. */
export interface Part {
  bytes: Uint8Array
  version: FileVersion
}

/** The problem of a range response; undefined for a valid one. Checked before the body is read. */
function findProblem(answer: OutboundResponse, url: URL, start: number): Error | undefined {
  const { status, headers } = answer
  const name = decodeURIComponent(url.pathname).split('/').at(-1)
  if (status === 200)
    return baseError(
      'ranges_ignored',
      `The server ${url.host} ignores ranges: asked for a part of ${name}, it answers with all of it. Use a base whose server answers range requests (status 206).`,
    )
  if (status === 416 || status === 404 || status === 412) return changedFile(name ?? '')
  if (status === 401 || status === 403)
    return baseError('refused', `${url.host} does not let anybody read ${name} without signing in.`)
  if (status !== 206)
    return baseError('unreachable', `${url.host} answers with status ${status} for ${name}. Try again later.`)
  const range = RANGE.exec(headers['content-range'] ?? '')
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!range || Number(range[1]) !== start || encoding !== 'identity')
    return baseError(
      'ranges_ignored',
      `The server ${url.host} answers a range request of ${name} with other bytes than asked for (Content-Range "${(headers['content-range'] ?? '').slice(0, 60)}"). Use another base.`,
    )
  return undefined
}

/** One range in one request. @throws AppError source_failed, OutboundError. */
async function requestRange(
  outbound: Outbound,
  url: URL,
  { start, end, signal }: { start: number; end: number; signal: AbortSignal | undefined },
): Promise<Part> {
  const answer = await outbound.fetch(url, {
    ...PART,
    headers: { range: `bytes=${start}-${end - 1}`, 'accept-encoding': 'identity' },
    // A server that sends the whole file, or too much, is cut off.
    maxBytes: Number.MAX_SAFE_INTEGER,
    ...(signal && { signal }),
  })
  const problem = findProblem(answer, url, start)
  if (problem) {
    answer.discard()
    throw problem
  }
  const [, , last, total] = RANGE.exec(answer.headers['content-range'] ?? '') ?? []
  const expected = Number(last) + 1 - start
  const version = { size: Number(total), etag: answer.headers.etag ?? null }
  if (expected > end - start || expected < Math.min(end, version.size) - start) {
    answer.discard()
    throw baseError('ranges_ignored', `The server ${url.host} answers with another range than asked for.`)
  }
  return { bytes: await readBody(answer, expected), version }
}

/** Exactly the promised number of bytes. */
async function readBody(answer: OutboundResponse, expected: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(expected)
  let at = 0
  for await (const chunk of answer.stream()) {
    if (at + chunk.length > expected) throw new OutboundError('too_large')
    bytes.set(chunk, at)
    at += chunk.length
  }
  if (at < expected) throw new OutboundError('network')
  return bytes
}

const isPassing = (error: unknown): boolean =>
  error instanceof OutboundError
    ? error.code === 'network' || error.code === 'timeout'
    : error instanceof AppError && error.details?.code === 'unreachable'

/** A part, requested again after a broken connection or a server error. */
export async function readPart(
  outbound: Outbound,
  url: URL,
  { range, tries }: { range: { start: number; end: number; signal: AbortSignal | undefined }; tries: number },
): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await requestRange(outbound, url, range)
    } catch (error) {
      if (!isPassing(error) || attempt >= tries) throw error
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
      await sleep(pause, undefined, range.signal ? { signal: range.signal } : {})
    }
  }
}

interface Reading {
  outbound: Outbound
  url: URL
  signal: AbortSignal | undefined
  /** Maximum attempts per part. */
  tries: number
  /** Describes a broken connection. */
  unreachable(error: unknown): never
}

/** Reads a file by ranges of a few megabytes at most. */
export const rangeReader =
  (file: Pick<BaseFile, 'path' | 'size' | 'etag'>, { outbound, url, signal, tries, unreachable }: Reading) =>
  async (start: number, end: number): Promise<ArrayBuffer> => {
    if (start < 0 || end > file.size || start > end) throw new RangeError('outside of the file')
    const whole = new Uint8Array(end - start)
    for (let at = start; at < end; at += PART_BYTES) {
      const range = { start: at, end: Math.min(end, at + PART_BYTES), signal }
      const part = await readPart(outbound, url, { range, tries }).catch(unreachable)
      if (!isSameVersion(file, part.version)) throw changedFile(file.path)
      whole.set(part.bytes, at - start)
    }
    return whole.buffer
  }
