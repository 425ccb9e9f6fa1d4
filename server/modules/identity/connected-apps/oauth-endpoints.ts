import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf, plainHost, showSiteSettings } from '#server/modules/branding/sites/index.ts'
import { isOn } from '#server/modules/core/settings/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { OPEN_TO_ANYONE } from '#server/platform/http/other-origins.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { registerClient } from './clients.ts'
import { issueTokens, type Params, revokeToken } from './grants.ts'
import { resourceMetadata, serverMetadata } from './metadata.ts'
import { OauthProblem } from './oauth-problem.ts'

/** Registrations per network address an hour: a vendor's servers register for all of its users. */
const registerLimit = defineRateLimit({ name: 'oauth-register', points: 200, seconds: 60 * 60 })
/** Refused calls for tokens per network address an hour. */
const refusedLimit = defineRateLimit({ name: 'oauth-refused', points: 300, seconds: 60 * 60 })
const MAX_BODY = 16 * 1024
const MAX_QUERY = 8000

const json = (reply: FastifyReply, body: unknown, status = 200) =>
  reply
    .status(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(body))

/** A form, each parameter once. */
function readForm(body: unknown): Params {
  const params = new URLSearchParams(typeof body === 'string' ? body : '')
  const read = new Map(params)
  if (read.size !== params.size) throw new OauthProblem('invalid_request', 'Send each parameter once')
  return read
}

/** Refusals in the form of RFC 6749, 5.2. Faults are left to the program. */
function sendProblem(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof OauthProblem)
    return json(
      reply,
      { error: error.code, error_description: error.message },
      error.code === 'invalid_client' ? 401 : 400,
    )
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
  reply.header('retry-after', String(error.retryAfterSeconds ?? 60))
  return json(reply, { error: 'temporarily_unavailable', error_description: error.message }, 429)
}

/** @throws AppError not_found while agents are turned off */
async function requireAgents(ctx: Context): Promise<void> {
  if (!(await isOn(ctx.db, 'agents')))
    throw new AppError('not_found', 'AI agents are turned off on this installation')
}

/** Counts refusals only: a vendor's servers renew tokens for all of its users. */
async function countingRefusals<T>(
  ctx: Context,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  await refusedLimit.consume(ctx, request.ip)
  const done = await work()
  await refusedLimit.release(ctx, request.ip)
  return done
}

function addMetadata(http: FastifyInstance, ctx: Context): void {
  const resource = async (request: FastifyRequest, reply: FastifyReply) => {
    await requireAgents(ctx)
    const { name } = await showSiteSettings(ctx, request.hostname)
    return json(reply, resourceMetadata(originOf(ctx, request), name))
  }
  http.get('/.well-known/oauth-protected-resource', OPEN_TO_ANYONE, resource)
  http.get('/.well-known/oauth-protected-resource/mcp', OPEN_TO_ANYONE, resource)
  http.get('/.well-known/oauth-authorization-server', OPEN_TO_ANYONE, async (request, reply) => {
    await requireAgents(ctx)
    return json(reply, serverMetadata(originOf(ctx, request)))
  })
}

/**
 * Where an app sends a person. The page gets the query as one word, which nothing on the way through sign-in reads
 * differently.
 */
const addAuthorize = (http: FastifyInstance): void => {
  http.get('/oauth/authorize', async (request, reply) => {
    const query = request.url.slice(request.url.indexOf('?') + 1)
    if (!request.url.includes('?') || query.length > MAX_QUERY)
      throw new AppError('bad_request', 'An app leads here with its request')
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/connect-app?request=${Buffer.from(query).toString('base64url')}`, 303)
  })
}

/** What apps call to be connected to the agents' address (docs/mcp.md), with forms and errors of their own standard. */
export function addOauthEndpoints(http: FastifyInstance, ctx: Context): void {
  addMetadata(http, ctx)
  addAuthorize(http)
  http.register(async (scope) => {
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler((error, _request, reply) => sendProblem(error, reply))
    const post = (
      url: string,
      answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
    ) =>
      scope.post(url, { ...OPEN_TO_ANYONE, bodyLimit: MAX_BODY }, async (request, reply) => {
        await requireAgents(ctx)
        return answer(request, reply)
      })
    post('/oauth/register', async (request, reply) => {
      await registerLimit.consume(ctx, request.ip)
      return json(reply, await registerClient(ctx, plainHost(request.hostname), request.body), 201)
    })
    post('/oauth/token', async (request, reply) => {
      const work = async () => issueTokens(ctx, request, readForm(request.body))
      return json(reply, await countingRefusals(ctx, request, work))
    })
    post('/oauth/revoke', async (request, reply) => {
      await countingRefusals(ctx, request, async () => revokeToken(ctx, request, readForm(request.body)))
      return json(reply, {})
    })
  })
}
