import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteSettings } from '#contract/sites.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { isConnectionError } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'

const DIST = join(import.meta.dirname, '../../web/dist')
const HTML = 'text/html; charset=utf-8'

/** What a vendor's library needs of the page's policy; added only where the site shows its button. */
const VENDOR_SOURCES = {
  google: {
    'script-src': 'https://accounts.google.com/gsi/client',
    'style-src': 'https://accounts.google.com/gsi/style',
    'frame-src': 'https://accounts.google.com/gsi/',
    'connect-src': 'https://accounts.google.com/gsi/',
  },
  facebook: {
    'script-src': 'https://connect.facebook.net',
    'frame-src': 'https://www.facebook.com https://web.facebook.com',
    'connect-src': 'https://www.facebook.com https://graph.facebook.com https://connect.facebook.net',
    'img-src': 'https://www.facebook.com',
  },
} satisfies Record<string, Record<string, string>>

/** Scripts and styles come from here or carry the page's nonce; style attributes are how the grid places rows. */
function pagePolicy(nonce: string, { social, map_tiles: tiles }: SiteSettings): string {
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  if (tiles) {
    const { origin } = new URL(tiles.url)
    policy['img-src']?.push(origin)
    policy['connect-src']?.push(origin)
  }
  for (const vendor of ['google', 'facebook'] as const) {
    if (!social[vendor]) continue
    for (const [directive, source] of Object.entries(VENDOR_SOURCES[vendor])) {
      const sources = policy[directive] ?? []
      sources.push(source)
      policy[directive] = sources
    }
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

/** A vendor's popup answers its opener, and its library checks which site asks; elsewhere the strict headers stay. */
const vendorHeaders = ({ google, facebook }: SiteSettings['social']): Record<string, string> =>
  google || facebook
    ? {
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
      }
    : {}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
/** Inside a script element only `<` could end it early. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

/** Reads the built page once per build: a new file time means a new build. */
function createTemplate() {
  let cached: { time: number; html: string } | undefined
  return async (): Promise<string> => {
    const file = join(DIST, 'index.html')
    const info = await stat(file).catch(() => null)
    if (!info) throw new AppError('unavailable', 'The web application is not built; start with npm start')
    if (cached?.time !== info.mtimeMs) cached = { time: info.mtimeMs, html: await readFile(file, 'utf8') }
    return cached.html
  }
}

/** The page for a Host: title, brand and nonce are in place before the first paint. */
async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  sites: SitesService,
): Promise<FastifyReply> {
  // Without a database the page still comes, in a default brand: it says that it tries again, and does.
  const brand = await sites.settingsOf(request.hostname).catch((error) => {
    if (!isConnectionError(error)) throw error
    return sites.settingsWithoutDatabase(request.hostname)
  })
  const nonce = randomBytes(16).toString('base64')
  const page = html
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__TITLE__', escapeHtml(brand.name))
    .replaceAll('__BRAND_JSON__', () => scriptJson(brand))
  return reply
    .headers({
      'content-type': HTML,
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy(nonce, brand),
      ...vendorHeaders(brand.social),
    })
    .send(page)
}

const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  !/^\/(api|auth|assets)\//.test(request.url) &&
  String(request.headers.accept ?? '').includes('text/html')

/** Serves the built files with long-lived caching, and the application's page for every address that is no call. */
export async function addPages(http: FastifyInstance, sites: SitesService): Promise<void> {
  const template = createTemplate()
  await http.register(fastifyStatic, {
    root: join(DIST, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    preCompressed: true,
  })
  http.addHook('preHandler', async (request, reply) => {
    if (request.is404 && wantsPage(request)) await renderPage(request, reply, await template(), sites)
  })
}
