import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { rangeReader, readPart } from './http-ranges.ts'
import { type Listing, readHtmlListing, readS3Page } from './listing.ts'
import { baseError, changedFile, isSameVersion, type ReleaseBase } from './release-base.ts'

const LISTING = { timeoutMs: 30_000, maxBytes: 8 * 1024 * 1024, retry: { attempts: 3 } }
/** Attempts per file part while someone waits. */
const TRIES = 3
/** A folder with more entries does not contain releases. */
const MAX_PAGES = 50
const encodedPath = (path: string): string =>
  path
    .split('/')
    .map((name) => encodeURIComponent(name).replaceAll('%3D', '='))
    .join('/')

/** Where S3 listings are available: the bucket is the host, or the first part of the path. */
function listBuckets(base: URL): { bucket: URL; prefix: string }[] {
  const parts = base.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const [first, ...rest] = parts
  const hosted = { bucket: new URL('/', base), prefix: parts.join('/') }
  return first === undefined
    ? [hosted]
    : [hosted, { bucket: new URL(`/${encodedPath(first)}`, base), prefix: rest.join('/') }]
}

/**
 * Releases on a web server or in S3 storage, read anonymously. All requests go through the outbound client;
 * range requests answered with a full file are rejected before their body is read.
 */
export function createHttpBase(address: string, outbound: Outbound): ReleaseBase {
  const base = new URL(`${address.replace(/\/+$/, '')}/`)
  const where = base.host
  const makeUrl = (path: string) => new URL(encodedPath(path), base)

  const unreachable = (error: unknown): never => {
    if (!(error instanceof OutboundError)) throw error
    if (error.code === 'aborted') throw error
    throw baseError(
      error.code === 'blocked_address' ? 'refused' : 'unreachable',
      `${where} could not be read: ${error.message}. Check the connection of this server and OVERTURE_BASE.`,
      error,
    )
  }

  async function text(url: URL, signal?: AbortSignal): Promise<{ status: number; body: string }> {
    try {
      const answer = await outbound.fetch(url, { ...LISTING, ...(signal && { signal }) })
      if (answer.ok) return { status: answer.status, body: await answer.text() }
      answer.discard()
      return { status: answer.status, body: '' }
    } catch (error) {
      return unreachable(error)
    }
  }

  async function s3Listing(
    { bucket, prefix }: { bucket: URL; prefix: string },
    folder: string,
    signal?: AbortSignal,
  ): Promise<Listing | null> {
    const whole = `${[prefix, folder].filter(Boolean).join('/')}/`.replace(/^\/$/, '')
    const found: Listing = { folders: [], files: [] }
    let token: string | null = null
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const url = new URL(bucket)
      const query = { 'list-type': '2', prefix: whole, delimiter: '/' }
      url.search = String(
        new URLSearchParams({ ...query, ...(token === null ? {} : { 'continuation-token': token }) }),
      )
      const page = readS3Page((await text(url, signal)).body, whole)
      if (!page) return null
      found.folders.push(...page.folders)
      found.files.push(...page.files)
      token = page.next
      if (token === null) return found
    }
    throw baseError('unreadable', `${where} lists more files than a release has. Check OVERTURE_BASE.`)
  }

  async function htmlListing(folder: string, signal?: AbortSignal): Promise<Listing> {
    const url = new URL(folder ? `${encodedPath(folder)}/` : '', base)
    const { status, body } = await text(url, signal)
    if (status === 401 || status === 403)
      throw baseError(
        'refused',
        `${where} does not let anybody read without signing in. Check OVERTURE_BASE.`,
      )
    if (status >= 500 || status === 429)
      throw baseError('unreachable', `${where} answers with status ${status}. Try again later.`)
    if (status < 200 || status > 299)
      throw baseError(
        'not_found',
        `${where} has no list of releases (status ${status}). Check OVERTURE_BASE.`,
      )
    return readHtmlListing(body, url)
  }

  /** Tries the possible listings in order; remembers the one that worked. */
  let known: ((folder: string, signal?: AbortSignal) => Promise<Listing | null>) | null = null
  const listings = [
    ...listBuckets(base).map(
      (bucket) => (folder: string, signal?: AbortSignal) => s3Listing(bucket, folder, signal),
    ),
    htmlListing,
  ]

  return {
    where,
    async list(folder, signal) {
      for (const list of known ? [known, ...listings] : listings) {
        const listing = await list(folder, signal)
        if (!listing) continue
        if (listing.folders.length + listing.files.length > 0) known = list
        return listing
      }
      return { folders: [], files: [] }
    },
    async open(path, { version, signal, tries = TRIES } = {}) {
      const url = makeUrl(path)
      // The first bytes show whether ranges are supported, and the size.
      const range = { start: 0, end: 4, signal }
      const first = await readPart(outbound, url, { range, tries }).catch(unreachable)
      if (version && !isSameVersion(version, first.version)) throw changedFile(path)
      const file = { path, ...first.version }
      return { ...file, read: rangeReader(file, { outbound, url, signal, tries, unreachable }) }
    },
  }
}
