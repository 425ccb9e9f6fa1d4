import { actingRule, type Endpoint } from '#contract/core/endpoint.ts'
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/core/errors.ts'
import { ERROR_TEXTS } from './error-texts.ts'
import type { Example } from './examples.ts'
import type { Json, Schemas } from './schemas.ts'

const whole = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } })

/** Headers of replies, by the name of their component. */
const HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'The id of this request in the log of the server.',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimitLimit: { name: 'RateLimit-Limit', ...whole('Calls a minute of this API key.') },
  RateLimitRemaining: { name: 'RateLimit-Remaining', ...whole('Calls left until the reset.') },
  RateLimitReset: {
    name: 'RateLimit-Reset',
    ...whole('Seconds until the minute ends and all calls are available again.'),
  },
  RetryAfter: { name: 'Retry-After', ...whole('Seconds to wait before the same call is repeated.') },
  IdempotencyReplayed: {
    name: 'Idempotency-Replayed',
    description: 'Present when the reply was stored by an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  Deprecation: {
    name: 'Deprecation',
    description: 'Since when the call is deprecated, as `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    name: 'Sunset',
    description: 'When the call may be gone, as an HTTP date (RFC 8594).',
    schema: { type: 'string' },
  },
  Link: {
    name: 'Link',
    description: 'What to call instead, with `rel="successor-version"`.',
    schema: { type: 'string' },
  },
  ContentDisposition: {
    name: 'Content-Disposition',
    description: 'The name of the file.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Json & { name: string }>
type Header = keyof typeof HEADERS

/** Calls with an API key are counted; without a scope there are none. */
const limitHeaders = ({ scope }: Endpoint): Header[] =>
  scope ? ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'] : []

const CONTENT: Record<Endpoint['kind'], string> = {
  json: 'application/json',
  stream: 'application/x-ndjson',
  upload: 'application/json',
  raw: 'application/json',
  file: 'application/octet-stream',
}

const describeContent = (
  { kind, reply }: Endpoint,
  { convert }: Schemas,
  { reply: example }: Example,
): Json => ({
  [CONTENT[kind]]: {
    schema: kind === 'file' ? { type: 'string', format: 'binary' } : reply ? convert(reply, 'output') : {},
    ...(example !== undefined && { example }),
  },
})

const listHeaders = (endpoint: Endpoint): Header[] => [
  'RequestId',
  ...limitHeaders(endpoint),
  ...(endpoint.idempotent ? (['IdempotencyReplayed'] as const) : []),
  ...(endpoint.kind === 'file' ? (['ContentDisposition'] as const) : []),
  ...(endpoint.deprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
]

/** What every call with a caller may be refused with. */
function listAccessErrors(endpoint: Endpoint): ErrorCode[] {
  const { access, scope, whileClosed, whileLocked } = endpoint
  if (access === 'public') return []
  return [
    'unauthorized',
    'forbidden',
    ...(whileClosed ? [] : (['account_closed'] as const)),
    ...(whileClosed || whileLocked ? [] : (['account_locked'] as const)),
    ...(whileClosed || whileLocked || actingRule(endpoint) === 'always'
      ? []
      : (['account_read_only'] as const)),
    ...(scope ? (['rate_limited'] as const) : []),
  ]
}

function listErrors(endpoint: Endpoint): ErrorCode[] {
  return [
    'bad_request',
    ...listAccessErrors(endpoint),
    ...(endpoint.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(endpoint.body || endpoint.query ? (['validation_failed'] as const) : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    ...(endpoint.idempotent ? (['validation_failed', 'idempotency_mismatch', 'in_progress'] as const) : []),
    ...(endpoint.errors ?? []),
    'internal',
    'unavailable',
  ]
}

const toPascal = (code: string): string =>
  code.replace(/(?:^|_)(\w)/g, (_all, letter) => letter.toUpperCase())

/** Shared parts of responses: one component for each set of error codes of a status, and the headers. */
export function createResponses(schemas: Schemas) {
  const failures: Record<string, Json> = {}
  const headers: Json = {}

  const pickHeaders = (keys: readonly Header[]): Json =>
    Object.fromEntries(
      keys.map((key) => {
        const { name, ...header } = HEADERS[key]
        headers[key] = header
        return [name, { $ref: `#/components/headers/${key}` }]
      }),
    )

  const describeFailure = (codes: readonly ErrorCode[]): Json => {
    const name = codes.map(toPascal).join('Or')
    failures[name] ??= {
      description: codes.map((code) => `- \`${code}\`: ${ERROR_TEXTS[code]}`).join('\n'),
      headers: pickHeaders([
        'RequestId',
        ...(codes.includes('rate_limited') || codes.includes('unavailable') ? (['RetryAfter'] as const) : []),
      ]),
      content: {
        'application/json': {
          schema: {
            allOf: [schemas.convert(ErrorBody, 'output')],
            properties: { code: { type: 'string', enum: codes } },
          },
        },
      },
    }
    return { $ref: `#/components/responses/${name}` }
  }

  const describeResponses = (endpoint: Endpoint, example: Example): Json => {
    const byStatus = Map.groupBy(new Set(listErrors(endpoint).sort()), (code) => ERROR_STATUS[code])
    return {
      [endpoint.status ?? 200]: {
        description: endpoint.summary,
        headers: pickHeaders(listHeaders(endpoint)),
        content: describeContent(endpoint, schemas, example),
      },
      ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, describeFailure(codes)])),
    }
  }

  const listComponents = () => ({ responses: failures, headers })
  return { describeResponses, listComponents }
}
export type Responses = ReturnType<typeof createResponses>
