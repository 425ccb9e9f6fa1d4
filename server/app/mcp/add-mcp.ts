import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '#server/modules/branding/sites/index.ts'
import { isOn } from '#server/modules/core/settings/index.ts'
import { makeChallenge } from '#server/modules/identity/connected-apps/index.ts'
import { findActor } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { bearer } from '#server/platform/http/mount.ts'
import { OPEN_TO_ANYONE } from '#server/platform/http/other-origins.ts'
import { brandOfHost } from '../pages.ts'
import { callApiFor } from './call-api.ts'
import type { Caller } from './mcp-tool.ts'

/** The caller: an API key or a connected app of someone whose account is open. @throws AppError unauthorized, forbidden, account_closed. */
async function findCaller(ctx: Context, request: FastifyRequest): Promise<Actor> {
  const token = bearer(request)
  const actor = token === null ? null : await findActor(ctx, token, request.hostname, 'agents')
  if (!actor)
    throw new AppError(
      'unauthorized',
      'Send an API key of this site as "Authorization: Bearer KEY", or connect the agent (OAuth)',
    )
  if (actor.credential.kind !== 'api_key')
    throw new AppError(
      'forbidden',
      'Agents need an API key: create one in Profile settings, API keys. It limits what they may do and spend',
    )
  if (actor.isClosed) throw new AppError('account_closed', 'This account is closed. Its owner can reopen it')
  return actor
}

const isSet = (value: unknown): boolean => value !== undefined && value !== '0' && value !== 'false'

/** The request for the SDK, with its parsed body. */
function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value))
  return new Request(`${origin}${request.url}`, { method: request.method, headers })
}

/** The AI agents' tools at /mcp, over streamable HTTP without sessions: any process can answer any request. */
export function addMcp(http: FastifyInstance, ctx: Context): void {
  const { db, log } = ctx
  /** Loaded on the first agent request: the tools and the SDK are large. */
  let handler: Promise<McpHttpHandler> | undefined
  const createHandler = async (): Promise<McpHttpHandler> => {
    const [{ createMcpHandler }, { mcpServerFor }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./mcp-server.ts'),
    ])
    return createMcpHandler(({ authInfo }) => mcpServerFor(authInfo?.extra?.caller as Caller, log), {
      onerror: (error) => log.debug({ err: error }, 'a request of an agent was refused'),
    })
  }
  http.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    ...OPEN_TO_ANYONE,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!(await isOn(db, 'agents')))
        throw new AppError('forbidden', 'AI agents are turned off on this installation')
      const challenge = makeChallenge(originOf(ctx, request), bearer(request) !== null)
      reply.header('www-authenticate', challenge)
      const actor = await findCaller(ctx, request)
      reply.removeHeader('www-authenticate')
      const origin = `${request.protocol}://${request.host}`
      const caller: Caller = {
        actor,
        db,
        origin,
        brand: (await brandOfHost(ctx, request.hostname)).name,
        readOnly: isSet((request.query as Record<string, unknown>).read_only),
        api: callApiFor(http, request),
      }
      const authInfo = {
        token: '',
        clientId: `api_key:${actor.credential.id}`,
        scopes: [...(actor.scopes ?? [])],
        extra: { caller },
      }
      handler ??= createHandler()
      const response = await (await handler).fetch(webRequest(request, origin), {
        authInfo,
        parsedBody: request.body,
      })
      return reply.send(response)
    },
  })
  http.addHook('onClose', async () => (await handler)?.close())
}
