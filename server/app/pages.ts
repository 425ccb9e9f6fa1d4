import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runsScripts, wantsPlainPages } from '#contract/branding/script-zone.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import {
  listScriptHosts,
  showSiteSettings,
  siteSettingsWithoutDatabase,
} from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isConnectionError } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { brandHead, scriptElements, scriptJson } from './page-head.ts'
import { pagePolicy, type ScriptZone, vendorHeaders } from './page-policy.ts'

const DIST = join(import.meta.dirname, '../../web/dist')
const HTML = 'text/html; charset=utf-8'

interface BuiltPage {
  html: string
  /** Matches the addresses at which the application has a page. */
  paths: RegExp
}

const matchPaths = (paths: readonly string[]): RegExp =>
  new RegExp(`^(?:${paths.map((path) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')})/?(?:\\?|$)`)

/** Reads the built page again after each build, by file time; null before the first. */
function createTemplate() {
  let cached: ({ time: number } & BuiltPage) | undefined
  return async (): Promise<BuiltPage | null> => {
    const file = join(DIST, 'index.html')
    const info = await stat(file).catch(() => null)
    if (!info) return null
    if (cached?.time === info.mtimeMs) return cached
    const [html, paths] = await Promise.all(
      [file, join(DIST, 'pages.json')].map((name) => readFile(name, 'utf8')),
    )
    cached = {
      time: info.mtimeMs,
      html: html as string,
      paths: matchPaths(['/', ...JSON.parse(paths as string)]),
    }
    return cached
  }
}

/** The brand of a Host. Without a database the page is still served, and retries. */
export const brandOfHost = (ctx: Context, host: string): Promise<SiteSettings> =>
  showSiteSettings(ctx, host).catch((error) => {
    if (!isConnectionError(error)) throw error
    return siteSettingsWithoutDatabase(ctx, host)
  })

/** Allowed script sources of this page; null where none may run. */
async function findScriptZone(
  ctx: Context,
  request: FastifyRequest,
  { script, chat }: SiteSettings,
): Promise<ScriptZone | null> {
  const path = request.url.split('?')[0] ?? ''
  if (!(script || chat) || !runsScripts(path) || wantsPlainPages(request.headers.cookie ?? '')) return null
  return { hosts: script ? await listScriptHosts(ctx, request.hostname) : [] }
}

/** The page for a Host, with title, colors, brand and nonce before the first paint. */
async function renderPage(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  const brand = await brandOfHost(ctx, request.hostname)
  const nonce = randomBytes(16).toString('base64')
  const zone = await findScriptZone(ctx, request, brand)
  const scripts = zone && brand.script ? scriptElements(brand.script, nonce) : ''
  // Functions, because a name may contain `$&`, which replacement strings interpret.
  const page = html
    .replaceAll('__NONCE__', () => nonce)
    .replaceAll('__TITLE__', () => escapeHtml(brand.name))
    .replace('<!--__HEAD__-->', () => brandHead(brand, `${request.protocol}://${request.host}`, nonce))
    .replaceAll('__BRAND_JSON__', () => scriptJson(brand))
    .replace('</body>', () => `${scripts}</body>`)
  return reply
    .headers({
      'content-type': HTML,
      // The page of one Host with its own nonce, so it must not be cached.
      'cache-control': 'private, no-cache',
      vary: 'Host, Cookie',
      'content-security-policy': pagePolicy(nonce, brand, zone),
      ...vendorHeaders(brand.social),
    })
    .send(page)
}

const isBrowser = ({ headers }: FastifyRequest): boolean => String(headers.accept ?? '').includes('text/html')

/** Whether it may be a visit of a page, and no call or file. */
const isVisit = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|auth|assets|brand-images|training-files)\//.test(url)

/** Uptime checks, link previews and curl accept anything. */
const acceptsAnything = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '*/*').includes('*/*')

/** The page of a List-Unsubscribe address that a person opens; mail programs and scanners don't ask for pages. */
function unsubscribePage(request: FastifyRequest): string | null {
  const { method, url } = request
  const token = /^\/api\/unsubscribe\/([\w.-]+)\/?(?:\?|$)/.exec(url)?.[1]
  const isRead = method === 'GET' || method === 'HEAD'
  return token && isRead && isBrowser(request) ? `/unsubscribe#${token}` : null
}

/** Serves the built files with long-lived caching, and the application's page for all other addresses except calls. */
export async function addPages(http: FastifyInstance, ctx: Context): Promise<void> {
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
    const moved = unsubscribePage(request)
    if (moved) return reply.header('vary', 'Accept').redirect(moved, 303)
    if (!request.is404 || !isVisit(request)) return
    const page = await template()
    // The application itself says to people which address doesn't exist.
    if (!isBrowser(request) && !(acceptsAnything(request) && page?.paths.test(request.url))) return
    if (!page) throw new AppError('unavailable', 'The web application is not built; start with npm start')
    await renderPage(ctx, request, reply, page.html)
  })
}
