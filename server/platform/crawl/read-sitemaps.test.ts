import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { htmlPage, type Reply, startWebsite } from '#server/testing/website-server.ts'

const HOME = 'https://acme.example'
const urls = (...paths: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="x">${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`
const index = (...paths: string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`

/** The paths found in sitemaps. */
async function fromSitemaps(pages: Record<string, Reply>) {
  const web = await startWebsite({ '/': htmlPage(), ...pages })
  const found: string[] = []
  await web.crawl({
    settings: { maxPages: 2 },
    rank: ({ url, from }) => {
      if (from === 'sitemap') found.push(url.pathname)
      return null
    },
  })
  return { found, files: web.seen.filter((line) => /xml/.test(line)).map((line) => line.split(' ')[1]) }
}

describe('sitemaps', () => {
  test('reads those named in robots.txt and the default one, and keeps addresses of the same website', async () => {
    const { found, files } = await fromSitemaps({
      '/robots.txt': `Sitemap: ${HOME}/maps/a.xml\nSitemap: https://other.example/b.xml\nSitemap: /c.xml`,
      '/maps/a.xml': urls(
        `${HOME}/1`,
        'https://other.example/no',
        `${HOME}/2?a=1&amp;b=2`,
        'mailto:a@b.example',
      ),
      '/c.xml': urls(' \n/3\n '),
      '/sitemap.xml': urls('<![CDATA[https://shop.acme.example/4]]>'),
    })
    expect(found).toEqual(['/1', '/2', '/3', '/4'])
    expect(files).toEqual(['/maps/a.xml', '/c.xml', '/sitemap.xml'])
  })

  test('follows an index one level deep, and compressed files of any name', async () => {
    const { found, files } = await fromSitemaps({
      '/sitemap.xml': index('/products.xml', '/pages.xml.gz', '/packed.xml', '/broken.xml.gz'),
      '/pages.xml.gz': (_, response) => void response.end(gzipSync(urls('/page'))),
      '/packed.xml': (_, response) =>
        void response.setHeader('content-encoding', 'gzip').end(gzipSync(urls('/packed'))),
      '/products.xml': urls('/product') + index('/deeper.xml'),
      '/broken.xml.gz': (_, response) => void response.end(gzipSync(urls('/x')).subarray(0, 30)),
    })
    expect(found).toEqual(['/page', '/product', '/packed'])
    expect(files).toEqual(['/sitemap.xml', '/pages.xml.gz', '/products.xml', '/packed.xml', '/broken.xml.gz'])
  })

  test('reads five files and ten thousand addresses at most', async () => {
    const parts = Array.from({ length: 50 }, (_, part) => `/part${part}.xml`)
    const of = (part: number) => Array.from({ length: 4000 }, (_, at) => `/${part}/${at}`)
    const { found, files } = await fromSitemaps({
      '/sitemap.xml': index(...parts),
      ...Object.fromEntries(parts.map((path, part) => [path, urls(...of(part))])),
    })
    expect([found.length, files.length]).toEqual([10_000, 4])
    const small = await fromSitemaps({
      '/sitemap.xml': index(...parts),
      ...Object.fromEntries(parts.map((path, part) => [path, urls(`/${part}`)])),
    })
    expect([small.found.length, small.files.length]).toEqual([4, 5])
  })

  test('reads five megabytes of a file at most, compressed or not', async () => {
    const big = urls(
      '/first',
      ...Array.from({ length: 300 }, (_, at) => `/${at}/${'x'.repeat(20_000)}`),
      '/last',
    )
    for (const body of [Buffer.from(big), gzipSync(big)]) {
      const { found } = await fromSitemaps({ '/sitemap.xml': (_, response) => void response.end(body) })
      expect([found.includes('/first'), found.includes('/last')]).toEqual([true, false])
    }
  })

  test('ignores images of a page and anything that is not a sitemap', async () => {
    const picture = '<url><loc>/a</loc><image:image><image:loc>/photo</image:loc></image:image></url>'
    const { found } = await fromSitemaps({ '/sitemap.xml': `<urlset>${picture}</urlset>` })
    expect(found).toEqual(['/a'])
    expect((await fromSitemaps({ '/sitemap.xml': htmlPage('/nothing') })).found).toEqual([])
  })

  test('skips disallowed ones, and a hanging one does not block the crawl', async () => {
    const { files } = await fromSitemaps({ '/robots.txt': 'User-agent: *\nDisallow: /sitemap' })
    expect(files).toEqual([])
    const web = await startWebsite({ '/': htmlPage('/a'), '/a': htmlPage(), '/sitemap.xml': () => {} })
    const { summary } = await web.crawl({ settings: { pageTimeoutMs: 500 } })
    expect(summary.pages).toBe(2)
  })
})
