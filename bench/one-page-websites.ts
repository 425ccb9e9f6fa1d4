import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds per page; robots.txt and the sitemap return 404 at once. */
const ANSWER_MS = 100

/** Serves a one-page website under any name, with one email and one phone. Prints its port. */
function main(): void {
  const server = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(404, { 'content-length': 0 }).end()
      return
    }
    const host = String(request.headers.host)
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(`<!doctype html><html lang="en"><title>Sample company</title><h1>Sample company</h1>
<p>E-mail: <a href="mailto:info@${host}">info@${host}</a></p><p>Phone: +1 202-555-0143</p></html>`)
    }, ANSWER_MS)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`)
  })
  process.once('disconnect', () => process.exit())
}

main()
