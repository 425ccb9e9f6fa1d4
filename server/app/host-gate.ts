import type { FastifyInstance } from 'fastify'
import { findHostKind } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Load balancers probe under any name; metrics have their own guard. */
const PROBES = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Not found</title><p>There is nothing at this address.</p></html>`

/** Serves unverified hosts nothing that identifies this server. */
export const addHostGate = (http: FastifyInstance, ctx: Context): void => {
  http.addHook('onRequest', async (request, reply) => {
    if (PROBES.test(request.url) || (await findHostKind(ctx, request.hostname)) !== 'unknown') return
    const isPage = String(request.headers.accept ?? '').includes('text/html')
    reply.status(404).header('cache-control', 'private, no-cache')
    return isPage
      ? reply.type('text/html; charset=utf-8').send(PAGE)
      : reply.send({ code: 'not_found', message: 'There is nothing at this address' })
  })
}
