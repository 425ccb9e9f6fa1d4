import * as z from 'zod/mini'
import { Run } from '#contract/activity/runs.ts'
import { SiteSettings } from '#contract/branding/sites.ts'
import type { Endpoint, Schema } from '#contract/core/endpoint.ts'
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/core/errors.ts'
import { Ticket, Upload } from '#contract/core/files.ts'
import { User } from '#contract/identity/user.ts'
import { allEndpoints } from '#contract/index.ts'
import { Condition, FilterGroup, Lead, LeadDetail } from '#contract/leads/leads.ts'
import { List } from '#contract/leads/lists.ts'
import { Quote } from '#contract/prospecting/searches.ts'

type Json = Record<string, unknown>

/** Shared schemas, because they are recursive or used by many calls. */
const NAMED = {
  Condition,
  FilterGroup,
  Lead,
  LeadDetail,
  List,
  Quote,
  Run,
  SiteSettings,
  Ticket,
  Upload,
  User,
}
for (const [id, schema] of Object.entries(NAMED)) z.globalRegistry.add(schema as Schema, { id })

const LOCAL = '#/$defs/'
const SHARED = '#/components/schemas/'
const schemas: Record<string, Json> = {}

/** A schema for the document; named ones move to the shared schemas. */
function json(schema: Schema, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  const text = JSON.stringify(made).replaceAll(`"$ref":"${LOCAL}`, `"$ref":"${SHARED}`)
  const { $schema: _dialect, $defs = {}, id: _id, ...rest } = JSON.parse(text) as Json
  for (const [name, { id: _own, ...definition }] of Object.entries($defs as Record<string, Json>))
    schemas[name] = definition
  return rest
}

/** Parameters of a path or query, from the properties of its schema. */
function parameters(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = json(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const CONTENT: Record<Endpoint['kind'], string> = {
  json: 'application/json',
  stream: 'application/x-ndjson',
  upload: 'application/json',
  raw: 'application/json',
  file: 'application/octet-stream',
}

function success(endpoint: Endpoint): Json {
  const schema =
    endpoint.kind === 'file'
      ? { type: 'string', format: 'binary' }
      : endpoint.reply
        ? json(endpoint.reply, 'output')
        : {}
  return { description: endpoint.summary, content: { [CONTENT[endpoint.kind]]: { schema } } }
}

/** Possible error codes, grouped by status. */
function failures(endpoint: Endpoint): Json {
  const codes: ErrorCode[] = [
    'bad_request',
    ...(endpoint.access === 'public' ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(endpoint.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(endpoint.body || endpoint.query ? (['validation_failed'] as const) : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    ...(endpoint.idempotent ? (['idempotency_mismatch', 'in_progress'] as const) : []),
    ...(endpoint.errors ?? []),
    'internal',
    'unavailable',
  ]
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const code of new Set(codes)) {
    const status = String(ERROR_STATUS[code])
    byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [status, { description: list.join(', '), content }]),
  )
}

function describeBody(endpoint: Endpoint): Json {
  if (endpoint.kind === 'upload') {
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  if (!endpoint.body) return {}
  const optional = endpoint.body.safeParse(undefined).success
  const schema = json(endpoint.body, 'input')
  return {
    requestBody: {
      required: !optional,
      content: {
        'application/json': { schema },
        ...(endpoint.kind === 'raw' && {
          'application/x-www-form-urlencoded': { schema: { type: 'object' } },
        }),
      },
    },
  }
}

const IDEMPOTENCY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any unique text. The same key with the same body has one effect and one answer, kept for at least 24 hours.',
  schema: { type: 'string', maxLength: 255 },
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    ...(endpoint.scope && { 'x-scope': endpoint.scope }),
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    tags: [endpoint.tag],
    ...(endpoint.access === 'public' ? { security: [] } : { 'x-access': endpoint.access }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.idempotent || endpoint.kind === 'raw' ? [IDEMPOTENCY] : []),
    ],
    ...describeBody(endpoint),
    responses: { [endpoint.status ?? 200]: success(endpoint), ...failures(endpoint) },
  }
}

function build(): Json & { openapi: string } {
  const paths: Record<string, Json> = {}
  for (const endpoint of allEndpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  const tags = [...new Set(allEndpoints.map((endpoint) => endpoint.tag))].sort()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lead platform API',
      version: '0.1.0',
      description: 'Everything the web application and the command line do goes through these calls.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name, description: `Calls about ${name.toLowerCase()}` })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /auth/login' },
      },
      schemas: { ...schemas, Error: json(ErrorBody, 'output') },
    },
  }
}

let document: (Json & { openapi: string }) | undefined

/** The API as an OpenAPI 3.1 document, derived from the contract and cached. */
export const buildOpenApi = () => (document ??= build())
