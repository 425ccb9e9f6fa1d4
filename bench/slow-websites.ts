import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds per response. */
const ANSWER_MS = 50

const WORDS =
  'We plan, build and look after heating, air and water in houses and workshops of every size. '.split(' ')
const paragraph = (seed: number): string =>
  Array.from({ length: 60 }, (_, at) => WORDS[(seed * 7 + at * 3) % WORDS.length]).join(' ')

/** Shared by all pages: head with styles and scripts, header, footer; about 6 KB. */
const HEAD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sample company</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/main.css">
<style>${'.card{display:grid;gap:1rem;padding:2rem 1rem}'.repeat(40)}</style>
<script>${'window.events=window.events||[];window.events.push({at:1});'.repeat(30)}</script></head><body>`
const FOOT = `<footer class="page-footer"><ul>${'<li class="item"><span>Sample street 1, Sample town</span></li>'.repeat(20)}</ul></footer></body></html>`
const ARTICLES = Array.from(
  { length: 16 },
  (_, at) => `<section class="card" id="part-${at}"><h2 class="title">Part ${at}</h2><p>${paragraph(at)}</p>
<ul><li><b>Open</b> 8 to 17</li><li>Number ${at} &amp; more</li></ul></section>`,
).join('\n')

/** Page `index` of a website with `count` pages: a tree of links that reaches all, and one email. */
function pageOf(host: string, index: number, count: number): string {
  const children = [index * 4 + 1, index * 4 + 2, index * 4 + 3, index * 4 + 4].filter((at) => at < count)
  const around = [0, 1, 2, 3, 4, 5, 6, 7, (index + 1) % count].filter((at) => at < count)
  const links = [...around, ...children]
    .map((at) => `<li class="nav-item"><a class="nav-link" href="/p/${at}">Page ${at}</a></li>`)
    .join('')
  return `${HEAD}<nav><ul>${links}</ul></nav><main>${ARTICLES}
<p>Write to <a href="mailto:page${index}@${host}">page${index}@${host}</a></p></main>${FOOT}`
}

/** Serves websites under any name: `p<pages>-<...>` has that many pages. Prints its port. */
function main(): void {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const host = String(request.headers.host)
    const count = Number(/^p(\d+)-/.exec(host)?.[1] ?? Number.NaN)
    const index = path === '/' ? 0 : Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
    setTimeout(() => {
      if (!(index < count)) response.writeHead(404, { 'content-length': 0 }).end()
      else
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(pageOf(host, index, count))
    }, ANSWER_MS)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`)
  })
  process.once('disconnect', () => process.exit())
}

main()
