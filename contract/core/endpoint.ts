import * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import type { Capability } from './capabilities.ts'
import { IdParam } from './common.ts'
import type { ModuleSlug } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import type { ApiScope } from './scopes.ts'
import type { Topic } from './topics.ts'

/** Any schema of the contract. zod/mini keeps the browser's entry chunk small (docs/adr/0003). */
export type Schema = z.ZodMiniType

/** How the bytes travel: JSON both ways, an NDJSON stream of events, raw bytes in, or a file out. */
type EndpointKind = 'json' | 'stream' | 'upload' | 'file'

/**
 * Who may call. `public` needs no token. Everything else needs one, and every named condition holds:
 * the module slug is among the caller's effective modules, and `can` among their capabilities.
 */
export type Access = 'public' | { module?: ModuleSlug; can?: Capability }

export type ActingRule = 'never' | 'write' | 'always'

/** What these guard is the person's or the account's own: nobody changes it in their name. */
const OWN: ReadonlySet<Capability> = new Set<Capability>([
  'use_wallet',
  'sell',
  'manage_account',
  'manage_team',
  'manage_webhooks',
  'manage_crm',
  'manage_brand',
  'manage_sources',
  'manage_models',
  'erase_people',
  'log_in_as',
  'administer',
  'support_users',
])

/** What acting for someone allows at an endpoint. */
export function actingRule({
  acting,
  access,
  audit,
}: Pick<Endpoint, 'acting' | 'access' | 'audit'>): ActingRule {
  if (acting) return acting
  if (!audit) return 'always'
  return access !== 'public' && access.can && OWN.has(access.can) ? 'never' : 'write'
}

/** One promise between browser, command line and server: plain data, mounted, called and documented from here. */
export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> {
  /** Unique dotted name, e.g. `lists.create`; the operationId of the OpenAPI document. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{params}`, exactly as the outside world writes it. */
  path: string
  kind: EndpointKind
  access: Access
  /** What an API key needs to call this; without it only a person who has signed in can. Public calls need nothing. */
  scope?: ApiScope
  /** Also answers while the account is closed and waits to be deleted. */
  whileClosed?: true
  /** Also answers while the account is locked or read-only; what works in a closed account does in a locked one. */
  whileLocked?: true
  /** One line for people. */
  summary: string
  description?: string
  /** Group in the API page. */
  tag: string
  params: P
  query: Q
  body: B
  /** The reply of `json`; one event of `stream`. `file` and some uploads have none. */
  reply: R
  /** HTTP status of success (200 by default). */
  status?: 200 | 201 | 202
  /** Honours `Idempotency-Key`: the effect and the stored answer commit in one transaction. */
  idempotent?: true
  /** What the answer tells about: it is asked for again when one of these has changed. */
  reads?: readonly Topic[]
  /** What a success changes; the browser asks again for every answer that tells about it. */
  changes?: readonly Topic[]
  /** What the audit log says about a success. Every call but GET has one, or says that it changes nothing. */
  audit?: AuditAction
  /** A POST that only reads, or leaves nothing behind but a promise that ends by itself. */
  changesNothing?: true
  /**
   * What someone who is logged in as another person may do with it: `never`, also in write mode; `write`, in write
   * mode only; `always`. Unless told, what changes something of the account's own set-up is `never`, other changes are
   * `write`, and what only reads is `always` (`actingRule`).
   */
  acting?: ActingRule
  /** Codes a caller should expect beside the ones every endpoint may give. */
  errors?: ErrorCode[]
}

type Draft<P, Q, B, R> = Omit<Endpoint, 'params' | 'query' | 'body' | 'reply' | 'kind'> & {
  kind?: EndpointKind
  params?: P
  query?: Q
  body?: B
  reply?: R
}

/** Declares an endpoint. `kind` is json by default; absent schemas mean that part is empty. */
export function defineEndpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(draft: Draft<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return { kind: 'json', ...draft } as Endpoint<P, Q, B, R>
}

const IdParams = z.object({ id: IdParam })

/** What the endpoints of an area share; each of them may differ. */
interface Area {
  tag: string
  access: Access
  /** What changes need from an API key; a GET needs `read`. In an area of administrators all need `admin`. */
  scope?: 'write' | 'admin'
}

type AreaDraft<P, Q, B, R> = Omit<Draft<P, Q, B, R>, 'method' | 'path' | 'tag' | 'access' | 'scope'> & {
  tag?: string
  access?: Access
  /** `null`: only a person who has signed in can call it. */
  scope?: ApiScope | null
}

type ParamsOf<Path, P> = P extends Schema
  ? P
  : Path extends `${string}{id}${string}`
    ? typeof IdParams
    : undefined

/**
 * Declares endpoints of an area: `api.get(path, draft)` and the same for the other methods. The only parameter `{id}`
 * of a path needs no schema, and whatever has parameters may answer `not_found`.
 */
export function defineArea({ scope, ...area }: Area) {
  const define = (method: Endpoint['method']) => {
    const shared = method === 'GET' && scope === 'write' ? 'read' : scope
    return <
      const Path extends string,
      P extends Schema | undefined = undefined,
      Q extends Schema | undefined = undefined,
      B extends Schema | undefined = undefined,
      R extends Schema | undefined = undefined,
    >(
      path: Path,
      draft: AreaDraft<P, Q, B, R>,
    ): Endpoint<ParamsOf<Path, P>, Q, B, R> => {
      const { params, errors, scope: own, ...rest } = draft
      const hasParams = path.includes('{')
      return defineEndpoint({
        method,
        path,
        scope: own === undefined ? shared : (own ?? undefined),
        ...area,
        ...rest,
        params: params ?? (hasParams ? IdParams : undefined),
        errors: hasParams ? ['not_found', ...(errors ?? [])] : errors,
      } as Draft<ParamsOf<Path, P>, Q, B, R>)
    }
  }
  return { get: define('GET'), post: define('POST'), put: define('PUT'), delete: define('DELETE') }
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

/** What a handler receives after parsing. */
export type ParsedInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never

/** What a handler answers and a caller gets. */
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? Out<R> : never

/** What a caller passes. Params and query use the parsed types because their wire form is text. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined>
    ? (P extends Schema ? { params: Out<P> } : { params?: undefined }) &
        (Q extends Schema ? { query?: Partial<Out<Q>> } : { query?: undefined }) &
        (B extends Schema ? { body: In<B> } : { body?: undefined })
    : never

/** Fills `{params}` (each encoded) and appends the query; arrays repeat their key, undefined and null are left out. */
export function buildPath(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    if (params[name] === undefined) throw new Error(`Path ${path} needs the parameter "${name}"`)
    return encodeURIComponent(String(params[name]))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value]
    for (const item of values) if (item !== undefined && item !== null) search.append(key, String(item))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}
