import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type LocalServer, startLocalServer } from './local-server.ts'

const ACCESS_KEY = 'a-key'
const SECRET = 'a-secret-of-the-storage'
const REGION = 'eu-test-1'
/** Names a list answers at once, so that callers have to turn pages. */
const PAGE = 2

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature version 4 of a request, as the storage computes it from what it received. */
function expectedSignature(request: IncomingMessage, url: URL): string | null {
  const { authorization = '' } = request.headers
  const parts =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      authorization,
    )
  if (!parts || parts[1] !== ACCESS_KEY || parts[3] !== REGION) return null
  const [, , day = '', region = '', names = ''] = parts
  const query = [...url.searchParams]
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${request.headers['x-amz-date']}\n${day}/${region}/s3/aws4_request\n${hash}`
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
  return hmac(key, text).toString('hex')
}

const xml = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}
const refuse = (response: ServerResponse, status: number, code: string): void =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code} says the storage</Message></Error>`)

export interface FakeS3 extends LocalServer {
  /** By key, with the bucket in front. */
  objects: Map<string, Buffer>
  /** Answers the next requests with 503 SlowDown, as Amazon does under load. */
  slowDown(times: number): void
  /** Cuts the next answers with an object in the middle. */
  cutAnswers(times: number): void
  /** From now on there is no such bucket. */
  removeBucket(): void
  variables: Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
}

/** An S3-compatible storage that checks signatures, bodies and parts of uploads. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let slow = 0
  let cut = 0
  let hasBucket = true

  function list(url: URL, response: ServerResponse) {
    const bucket = url.pathname.replaceAll('/', '')
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(`${bucket}/`))
      .map((key) => key.slice(bucket.length + 1))
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort()
    const page = keys.slice(0, PAGE)
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${(objects.get(`${bucket}/${key}`) as Buffer).length}</Size></Contents>`,
    )
    const more = keys.length > PAGE
    xml(
      response,
      200,
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}</ListBucketResult>`,
    )
  }

  function multipart(request: IncomingMessage, url: URL, body: Buffer, response: ServerResponse) {
    const key = decodeURIComponent(url.pathname.slice(1))
    const id = url.searchParams.get('uploadId') ?? ''
    if (url.searchParams.has('uploads')) {
      const created = `upload-${uploads.size + 1}`
      uploads.set(created, new Map())
      return xml(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${created}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const parts = uploads.get(id)
    if (!parts) return refuse(response, 404, 'NoSuchUpload')
    if (request.method === 'DELETE') {
      uploads.delete(id)
      response.statusCode = 204
      response.end()
      return
    }
    if (request.method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body)
      response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`)
      response.end()
      return
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
    objects.set(key, Buffer.concat(named.map((number) => parts.get(number) as Buffer)))
    uploads.delete(id)
    xml(response, 200, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
  }

  function single(request: IncomingMessage, url: URL, body: Buffer, response: ServerResponse) {
    const key = decodeURIComponent(url.pathname.slice(1))
    const object = objects.get(key)
    if (request.method === 'PUT') objects.set(key, body)
    else if (request.method === 'DELETE') objects.delete(key)
    const isMissing = !object && (request.method === 'GET' || request.method === 'HEAD')
    if (isMissing) return refuse(response, 404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = to === undefined ? object : object?.subarray(Number(from), Number(to) + 1)
    const length = request.method === 'PUT' ? {} : { 'content-length': String(bytes?.length ?? 0) }
    response.writeHead(request.method === 'DELETE' ? 204 : bytes === object ? 200 : 206, length)
    if (request.method === 'GET' && cut > 0) {
      cut -= 1
      response.write(bytes?.subarray(0, bytes.length / 2), () => response.destroy())
      return
    }
    response.end(request.method === 'GET' ? bytes : undefined)
  }

  const server = await startLocalServer(async (request, response) => {
    const url = new URL(request.url as string, 'http://storage')
    const body = await buffer(request)
    if (slow > 0) {
      slow -= 1
      return refuse(response, 503, 'SlowDown')
    }
    if (!hasBucket) return refuse(response, 404, 'NoSuchBucket')
    const signature = expectedSignature(request, url)
    if (!signature || !request.headers.authorization?.endsWith(`Signature=${signature}`))
      return refuse(response, 403, 'SignatureDoesNotMatch')
    const hash = request.headers['x-amz-content-sha256']
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex'))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    if (url.searchParams.get('list-type') === '2') return list(url, response)
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return multipart(request, url, body, response)
    return single(request, url, body, response)
  })
  return {
    ...server,
    objects,
    slowDown(times) {
      slow = times
    },
    cutAnswers(times) {
      cut = times
    },
    removeBucket() {
      hasBucket = false
    },
    variables: {
      S3_ENDPOINT: server.url,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
  }
}
