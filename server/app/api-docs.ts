import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { loadOpenApi } from './openapi/index.ts'

/** Everything is served from here; the page needs inline style attributes and data images. */
const DOCS_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page carries no brand. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M6 2C3 2 5 8 2 8c3 0 1 6 4 6M10 2c3 0 1 6 4 6-3 0-1 6-4 6" fill="none" stroke="#6b7280" stroke-width="1.6"/></svg>'

/** Interactive API documentation at /api/docs, rendered from /api/openapi.json. */
export async function addApiDocs(http: FastifyInstance): Promise<void> {
  let document: object = {}
  // Asked for on first use and cached. The server's own routes are excluded.
  await http.register(swagger, {
    openapi: {},
    hideUntagged: true,
    transformObject: () => document as never,
  })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      onRequest: async ({ url }) => {
        if (/\/(json|yaml)$/.test(url)) document = await loadOpenApi()
      },
    },
    staticCSP: DOCS_CSP,
    // Without the vendor's header and its validation service.
    uiConfig: {
      layout: 'BaseLayout',
      validatorUrl: null,
      docExpansion: 'list',
      displayRequestDuration: true,
    },
    theme: {
      title: 'API',
      favicon: [
        {
          filename: 'icon.svg',
          rel: 'icon',
          type: 'image/svg+xml',
          sizes: 'any',
          content: Buffer.from(ICON),
        },
      ],
    },
  })
}
