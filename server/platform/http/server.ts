import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { JSON_BODY_LIMIT } from '#contract/core/constants.ts'
import { AppError } from '../errors.ts'
import { type Log, withRequestId } from '../log.ts'
import { addCompression } from './compress-replies.ts'
import { sendError } from './error-reply.ts'
import { loggedUrl } from './logged-url.ts'
import { type MountDeps, mount } from './mount.ts'
import { refuseSeveralHosts } from './one-host.ts'
import { type ApiOrigins, guardOrigins } from './other-origins.ts'
import { answerParserFault } from './parser-fault.ts'
import type { Route } from './route.ts'

/** `/api/v1/…` is `/api/…`: scripts may name the version that they were written for (docs/api.md). */
const withoutVersion = (url: string): string => url.replace(/^\/api\/v1(?=\/)/, '/api')

/** API replies may load nothing. */
const API_CSP = "default-src 'none'; frame-ancestors 'none'"

function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A POST with a JSON content type and an empty body has no body.
    if (body === '') return done(null, undefined)
    parseJson(request, body as string, (error, value) =>
      done(error ? new AppError('bad_request', 'The body is not valid JSON') : null, value),
    )
  })
  // Raw bytes are read by the upload handler itself, chunk by chunk.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  // Mail programs unsubscribe with a form (RFC 8058), whose content is always the same. No other call accepts forms.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 10_000 },
    (request, _body, done) =>
      request.url.startsWith('/api/unsubscribe/')
        ? done(null, undefined)
        : done(new AppError('unsupported_media_type', 'Send the body as application/json')),
  )
}

/** Routes of the kind `raw`, whose bodies are not parsed, in a scope of their own. */
function mountRaw(app: FastifyInstance, routes: readonly Route[], deps: MountDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of routes) mount(scope, route, deps)
  })
}

/**
 * Builds the HTTP server without listening: security headers, request ids, body parsers, the check for other
 * origins, error replies and all routes.
 */
export async function createHttpServer(
  routes: Route[],
  deps: MountDeps & { log: Log; trustProxy: string[] | boolean; apiOrigins?: ApiOrigins },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: deps.trustProxy,
    bodyLimit: JSON_BODY_LIMIT,
    rewriteUrl: ({ url }) => withoutVersion(url ?? '/'),
    // Request ids from outside are not trusted, because they end up in log lines.
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A request on a connection that is still open is answered, and told to use another for the next.
    return503OnClosing: false,
    requestTimeout: 120_000,
    clientErrorHandler: answerParserFault,
    // Errors of the router itself get the same shape.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, deps.log),
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
  })
  addBodyParsers(app)
  addCompression(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', String(request.id)).header('content-security-policy', API_CSP)
    withRequestId(String(request.id), done)
  })
  app.addHook('onRequest', async (request, reply) => {
    refuseSeveralHosts(request)
    if (guardOrigins(request, reply, deps.apiOrigins ?? 'all')) return reply
  })
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      url: loggedUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    deps.log.debug(line, 'request')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps.log))
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new AppError('not_found', `There is nothing at ${request.method} ${request.url.split('?')[0]}`),
      request,
      reply,
      deps.log,
    ),
  )
  for (const route of routes) if (route.endpoint.kind !== 'raw') mount(app, route, deps)
  mountRaw(
    app,
    routes.filter(({ endpoint }) => endpoint.kind === 'raw'),
    deps,
  )
  return app
}
