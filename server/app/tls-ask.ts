import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { isForwarded } from '#server/platform/http/is-forwarded.ts'

type Query = Pick<SitesService, 'mayHaveCertificate'>

async function isServed(request: FastifyRequest, sites: Query): Promise<boolean> {
  if (isForwarded(request)) return false
  const { domain } = request.query as { domain?: unknown }
  return typeof domain === 'string' && sites.mayHaveCertificate(domain)
}

/**
 * Tells a TLS proxy whether it may get a certificate for a host: 200 for served hosts, 403 for all others and
 * for every error. It listens on a separate loopback port, unreachable for web pages, and answers from cached
 * hosts while the database is down.
 */
export function createTlsAsk(sites: Query): FastifyInstance {
  const http = Fastify({ logger: false })
  http.get('/internal/tls-ask', async (request, reply) =>
    reply.status((await isServed(request, sites)) ? 200 : 403).send(),
  )
  http.setErrorHandler((_error, _request, reply) => reply.status(403).send())
  http.setNotFoundHandler((_request, reply) => reply.status(403).send())
  return http
}
