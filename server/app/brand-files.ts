import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { findHostKind, findImage, hasBrands } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { letterIcon, makeManifest } from './page-head.ts'
import { brandOfHost } from './pages.ts'

/** The product's own icon, for hosts of a platform without a brand. */
const PRODUCT_ICON = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8')
/** An image must be inert, however it is opened. */
const INERT_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

/** Files that differ by Host: images of brands, icon, manifest, robots.txt. */
export function addBrandFiles(http: FastifyInstance, ctx: Context): void {
  http.get<{ Params: { file: string } }>('/brand-images/:file', async (request, reply) => {
    const id = /^([a-f0-9]{32})\.(?:png|webp)$/.exec(request.params.file)?.[1]
    const image = id && (await findImage(ctx.db, id))
    if (!image) throw notFound('The image')
    return reply
      .headers({
        ...INERT_HEADERS,
        'content-type': image.content_type,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(image.bytes)
  })

  const icon = async (host: string) => {
    const brand = await brandOfHost(ctx, host)
    const isProduct =
      (await findHostKind(ctx, host)) === 'platform' && !(await hasBrands(ctx).catch(() => true))
    return { brand, svg: isProduct ? PRODUCT_ICON : letterIcon(brand) }
  }
  for (const path of ['/site-icon', '/favicon.ico'])
    http.get(path, async (request, reply) => {
      const { brand, svg } = await icon(request.hostname)
      if (brand.icon.startsWith('/brand-images/')) return reply.redirect(brand.icon, 302)
      return reply
        .headers({
          ...INERT_HEADERS,
          'content-type': 'image/svg+xml',
          'cache-control': 'private, max-age=3600',
        })
        .send(svg)
    })

  http.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'private, no-cache' })
      .send(JSON.stringify(makeManifest(await brandOfHost(ctx, request.hostname)))),
  )

  // The application is for signed-in people; search engines may only show its first page and the audit page.
  http.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-cache' })
      .send('User-agent: *\nAllow: /$\nAllow: /login$\nAllow: /audit$\nDisallow: /\n'),
  )
}
