import { request } from 'undici'
import { UnreachableError } from '../http/request-error.ts'

/** A public page or file of a host: name, headers and text. */
export interface OpenedPage {
  location: string
  status: number
  text: string
}

const PAGES = [
  ...['/', '/login', '/register', '/forgot-password', '/invitation', '/terms', '/help', '/onboarding'],
  ...[
    '/lead-search/new-search',
    '/wallet',
    '/billing-portal',
    '/whitelabel/business-account',
    '/no-such-page',
  ],
]
const FILES = [
  '/manifest.webmanifest',
  '/robots.txt',
  '/site-icon',
  '/favicon.ico',
  '/assets/no-such-file.js',
]
const CALLS: [method: 'GET' | 'POST', path: string, body?: unknown][] = [
  ['GET', '/api/openapi.json'],
  ['GET', '/api/docs/'],
  ['GET', '/api/me'],
  ['GET', '/api/terms'],
  ['GET', '/api/no-such-call'],
  ['POST', '/auth/login', { email: 'nobody@people.example', password: 'not the password' }],
  ['POST', '/auth/login', {}],
  ['GET', '/healthz'],
]

const ASSET = /["'(/]assets\/([\w.-]+\.(?:js|css|svg|json|webmanifest))/g
const assetsIn = (text: string): string[] => [...text.matchAll(ASSET)].map(([, name]) => `/assets/${name}`)

/** Chunks refer to each other without their folder. */
const CHUNK = /["']\.\/([\w.-]+\.(?:js|css))["']/g
const chunksIn = (text: string): string[] => [...text.matchAll(CHUNK)].map(([, name]) => `/assets/${name}`)

/** Opens everything public on a host: pages, files, parts of the application, API responses. */
export async function* openPages(server: string, host: string): AsyncGenerator<OpenedPage> {
  const open = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<OpenedPage> => {
    // Not fetch, which does not let a caller set the host.
    const response = await request(`${server}${path}`, {
      method,
      headers: { host, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch((cause) => {
      throw new UnreachableError(server, cause)
    })
    const head = Object.entries(response.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
    return {
      location: `${method} ${path}`,
      status: response.statusCode,
      text: `${head}\n\n${await response.body.text()}`,
    }
  }
  const seen = new Set<string>()
  const waiting: string[] = []
  const note = (text: string) => {
    for (const path of [...assetsIn(text), ...chunksIn(text)])
      if (!seen.has(path)) {
        seen.add(path)
        waiting.push(path)
      }
  }
  for (const path of PAGES) {
    const page = await open('GET', path, { accept: 'text/html' })
    note(page.text)
    yield page
  }
  for (const path of FILES) yield await open('GET', path, { accept: '*/*' })
  yield await open('POST', '/api/site-settings', {}, { domain: host })
  for (const [method, path, body] of CALLS) yield await open(method, path, {}, body)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const asset = await open('GET', path, { accept: '*/*', 'accept-encoding': 'identity' })
    if (asset.status === 200) note(asset.text)
    yield asset
  }
}
