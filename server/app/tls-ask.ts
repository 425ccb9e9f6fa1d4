import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import {
  certificateRequestsWritten,
  mayHaveCertificate,
  noteCertificateRequest,
} from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isForwarded } from '#server/platform/http/is-forwarded.ts'

async function isServed(ctx: Context, request: FastifyRequest): Promise<boolean> {
  if (isForwarded(request)) return false
  const { domain } = request.query as { domain?: unknown }
  if (typeof domain !== 'string') return false
  const isAllowed = await mayHaveCertificate(ctx, domain)
  noteCertificateRequest(ctx, domain, isAllowed)
  return isAllowed
}

/**
 * Tells a TLS proxy whether it may get a certificate for a host: 200 for served hosts, 403 for all others and
 * for every error. It listens on a separate loopback port, unreachable for web pages, and answers from cached
 * hosts while the database is down. Requests are counted for administrators.
 */
export function createTlsAsk(ctx: Context): FastifyInstance {
  const http = Fastify({ logger: false })
  http.addHook('onClose', () => certificateRequestsWritten(ctx))
  http.get('/internal/tls-ask', async (request, reply) =>
    reply.status((await isServed(ctx, request)) ? 200 : 403).send(),
  )
  http.setErrorHandler((_error, _request, reply) => reply.status(403).send())
  http.setNotFoundHandler((_request, reply) => reply.status(403).send())
  return http
}
