import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brandCss } from '#contract/branding/brand-shades.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { Html, html } from '#server/platform/html/html.ts'
import { readBuiltFiles, readEmbedScript } from './built-files.ts'
import { findHostKind } from './host-kind.ts'
import { findPlatformSite, findSiteOfHost, showSiteSettings } from './sites.ts'
import type { SiteRow } from './sites-store.ts'

/** A page for visitors who have no account, made on the server: it works without cookies and with little script. */
export interface PublicPage {
  title: string
  body: Html
  /** Language of the texts, such as `de`. */
  lang: string
  /** Shown within another website: any may frame it, and it has neither the brand's head nor a foot. */
  framed?: boolean
  /** Its file in `web/public-pages`, without `.ts`. */
  script?: string
  /** What the script needs to know: it reads the JSON text of the element `page-data`. */
  data?: unknown
  description?: string
  status?: number
  /** Whether search engines may show it. */
  isIndexed?: boolean
}

/** The site whose public pages a Host shows; null where there are none. */
export async function findPageSite(ctx: Context, host: string): Promise<SiteRow | null> {
  const site = await findSiteOfHost(ctx, host)
  if (site) return site
  return (await findHostKind(ctx, host)) === 'platform' ? findPlatformSite(ctx) : null
}

/** Whether a request is for the page within another website. */
export const isFramed = ({ query }: FastifyRequest): boolean => (query as { embed?: unknown }).embed === '1'

function publicPagePolicy(nonce: string, framed: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ].join('; ')
}

/** Light, dark, or the visitor's: a frame is light unless its website says otherwise, because websites mostly are. */
function chooseTheme({ query }: FastifyRequest, framed: boolean): 'light' | 'dark' | null {
  const { theme } = query as { theme?: unknown }
  if (theme === 'light' || theme === 'dark') return theme
  return framed && theme !== 'auto' ? 'light' : null
}

function logo({ name, logo: light, logo_dark: dark }: SiteSettings, theme: 'light' | 'dark' | null): Html {
  const chosen = theme === 'dark' ? (dark ?? light) : light
  if (!chosen) return html`<span class="brand-name">${name}</span>`
  const source =
    theme === null && dark && html`<source srcset="${dark}" media="(prefers-color-scheme: dark)">`
  return html`<picture>${source}<img class="brand-logo" src="${chosen}" alt="${name}"></picture>`
}

/** Inside a script element only `<` could end it early. */
const jsonScript = (value: unknown, nonce: string): Html =>
  new Html(
    `<script type="application/json" id="page-data" nonce="${nonce}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`,
  )

async function pageHead(page: PublicPage, brand: SiteSettings, nonce: string): Promise<Html> {
  const built = await readBuiltFiles()
  const style = built['public-pages/public-page.css']?.file
  const script = page.script === undefined ? undefined : built[`public-pages/${page.script}.ts`]?.file
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${!page.isIndexed && html`<meta name="robots" content="noindex">`}
<title>${page.title}</title>
${page.description && html`<meta name="description" content="${page.description}">`}
<meta name="application-name" content="${brand.name}">
<meta property="og:type" content="website">
<meta property="og:title" content="${page.title}">
<meta property="og:site_name" content="${brand.name}">
<link rel="icon" href="${brand.icon}">
<style nonce="${nonce}">${new Html(brandCss(brand))}</style>
${style && html`<link rel="stylesheet" href="/${style}">`}
${script && html`<script type="module" src="/${script}"></script>`}`
}

/** Answers with a page in the brand of the Host. */
export async function renderPublicPage(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PublicPage,
): Promise<FastifyReply> {
  const brand = await showSiteSettings(ctx, request.hostname)
  const framed = page.framed === true
  const nonce = randomBytes(16).toString('base64')
  const theme = chooseTheme(request, framed)
  const support = brand.support_email
  // Helmet's header would refuse what the policy allows.
  if (framed) reply.removeHeader('x-frame-options')
  const document = html`<!doctype html>
<html lang="${page.lang}"${theme && html` data-mantine-color-scheme="${theme}"`}>
<head>
${await pageHead(page, brand, nonce)}
</head>
<body class="${framed ? 'framed' : 'whole'}">
${!framed && html`<header class="brand">${logo(brand, theme)}</header>`}
<main>${page.body}</main>
${!framed && html`<footer><span>${brand.name}</span>${support && html`<a href="mailto:${support}">${support}</a>`}</footer>`}
${page.data !== undefined && jsonScript(page.data, nonce)}
</body>
</html>`
  return reply
    .status(page.status ?? 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Host, Accept-Language',
      'content-security-policy': publicPagePolicy(nonce, framed),
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(!page.isIndexed && { 'x-robots-tag': 'noindex' }),
    })
    .send(document.text)
}

/** The script that other websites show a page with. It is the same for all brands and names none. */
export async function sendEmbedScript(reply: FastifyReply): Promise<FastifyReply> {
  const script = await readEmbedScript()
  if (script === null)
    throw new AppError('unavailable', 'The web application is not built; start with npm start')
  return reply
    .headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(script)
}
