import * as z from 'zod/mini'
import { EVENT_DATA, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '#contract/activity/webhook-events.ts'
import { Timestamp } from '#contract/core/common.ts'
import { ERROR_STATUS } from '#contract/core/errors.ts'
import { allEndpoints } from '#contract/index.ts'
import { loadOpenApi } from '#server/app/openapi/index.ts'

/** A JSON Schema, as far as the OpenAPI document uses it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  default?: unknown
}

export interface Field {
  schema: JsonSchema
  isRequired: boolean
}

export interface Operation {
  /** The operationId, such as `lists.rename`. */
  name: string
  method: string
  path: string
  summary: string
  /** Values in the path and in the query. */
  params: Record<string, Field>
  query: Record<string, Field>
  /**
   * How the body is made: of fields, named beside those of path and query; of one value named `body`; or of bytes, also
   * named `body`.
   */
  body: null | { kind: 'fields' | 'whole' | 'bytes'; schema: JsonSchema }
  /** JSON, one JSON value a line, or bytes. */
  replyKind: 'json' | 'stream' | 'file'
  reply: JsonSchema | null
  isPublic: boolean
  takesKey: boolean
  /** Repeating the call after a lost reply does no harm, also without an Idempotency-Key. */
  isRepeatable: boolean
}

/** The API as SDKs need it. All objects within `types` and replies are references to named types. */
export interface ApiDescription {
  operations: Operation[]
  types: Record<string, JsonSchema>
}

interface DocumentedOperation {
  operationId: string
  summary: string
  security?: unknown[]
  parameters?: (JsonSchema & { name: string; in: string; required?: boolean; schema: JsonSchema })[]
  requestBody?: { content: Record<string, { schema?: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>
}

interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, JsonSchema> }
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])
const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'application/x-ndjson'
const BYTES_TYPE = 'application/octet-stream'

/** Follows references of the document, such as `#/components/parameters/page`. */
function makeResolver(document: OpenApiDocument) {
  return function resolve<T extends object>(value: T): T {
    const reference = (value as JsonSchema).$ref
    if (!reference) return value
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
    if (!target) throw new Error(`The OpenAPI document has no ${reference}`)
    return resolve(target as T)
  }
}
type Resolve = ReturnType<typeof makeResolver>

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const refName = (schema: JsonSchema): string | null => schema.$ref?.split('/').at(-1) ?? null

/** The schema without what only validation needs. */
const SHAPE = new Set<string>([
  '$ref',
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
])

/** Gives each object a name; equal ones share the first. */
function createNamer(types: Record<string, JsonSchema>) {
  const names = new Map<string, string>()
  const claim = (wanted: string): string => {
    let name = wanted
    for (let number = 2; name in types; number++) name = `${wanted}${number}`
    return name
  }
  function shape(schema: JsonSchema, place: string): JsonSchema {
    const kept = Object.entries(schema).filter(([key]) => SHAPE.has(key))
    return Object.fromEntries(kept.map(([key, value]) => [key, within(key, value, place)]))
  }
  function within(key: string, value: unknown, place: string): unknown {
    if (key === 'properties')
      return Object.fromEntries(
        Object.entries(value as Record<string, JsonSchema>).map(([name, one]) => [
          name,
          nameObjects(one, place + pascal(name)),
        ]),
      )
    if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key))
      return (value as JsonSchema[]).map((one) => nameObjects(one, place))
    if ((key === 'items' || key === 'additionalProperties') && typeof value === 'object')
      return nameObjects(value as JsonSchema, place)
    return value
  }
  /** The schema with every object replaced by a reference to its type. */
  function nameObjects(schema: JsonSchema, place: string): JsonSchema {
    const made = shape(schema, place)
    if (!made.properties || Object.keys(made.properties).length === 0) return made
    const { description, ...object } = made
    const text = JSON.stringify(object)
    let name = names.get(text)
    if (!name) {
      name = claim(place)
      names.set(text, name)
      types[name] = object
    }
    return { $ref: `#/components/schemas/${name}`, ...(description && { description }) }
  }
  return { nameObjects, shape }
}
type Namer = ReturnType<typeof createNamer>

const isObject = (schema: JsonSchema, resolve: Resolve): boolean => {
  const { properties, anyOf, oneOf, allOf } = resolve(schema)
  const variants = anyOf ?? oneOf ?? allOf
  return properties ? true : (variants?.every((one) => isObject(one, resolve)) ?? false)
}

function readBody(documented: DocumentedOperation, place: string, resolve: Resolve, namer: Namer) {
  const content = documented.requestBody && resolve(documented.requestBody).content
  if (!content) return null
  if (BYTES_TYPE in content) return { kind: 'bytes' as const, schema: { format: 'binary' } }
  const schema = content[JSON_TYPE]?.schema ?? {}
  if (!isObject(schema, resolve))
    return { kind: 'whole' as const, schema: namer.nameObjects(schema, `${place}Body`) }
  return { kind: 'fields' as const, schema: namer.shape(resolve(schema), place) }
}

function readReply(documented: DocumentedOperation, place: string, resolve: Resolve, namer: Namer) {
  const success = Object.entries(documented.responses).find(([status]) => status.startsWith('2'))
  const content = (success && resolve(success[1]).content) ?? {}
  if (BYTES_TYPE in content) return { replyKind: 'file' as const, reply: null }
  const replyKind = STREAM_TYPE in content ? ('stream' as const) : ('json' as const)
  const schema = content[STREAM_TYPE]?.schema ?? content[JSON_TYPE]?.schema ?? {}
  return { replyKind, reply: namer.nameObjects(schema, `${place}Reply`) }
}

function readFields(documented: DocumentedOperation, place: 'path' | 'query', resolve: Resolve) {
  const parameters = (documented.parameters ?? []).map(resolve).filter((one) => one.in === place)
  return Object.fromEntries(
    parameters.map(({ name, required = false, schema }) => [name, { schema, isRequired: required }]),
  )
}

/** Adds a type for the body of each event of webhooks, and `WebhookEvent` for any of them. */
function addEvents(types: Record<string, JsonSchema>, namer: Namer): void {
  const bodies = WEBHOOK_EVENT_TYPES.map((type) => {
    const body = z.object({
      type: z.literal(type),
      timestamp: Timestamp,
      data: EVENT_DATA[WEBHOOK_EVENTS[type].shape],
      test: z.optional(z.boolean()).check(z.describe('A test, with the data of the example')),
    })
    const schema = z.toJSONSchema(body, { io: 'output', unrepresentable: 'any', reused: 'inline' })
    return namer.nameObjects(schema as JsonSchema, `${pascal(type)}Event`)
  })
  types.WebhookEvent = { anyOf: bodies }
}

const REPEATABLE = new Set(allEndpoints.filter((one) => one.changesNothing).map((one) => one.name))

/** Reads the document of this program. @throws Error for an operation whose values share a name */
export async function readApi(): Promise<ApiDescription> {
  const document = (await loadOpenApi()) as unknown as OpenApiDocument
  const resolve = makeResolver(document)
  const types: Record<string, JsonSchema> = {}
  const namer = createNamer(types)
  const shared = Object.entries(document.components.schemas)
  // All names first, so that no object within takes one.
  for (const [name] of shared) types[name] = {}
  for (const [name, schema] of shared) types[name] = namer.shape(schema, name)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, documented]): Operation => {
        const name = documented.operationId
        const place = pascal(name)
        return {
          name,
          method: method.toUpperCase(),
          path,
          summary: documented.summary,
          params: readFields(documented, 'path', resolve),
          query: readFields(documented, 'query', resolve),
          body: readBody(documented, place, resolve, namer),
          ...readReply(documented, place, resolve, namer),
          isPublic: documented.security?.length === 0,
          takesKey: (documented.parameters ?? []).some((one) => resolve(one).name === 'Idempotency-Key'),
          isRepeatable: method !== 'post' || REPEATABLE.has(name),
        }
      }),
  )
  addEvents(types, namer)
  types.ErrorCode = { enum: Object.keys(ERROR_STATUS), description: 'Codes of the API’s errors' }
  return { operations, types }
}

/** The body's fields; of several forms all, required where each form requires it, or one of parts that all apply. */
function bodyFields(body: JsonSchema, types: Record<string, JsonSchema>): Record<string, Field> {
  const name = refName(body)
  const schema = name ? (types[name] as JsonSchema) : body
  const forms = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (!forms)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([field, one]) => [
        field,
        { schema: one, isRequired: schema.required?.includes(field) ?? false },
      ]),
    )
  const read = forms.map((form) => bodyFields(form, types))
  const names = new Set(read.flatMap((fields) => Object.keys(fields)))
  return Object.fromEntries(
    [...names].map((field) => {
      const found = read.map((fields) => fields[field])
      const schemas = found.filter((one) => one !== undefined).map((one) => one.schema)
      const different = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()]
      return [
        field,
        {
          schema: different.length === 1 ? (different[0] as JsonSchema) : { anyOf: different },
          isRequired: schema.allOf
            ? found.some((one) => one?.isRequired)
            : found.every((one) => one?.isRequired),
        },
      ]
    }),
  )
}

/** What a caller names: values of path, query and body, in this order. @throws Error if two share a name */
export function inputFields(operation: Operation, types: Record<string, JsonSchema>): Record<string, Field> {
  const { name, params, query, body } = operation
  const own =
    body?.kind === 'fields'
      ? bodyFields(body.schema, types)
      : body
        ? { body: { schema: body.schema, isRequired: true } }
        : {}
  const twice = [...Object.keys(query), ...Object.keys(own)].filter(
    (field, index, all) => field in params || all.indexOf(field) !== index,
  )
  if (twice.length > 0) throw new Error(`${name}: two values are named ${twice.join(', ')}`)
  return { ...params, ...query, ...own }
}
