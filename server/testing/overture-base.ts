import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetFile, wkbPoint } from './parquet-file.ts'

/** A place in the form of Overture Maps. */
export interface OverturePlace {
  id: string
  name: string
  lat: number
  lon: number
  phone?: string
  website?: string
}

/** A file of such places with this row group size. */
export const overtureFile = (places: OverturePlace[], rowGroupSize = 1000): Buffer =>
  parquetFile(
    places.map(({ id, name, lat, lon, phone, website }) => ({
      id,
      names: { primary: name },
      geometry: wkbPoint(lon, lat),
      bbox: { xmin: lon, xmax: lon, ymin: lat, ymax: lat },
      categories: { primary: 'bakery', alternate: null },
      addresses: [{ freeform: `${name} Street 1`, locality: 'Testville', region: 'US-OR', country: 'US' }],
      ...(phone && { phones: [phone] }),
      ...(website && { websites: [website] }),
    })),
    { rowGroupSize },
  )

/** Places on a grid: `wide` columns from west to east and `high` rows, written column by column. */
export function gridOfPlaces({
  wide,
  high,
  west = 0,
  south = 0,
  step = 0.01,
  rise = step,
}: {
  wide: number
  high: number
  west?: number
  south?: number
  step?: number
  /** Degrees between rows; default: as between columns. */
  rise?: number
}): OverturePlace[] {
  return Array.from({ length: wide * high }, (_, at) => {
    const [column, row] = [Math.floor(at / high), at % high]
    const digest = createHash('sha256').update(`${column} ${row}`).digest('hex')
    return {
      id: digest.slice(0, 32),
      name: `Bakery ${column}-${row} ${digest.slice(32)}`,
      lon: west + column * step,
      lat: south + row * rise,
    }
  })
}

/** Faults of a server: see `startOvertureBase`. */
type Fault = 'ignores ranges' | 'wrong range' | 'down' | 'asks to sign in'

/** A server with releases, as a bucket or a website, that counts what it sends. */
export interface OvertureBaseServer {
  /** Value of OVERTURE_BASE. */
  address: string
  /** Bytes of sent file bodies. */
  sent(): number
  requests(): { path: string; range: string | undefined }[]
  /** Resets the counts. */
  reset(): void
  /** Adds or replaces a file. */
  put(release: string, name: string, bytes: Buffer): void
  remove(release: string): void
  fail(fault: Fault | null): void
  /** Called before every reply with a file; it may wait. */
  onFile(hook: ((path: string) => Promise<void> | void) | null): void
  close(): Promise<void>
}

const folderOf = (release: string) => `release/${release}/theme=places/type=place/`

/** A folder for OVERTURE_BASE, with one release of one file. */
export async function overtureFolder(release: string, places: OverturePlace[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'releases-'))
  const folder = join(root, folderOf(release).replace(/^release\//, ''))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'part-0.parquet'), overtureFile(places))
  return root
}

const xmlOf = (keys: string[], prefix: string): string => {
  const below = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  const folders = new Set(below.filter((rest) => rest.includes('/')).map((rest) => rest.split('/')[0]))
  const files = below.filter((rest) => !rest.includes('/'))
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Prefix>${prefix}</Prefix><IsTruncated>false</IsTruncated>${files
    .map((name) => `<Contents><Key>${prefix}${name}</Key><Size>1</Size></Contents>`)
    .join(
      '',
    )}${[...folders].map((name) => `<CommonPrefixes><Prefix>${prefix}${name}/</Prefix></CommonPrefixes>`).join('')}</ListBucketResult>`
}

const htmlOf = (keys: string[], folder: string): string => {
  const below = keys.filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length))
  const names = new Set(below.map((rest) => (rest.includes('/') ? `${rest.split('/')[0]}/` : rest)))
  return `<html><body><a href="../">up</a>${[...names].map((name) => `<a href="${encodeURIComponent(name).replace('%2F', '/')}">${name}</a>`).join('')}</body></html>`
}

/** Starts a loopback server; `listing` chooses folder listings like S3 or like a web server. */
export async function startOvertureBase(
  releases: Record<string, Record<string, Buffer>>,
  { listing = 's3' }: { listing?: 's3' | 'html' } = {},
): Promise<OvertureBaseServer> {
  const files = new Map<string, Buffer>()
  let requests: { path: string; range: string | undefined }[] = []
  let [sent, fault, hook]: [number, Fault | null, ((path: string) => Promise<void> | void) | null] = [
    0,
    null,
    null,
  ]
  const put = (release: string, name: string, bytes: Buffer) => files.set(folderOf(release) + name, bytes)
  for (const [release, parts] of Object.entries(releases))
    for (const [name, bytes] of Object.entries(parts)) put(release, name, bytes)

  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://base')
    const path = decodeURIComponent(url.pathname).slice(1)
    if (fault === 'down') return void response.writeHead(500).end()
    if (fault === 'asks to sign in') return void response.writeHead(403).end('<Error/>')
    const bytes = files.get(path)
    if (!bytes) {
      const isS3 = listing === 's3' && url.searchParams.has('list-type') && path === ''
      const isFolder = listing === 'html' && path.endsWith('/') && !url.search
      if (isS3) return void response.end(xmlOf([...files.keys()], url.searchParams.get('prefix') ?? ''))
      if (isFolder)
        return void response.setHeader('content-type', 'text/html').end(htmlOf([...files.keys()], path))
      return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    }
    await hook?.(path)
    const now = files.get(path) ?? bytes
    requests.push({ path, range: request.headers.range })
    const etag = `"${createHash('md5').update(now).digest('hex')}"`
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const send = (status: number, body: Buffer, headers: Record<string, string>) => {
      sent += body.length
      response.writeHead(status, { etag, 'content-length': String(body.length), ...headers }).end(body)
    }
    if (from === undefined || fault === 'ignores ranges') return send(200, now, {})
    const start = Number(from) + (fault === 'wrong range' ? 1 : 0)
    const end = Math.min(Number(to), now.length - 1)
    if (start > end) return void response.writeHead(416).end()
    send(206, now.subarray(start, end + 1), { 'content-range': `bytes ${start}-${end}/${now.length}` })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/release`,
    sent: () => sent,
    requests: () => requests,
    reset() {
      sent = 0
      requests = []
    },
    put,
    remove(release) {
      for (const key of files.keys()) if (key.startsWith(folderOf(release))) files.delete(key)
    },
    fail(next) {
      fault = next
    },
    onFile(next) {
      hook = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
