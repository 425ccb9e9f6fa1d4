import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { refuseForeignPages } from './same-origin.ts'

/** Which pages of other origins may call the API with a key: all, or those of these origins. */
export type ApiOrigins = 'all' | readonly string[]

declare module 'fastify' {
  interface FastifyContextConfig {
    openTo?: OpenTo | undefined
  }
}

/** Who may call an endpoint from a page of another origin; nobody where it is absent. */
export type OpenTo = 'keys' | 'anyone'

/**
 * Calls that API keys may make, apart from administration, and downloads by ticket. Sign-in and everything else that
 * needs a person is for the application's own pages.
 */
export function openTo({ path, scope, access, isTicket }: Endpoint): OpenTo | undefined {
  if (access === 'public') return isTicket ? 'anyone' : undefined
  return scope && scope !== 'admin' && path.startsWith('/api/') && !path.startsWith('/api/admin/')
    ? 'keys'
    : undefined
}

/** The options of a route for agents and the apps that connect them: a token in a header, and nothing of the browser. */
export const OPEN_TO_ANYONE = { config: { openTo: 'anyone' } } as const
/** Where routes are that pages of other origins may call. */
const isOpenPath = (path: string): boolean =>
  /^\/(?:api(?!\/admin\/)|oauth)\/|^\/mcp(?:$|\?)|^\/\.well-known\/oauth-/.test(path)

/** The form of API keys; tokens of sessions have no prefix. */
const KEY = /^Bearer key_[\w-]+$/

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, last-event-id, mcp-protocol-version, mcp-session-id',
  // A day; browsers take at most two hours or a day.
  'access-control-max-age': '86400',
  'content-length': '0',
}

/** Headers that scripts of other origins may read. */
const EXPOSED = [
  'content-disposition',
  'deprecation',
  'idempotency-replayed',
  'link',
  'mcp-session-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-request-id',
].join(', ')

/** The page's origin if it may call: of http or https, never `null` or one of a file or an extension. */
function allowedOrigin({ headers }: FastifyRequest, allowed: ApiOrigins): string | null {
  const { origin } = headers
  if (!origin || !/^https?:/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
    return null
  return allowed === 'all' || allowed.includes(origin) ? origin : null
}

/** A browser's question before a call: it carries neither key nor cookie, so its answer depends on the address alone. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, allowed: ApiOrigins): boolean {
  const { method, url, headers } = request
  if (method !== 'OPTIONS' || !headers['access-control-request-method']) return false
  const origin = allowedOrigin(request, allowed)
  if (!origin || !isOpenPath(url)) return false
  reply
    .status(204)
    .headers({ ...PREFLIGHT, 'access-control-allow-origin': origin, vary: 'Origin' })
    .send()
  return true
}

/**
 * Lets pages of other origins call what is open to them with an API key, and refuses their other calls. Cookies and
 * other credentials of the browser are never allowed: no reply has `access-control-allow-credentials`.
 * @returns true for a preflight, which is answered
 * @throws AppError forbidden
 */
export function guardOrigins(request: FastifyRequest, reply: FastifyReply, allowed: ApiOrigins): boolean {
  if (answerPreflight(request, reply, allowed)) return true
  const { openTo } = request.routeOptions.config
  const { authorization } = request.headers
  const origin = openTo && allowedOrigin(request, allowed)
  if (openTo) reply.header('vary', 'Origin')
  if (origin && (openTo === 'anyone' || KEY.test(authorization ?? ''))) {
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED })
    return false
  }
  refuseForeignPages(request)
  return false
}
