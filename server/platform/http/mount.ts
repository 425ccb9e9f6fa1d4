import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { SecretBox } from '../crypto/secret-box.ts'
import type { Db } from '../db/db.ts'
import { AppError, invalidField } from '../errors.ts'
import type { Log } from '../log.ts'
import { accessProblem } from './access.ts'
import type { Actor } from './actor.ts'
import { announceRemoval } from './announce-removal.ts'
import { pagedCall } from './call-paging.ts'
import { auditedCall, type EndpointCall } from './current-call.ts'
import { logCutReply } from './error-reply.ts'
import { guardReply } from './guard-reply.ts'
import { checkKey, once } from './idempotency.ts'
import { openTo } from './other-origins.ts'
import { parseInput } from './parse-input.ts'
import type { FileReply, RequestFacts, Route } from './route.ts'

/** What the credential of a call may do within a minute, with this call among `used`. */
export interface CallAllowance {
  limit: number
  used: number
  resetSeconds: number
}

export interface MountDeps {
  db: Db
  log: Log
  secretBox: SecretBox
  /** The actor of a bearer token (session or API key); null when it is unknown, expired or revoked. */
  findActor(token: string, request: FastifyRequest): Promise<Actor | null>
  /** Why a token that was once valid no longer is; null when it never was. */
  endReason(token: string, request: FastifyRequest): Promise<string | null>
  /** Counts a call against the limit of its credential; null without one. */
  countCall(actor: Actor): Promise<CallAllowance | null>
  /**
   * In tests, a field that the contract does not name and a change without an audit entry are faults; otherwise the
   * field is removed and the missing entry logged (docs/adr/0016, 0017).
   */
  strictReplies: boolean
}

export const bearer = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.~+/=-]{1,300})$/.exec(request.headers.authorization ?? '')?.[1] ?? null

async function findCaller(
  endpoint: Endpoint,
  request: FastifyRequest,
  deps: MountDeps,
): Promise<Actor | null> {
  const token = bearer(request)
  const isPublic = endpoint.access === 'public'
  // Public endpoints must not fail when the actor can't be looked up. A public GET shows everyone the same, and must
  // not even wait for that: /healthz answers while the database is silent.
  const found = token && !(isPublic && endpoint.method === 'GET') ? deps.findActor(token, request) : null
  return (await (isPublic ? found?.catch(() => null) : found)) ?? null
}

async function requireAccess(
  endpoint: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
  deps: MountDeps,
): Promise<void> {
  const problem = accessProblem(endpoint, actor)
  if (!problem) return
  const token = bearer(request)
  const why = token && !actor ? await deps.endReason(token, request) : null
  throw new AppError(problem.code, why ?? problem.message)
}

/** Says in headers what is left. @throws AppError rate_limited */
async function limitCalls(actor: Actor, reply: FastifyReply, deps: MountDeps): Promise<void> {
  const allowance = await deps.countCall(actor)
  if (!allowance) return
  const { limit, used, resetSeconds } = allowance
  reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - used)),
    'ratelimit-reset': String(resetSeconds),
  })
  if (used > limit)
    throw new AppError(
      'rate_limited',
      `This API key may make ${limit} calls a minute. Wait ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}`,
      { retryAfterSeconds: resetSeconds },
    )
}

/** Only uploads accept raw bytes. @throws AppError unsupported_media_type */
function checkMediaType(endpoint: Endpoint, body: unknown): void {
  const isBytes = body instanceof Readable
  if (endpoint.kind === 'upload' && body !== undefined && !isBytes)
    throw new AppError('unsupported_media_type', 'Send the bytes as application/octet-stream')
  if (endpoint.kind !== 'upload' && isBytes)
    throw new AppError('unsupported_media_type', 'Send the body as application/json')
}

function readFacts(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const controller = new AbortController()
  // A reply that was sent completely needs no abort, which costs as much as a small query.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return {
    ip: request.ip,
    host: request.hostname,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
    signal: controller.signal,
    request,
  }
}

/**
 * A line per event. The first one says that the events are followed: a credential that was revoked before is looked up
 * again, because nobody will announce it any more.
 */
async function* ndjson(
  endpoint: Endpoint,
  events: AsyncIterable<unknown>,
  isStillAllowed: () => Promise<boolean>,
  deps: MountDeps,
): AsyncIterable<string> {
  let isChecked = false
  for await (const event of events) {
    if (!isChecked && !(await isStillAllowed())) return
    isChecked = true
    yield `${JSON.stringify(guardReply(endpoint, event, deps.strictReplies))}\n`
  }
}

/** A body that breaks off reaches nobody but its client, unless we listen. */
const heard = (body: Readable, reply: FastifyReply, { log }: MountDeps): Readable =>
  body.once('error', (error) => logCutReply(error, reply.request, reply, log))

const asciiName = (name: string): string => name.replace(/[^\w. -]/g, '_')

function sendFile(reply: FastifyReply, file: FileReply, deps: MountDeps): FastifyReply {
  const disposition = `attachment; filename="${asciiName(file.filename)}"; filename*=UTF-8''${encodeURIComponent(file.filename)}`
  return reply
    .headers({
      'content-type': file.contentType,
      'content-disposition': disposition,
      'cache-control': 'no-store',
      ...file.headers,
    })
    .send(heard(file.stream, reply, deps))
}

function send(endpoint: Endpoint, answer: unknown, reply: FastifyReply, deps: MountDeps): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (endpoint.kind === 'file') return sendFile(reply, answer as FileReply, deps)
  if (endpoint.kind === 'stream') {
    const isStillAllowed = () =>
      findCaller(endpoint, reply.request, deps)
        .then((actor) => requireAccess(endpoint, actor, reply.request, deps))
        .then(
          () => true,
          () => false,
        )
    const lines = Readable.from(ndjson(endpoint, answer as AsyncIterable<unknown>, isStillAllowed, deps), {
      objectMode: false,
    })
    // Proxies must not buffer lines.
    return reply
      .headers({ 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' })
      .send(heard(lines, reply, deps))
  }
  const body = guardReply(endpoint, answer, deps.strictReplies)
  return reply
    .status(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

async function answerOnce(
  endpoint: Endpoint,
  key: string,
  actor: Actor,
  input: unknown,
  reply: FastifyReply,
  deps: MountDeps,
  lookUp: (() => Promise<unknown>) | undefined,
  work: (lookedUp: unknown) => Promise<unknown>,
) {
  const status = endpoint.status ?? 200
  const box = endpoint.idempotent === 'sealed' ? { box: deps.secretBox } : {}
  const keyed = { actor, endpoint: endpoint.name, key, input, status, ...box }
  const stored = await once(deps.db, keyed, lookUp, work)
  if (stored.replayed) reply.header('idempotency-replayed', 'true')
  return stored.reply
}

/**
 * The call's Idempotency-Key.
 * @throws AppError validation_failed for a key that would be ignored: its sender believes that a repeat is safe
 */
function readKey(endpoint: Endpoint, actor: Actor | null, request: FastifyRequest): string | undefined {
  const key = checkKey(request.headers['idempotency-key'])
  if (key === undefined || (endpoint.idempotent && actor)) return key
  if (endpoint.kind === 'raw') return undefined
  if (endpoint.method === 'POST' && !endpoint.changesNothing)
    throw invalidField(
      'Idempotency-Key',
      'This call doesn’t take an Idempotency-Key, and would run again at each repeat. Leave the header out',
    )
  return undefined
}

/** A change without an audit entry. */
function onMissingAudit({ endpoint, action }: EndpointCall, { log, strictReplies }: MountDeps): void {
  const message = `${endpoint} replied without writing the audit entry "${action}"`
  if (strictReplies) throw new Error(message)
  log.error({ endpoint, action }, message)
}

/** `{id}` becomes `:id`. The router ends a name at `-`, so `{type}-results` is a parameter and a fixed suffix. */
const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Registers one endpoint: access, input, idempotency, handler, reply, in this order. */
export function mount(
  app: FastifyInstance,
  { endpoint, lookUp, handle, finish }: Route,
  deps: MountDeps,
): void {
  app.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    // A HEAD would open a stream that nobody reads, or consume a one-time download.
    exposeHeadRoute: endpoint.kind === 'json',
    ...(endpoint.maxBytes !== undefined && { bodyLimit: endpoint.maxBytes }),
    config: { isLive: endpoint.kind === 'stream', openTo: openTo(endpoint) },
    handler: async (request, reply) => {
      announceRemoval(endpoint, request, reply)
      const actor = await findCaller(endpoint, request, deps)
      if (actor) await limitCalls(actor, reply, deps)
      await requireAccess(endpoint, actor, request, deps)
      checkMediaType(endpoint, request.body)
      const input = parseInput(endpoint, { params: request.params, query: request.query, body: request.body })
      const key = readKey(endpoint, actor, request)
      const context = { ...input, ...readFacts(request, reply), actor }
      const boundLookUp = lookUp && (() => lookUp(context))
      const work = (lookedUp: unknown) =>
        auditedCall({
          endpoint,
          actor,
          work: () =>
            pagedCall(endpoint, { actor, box: deps.secretBox }, request, input, () =>
              handle(context, lookedUp),
            ),
          onMissingAudit: (act) => onMissingAudit(act, deps),
          userAgent: context.userAgent,
        })
      const answer =
        key && actor
          ? await answerOnce(endpoint, key, actor, input, reply, deps, boundLookUp, work)
          : await work(await boundLookUp?.())
      if (!finish) return send(endpoint, answer, reply, deps)
      const ended = await finish(answer, context)
      return send({ ...endpoint, status: ended.status as 200 }, ended.reply, reply, deps)
    },
  })
}
