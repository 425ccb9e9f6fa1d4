import { pageQuery } from '#contract/core/common.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { type Example, readExamples } from './examples.ts'
import { nameEnums } from './named-enums.ts'
import { loadContract, nameSchemas } from './named-schemas.ts'
import { describe } from './operation-texts.ts'
import { describeParameter } from './parameter-texts.ts'
import { createResponses, type Responses } from './responses.ts'
import { createSchemas, type Json, type Schemas } from './schemas.ts'
import { TYPED_RECORDS } from './typed-records.ts'
import { EVENT_HEADERS, listWebhooks } from './webhook-section.ts'

export type OpenApi = Json & { openapi: string }

/** Parameters of every list that is read in pages, by the name of their component. */
const PAGING = { page: 'Page', limit: 'Limit', cursor: 'Cursor' } as const

const isPaging = (endpoint: Endpoint, name: string): name is keyof typeof PAGING => {
  const { shape = {} } = (endpoint.query ?? {}) as { shape?: Record<string, unknown> }
  return name in PAGING && shape[name] === pageQuery[name as keyof typeof PAGING]
}

/** Parameters of a path or query, from the properties of its schema. */
function listParameters(endpoint: Endpoint, place: 'path' | 'query', schemas: Schemas): Json[] {
  const schema = place === 'path' ? endpoint.params : endpoint.query
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.convert(schema, 'input', true) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) =>
    isPaging(endpoint, name)
      ? { $ref: `#/components/parameters/${PAGING[name]}` }
      : {
          name,
          in: place,
          description: description ?? describeParameter(endpoint, place, name),
          required: place === 'path' || required.includes(name),
          schema: property,
        },
  )
}

const BYTES = { schema: { type: 'string', format: 'binary' } }

function describeBody(endpoint: Endpoint, { convert }: Schemas, { body: example }: Example): Json {
  if (endpoint.kind === 'upload')
    return { requestBody: { required: true, content: { 'application/octet-stream': BYTES } } }
  if (!endpoint.body) return {}
  return {
    requestBody: {
      required: !endpoint.body.safeParse(undefined).success,
      content: {
        'application/json': {
          schema: convert(endpoint.body, 'input'),
          ...(example !== undefined && { example }),
        },
        ...(endpoint.kind === 'raw' && {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', description: 'The same fields, as a form sends them' },
          },
        }),
      },
    },
  }
}

const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' }

/** Parameters that many operations have. */
const PARAMETERS: Json = {
  ...EVENT_HEADERS,
  ...Object.fromEntries(
    Object.entries(pageQuery).map(([name, schema]) => {
      const { description, ...property } = createSchemas(new Map()).convert(schema, 'input')
      return [
        PAGING[name as keyof typeof PAGING],
        { name, in: 'query', description, required: false, schema: property },
      ]
    }),
  ),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Any unique text. The same key with the same body has one effect and one answer, kept for at least 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
}

function describeOperation(
  endpoint: Endpoint,
  schemas: Schemas,
  responses: Responses,
  example: Example,
): Json {
  const { name, scope, summary, tag, access } = endpoint
  return {
    operationId: name,
    ...(scope && { 'x-scope': scope }),
    summary,
    ...(endpoint.deprecated && { deprecated: true }),
    description: describe(endpoint),
    tags: [tag],
    ...(access === 'public' ? { security: [] } : { 'x-access': access }),
    parameters: [
      ...listParameters(endpoint, 'path', schemas),
      ...listParameters(endpoint, 'query', schemas),
      ...(endpoint.idempotent || endpoint.kind === 'raw' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...describeBody(endpoint, schemas, example),
    responses: responses.describeResponses(endpoint, example),
  }
}

/** The API as an OpenAPI 3.1 document, derived from the contract. */
export async function buildDocument(endpoints: readonly Endpoint[] = allEndpoints): Promise<OpenApi> {
  const schemas = createSchemas(nameSchemas(await loadContract()), TYPED_RECORDS)
  const responses = createResponses(schemas)
  const examples = readExamples()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(
        endpoint,
        schemas,
        responses,
        examples.get(endpoint.name) ?? {},
      ),
    }
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))].sort()
  const document = schemas.finish({
    openapi: '3.1.1',
    info: {
      title: 'Lead platform API',
      version: '0.1.0',
      description:
        'Everything the web application and the command line do goes through these calls. `/api/v1/…` answers the same as `/api/…`, so that a program can name the version that it was written for.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name, description: `Calls about ${name.toLowerCase()}` })),
    paths,
    webhooks: listWebhooks(schemas),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the token of `POST /auth/login`.',
        },
      },
      parameters: PARAMETERS,
      ...responses.listComponents(),
    },
  })
  return nameEnums(document as never)
}
