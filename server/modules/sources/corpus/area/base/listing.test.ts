import { expect, it, onTestFinished } from 'vitest'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { createReleaseBase } from './create-release-base.ts'
import { readHtmlListing, readS3Page } from './listing.ts'

const xml = (inside: string) =>
  `<?xml version="1.0"?><ListBucketResult><Name>b</Name><Prefix>release/</Prefix>${inside}</ListBucketResult>`

it('reads an S3 listing with its folders, files and next page', () => {
  const page = readS3Page(
    xml(
      '<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=</NextContinuationToken>' +
        '<Contents><Key>release/</Key></Contents><Contents><Key>release/a &amp; b.txt</Key></Contents>' +
        '<CommonPrefixes><Prefix>release/2026-10-21.0/</Prefix></CommonPrefixes>',
    ),
    'release/',
  )
  expect(page).toEqual({ folders: ['2026-10-21.0'], files: ['a & b.txt'], next: 'a+/=' })
  expect(readS3Page(xml('<IsTruncated>false</IsTruncated>'), 'release/')).toEqual({
    folders: [],
    files: [],
    next: null,
  })
  for (const other of ['', 'nothing', '<Error><Code>NoSuchBucket</Code></Error>', '<html></html>'])
    expect(readS3Page(other, '')).toBeNull()
})

it('reads the direct links of an index page', () => {
  const html = `<a href="../">up</a><a href="?C=N">by name</a><a href="2026-10-21.0/">x</a><a href="/r/b%20c.parquet">y</a>
    <a href="https://elsewhere.example/r/d">z</a><a href="deep/er">d</a><a href="%E0%A4%A">e</a><a name="f">f</a>`
  expect(readHtmlListing(html, new URL('http://base.example/r/'))).toEqual({
    folders: ['2026-10-21.0'],
    files: ['b c.parquet'],
  })
})

it('pages through a bucket in the first part of the path', async () => {
  const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
  onTestFinished(() => outbound.close())
  const requested: string[] = []
  const server = await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://base')
    requested.push(url.pathname)
    if (url.pathname !== '/maps') return response.writeHead(403).end('<Error/>')
    const isFirst = !url.searchParams.has('continuation-token')
    expect(url.searchParams.get('prefix')).toBe('open/release/')
    response.end(
      xml(
        isFirst
          ? '<IsTruncated>true</IsTruncated><NextContinuationToken>2</NextContinuationToken><CommonPrefixes><Prefix>open/release/a/</Prefix></CommonPrefixes>'
          : '<CommonPrefixes><Prefix>open/release/b/</Prefix></CommonPrefixes>',
      ),
    )
  })
  const base = createReleaseBase(`${server.url}/maps/open/release/`, outbound)
  expect(await base.list('')).toEqual({ folders: ['a', 'b'], files: [] })
  await base.list('')
  // The second call already knows the location.
  expect(requested).toEqual(['/', '/maps', '/maps', '/maps', '/maps'])
})
