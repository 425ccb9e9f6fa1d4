import type * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import type { Capability } from './capabilities.ts'
import type { CliCommand } from './cli-command.ts'
import type { ModuleSlug } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import type { ApiScope } from './scopes.ts'
import type { Topic } from './topics.ts'

/** Any schema of the contract. zod/mini keeps the browser's entry chunk small (docs/adr/0003). */
export type Schema = z.ZodMiniType

/**
 * Transport: JSON both ways, an NDJSON stream of events, raw bytes in, a file out, or `raw`: a body that the handler
 * reads as it arrived (a signature may cover it), with the Idempotency-Key of its sender, and JSON out.
 */
type EndpointKind = 'json' | 'stream' | 'upload' | 'file' | 'raw'

/**
 * Who may call. `public` needs no token. Everything else needs one, and all conditions hold: the module is among the
 * caller's effective modules, and `can` among their capabilities.
 */
export type Access = 'public' | { module?: ModuleSlug; can?: Capability }

export type ActingRule = 'never' | 'write' | 'always'

/** Capabilities over the person's or account's own matters: never changed while logged in as someone else. */
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

/** What logging in as someone allows at an endpoint. */
export function actingRule({
  acting,
  access,
  audit,
}: Pick<Endpoint, 'acting' | 'access' | 'audit'>): ActingRule {
  if (acting) return acting
  if (!audit) return 'always'
  return access !== 'public' && access.can && OWN.has(access.can) ? 'never' : 'write'
}

/** An endpoint that will be removed; docs/api.md says how long it works before. */
interface Deprecation {
  /** Day on which this was announced, as YYYY-MM-DD. */
  since: string
  /** Day from which it may be gone, as YYYY-MM-DD. */
  removal: string
  /** Path to call instead, with parameters of the same names only. */
  instead: string
}

/** Declaration of an endpoint as plain data: browser, command line, server and documentation derive from it. */
export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> {
  /** Unique dotted name, e.g. `lists.create`; the operationId of the OpenAPI document. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{params}`, exactly as in the API. */
  path: string
  kind: EndpointKind
  access: Access
  /** API key scope required to call this; without one, only signed-in users can. Public calls need none. */
  scope?: ApiScope
  /** Works in a closed account that waits for deletion. */
  whileClosed?: true
  /** Works in a locked or read-only account, like everything that works in a closed one. */
  whileLocked?: true
  /** A download by ticket, for whoever has its address, also from pages of other origins. */
  isTicket?: true
  summary: string
  description?: string
  /** Group on the API page. */
  tag: string
  params: P
  query: Q
  body: B
  /** Response of `json`; one event of `stream`. `file` and some uploads have none. */
  reply: R
  /** HTTP status of success (200 by default). */
  status?: 200 | 201 | 202
  /**
   * Supports `Idempotency-Key`: the effect and the stored response commit in one transaction. `sealed` where the body
   * or the response holds a secret: what is stored of both is encrypted.
   */
  idempotent?: true | 'sealed'
  /** Topics of the response: it is stale when one of these has changed. */
  reads?: readonly Topic[]
  /** Topics that a success changes; the browser refetches every response with one of them. */
  changes?: readonly Topic[]
  /** Audit action of a success. Every call but GET has one, or sets `changesNothing`. */
  audit?: AuditAction
  /** A POST that only reads, or only creates something that expires by itself. */
  changesNothing?: true
  /**
   * When a user logged in as another person may call it: `never`, also in write mode; `write`, in write mode only;
   * `always`. Default: `never` for changes of the account's own setup, `write` for other changes, `always` for reads
   * (`actingRule`).
   */
  acting?: ActingRule
  /** Largest body in bytes, where it is not `JSON_BODY_LIMIT`. */
  maxBytes?: number
  /** Every reply says so in its headers, and the OpenAPI document marks it. */
  deprecated?: Deprecation
  /** Error codes beyond those of every endpoint. */
  errors?: ErrorCode[]
  /** Commands that are one call of it. */
  cli?: CliCommand | readonly CliCommand[]
}

/** What `defineEndpoint` takes. */
export type Draft<P, Q, B, R> = Omit<Endpoint, 'params' | 'query' | 'body' | 'reply' | 'kind'> & {
  kind?: EndpointKind
  params?: P
  query?: Q
  body?: B
  reply?: R
}

/** Declares an endpoint. The default `kind` is json; an absent schema means that the part is empty. */
export function defineEndpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(draft: Draft<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return { kind: 'json', ...draft } as Endpoint<P, Q, B, R>
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type ParsedInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never

/** Result of a handler and of a call. */
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? Out<R> : never

/** Input of a caller. Params and query use the parsed types because they are text on the wire. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined>
    ? (P extends Schema ? { params: Out<P> } : { params?: undefined }) &
        (Q extends Schema ? { query?: Partial<Out<Q>> } : { query?: undefined }) &
        (B extends Schema ? { body: In<B> } : { body?: undefined })
    : never

/**
 * Fills in `{params}` (each encoded) and appends the query; arrays repeat their key, undefined and null are left
 * out.
 */
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
