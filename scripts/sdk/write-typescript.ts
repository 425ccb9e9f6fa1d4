import {
  type ApiDescription,
  type Field,
  inputFields,
  type JsonSchema,
  type Operation,
  refName,
} from './read-api.ts'

const SIMPLE: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}
const NAME = /^[A-Za-z_$][\w$]*$/

const quote = (name: string): string => (NAME.test(name) ? name : JSON.stringify(name))

const union = (types: string[]): string => [...new Set(types)].join(' | ')

/** The TypeScript type of a schema. */
function typeOf(schema: JsonSchema): string {
  const name = refName(schema)
  if (name) return name
  if (schema.format === 'binary') return 'Blob | Uint8Array'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)))
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return union(forms.map(typeOf))
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  const kinds = [schema.type ?? []].flat()
  if (kinds.length === 0) return 'unknown'
  return union(kinds.map((kind) => SIMPLE[kind] ?? compoundType(kind, schema)))
}

function compoundType(kind: string, schema: JsonSchema): string {
  if (kind === 'array') return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`
  const { properties, additionalProperties } = schema
  if (properties && Object.keys(properties).length > 0)
    return `{ ${fields(readProperties(schema)).join('; ')} }`
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${values}>`
}

const readProperties = ({ properties = {}, required = [] }: JsonSchema): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { schema, isRequired: required.includes(name) },
    ]),
  )

const fields = (all: Record<string, Field>): string[] =>
  Object.entries(all).map(
    ([name, { schema, isRequired }]) => `${quote(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`,
  )

const comment = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : ''

function declare(name: string, schema: JsonSchema): string {
  const { properties, description } = schema
  if (!properties) return `${comment(description)}export type ${name} = ${typeOf(schema)}\n`
  return `${comment(description)}${declareFields(name, readProperties(schema))}`
}

function declareFields(name: string, all: Record<string, Field>): string {
  const lines = Object.entries(all).map(
    ([field, one]) => `${comment(one.schema.description)}${fields({ [field]: one })}`,
  )
  return `export interface ${name} {\n${lines.join('\n')}\n}\n`
}

const camel = (text: string): string =>
  text.replace(/[-.](\w)/g, (_match, letter: string) => letter.toUpperCase())

/** Area and method of an operation: `lists.rename` is `['lists', 'rename']`. */
function methodPath({ name }: Operation): [area: string, method: string] {
  const dot = name.indexOf('.')
  return [camel(name.slice(0, dot)), camel(name.slice(dot + 1))]
}

const inputName = (operation: Operation): string =>
  `${methodPath(operation)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Input`

function replyType({ replyKind, reply }: Operation): string {
  if (replyKind === 'file') return 'Promise<Response>'
  const type = reply ? typeOf(reply) : 'unknown'
  return replyKind === 'stream' ? `AsyncIterable<${type}>` : `Promise<${type}>`
}

function declareMethod(operation: Operation, all: Record<string, Field>): string {
  const needsInput = Object.values(all).some((field) => field.isRequired)
  const type = Object.keys(all).length > 0 ? inputName(operation) : 'Record<string, never>'
  const { method, path, summary } = operation
  return `${comment(`${summary}. \`${method} ${path}\``)}${methodPath(operation)[1]}(input${needsInput ? '' : '?'}: ${type}, options?: CallOptions): ${replyType(operation)}`
}

/** What the client needs to know of an operation to send it. */
function callOf(operation: Operation) {
  const { method, path, query, body, replyKind, isPublic, takesKey, isRepeatable } = operation
  return {
    method,
    path,
    ...(body && { query: Object.keys(query), body: body.kind }),
    ...(replyKind !== 'json' && { reply: replyKind }),
    ...(isPublic && { isPublic }),
    ...(takesKey && { takesKey }),
    ...(isRepeatable && { isRepeatable }),
  }
}

/** The file `api.ts` of the package: types, and the table of operations by name. */
export function writeTypeScript({ operations, types }: ApiDescription): string {
  const areas: Record<string, string[]> = {}
  const inputs: string[] = []
  for (const operation of operations) {
    const all = inputFields(operation, types)
    const name = inputName(operation)
    if (name in types) throw new Error(`The document has a schema named ${name}: name the input differently`)
    if (Object.keys(all).length > 0) inputs.push(declareFields(name, all))
    const [area] = methodPath(operation)
    areas[area] = [...(areas[area] ?? []), declareMethod(operation, all)]
  }
  const declared = Object.entries(areas).map(([area, methods]) => `${area}: {\n${methods.join('\n')}\n}`)
  const table = operations.map(
    (one) => `  ${JSON.stringify(methodPath(one).join('.'))}: ${JSON.stringify(callOf(one))},`,
  )
  return [
    '// Made from the OpenAPI document by scripts/build-sdk.ts.',
    "import type { CallOptions, Operation } from './operation.ts'\n",
    ...Object.entries(types).map(([name, schema]) => declare(name, schema)),
    ...inputs,
    `export interface Api {\n${declared.join('\n')}\n}\n`,
    `export const OPERATIONS: Record<string, Operation> = {\n${table.join('\n')}\n}\n`,
  ].join('\n')
}

/** The file `index.ts` of the package: what users import. */
export const TYPESCRIPT_INDEX = `import { type Api, OPERATIONS, type WebhookEvent } from './api.ts'
import { type Client, makeClient } from './client.ts'
import type { ClientOptions } from './send.ts'
import { type HeaderSource, verifySignature } from './webhook.ts'

export type * from './api.ts'
export type { WaitOptions } from './client.ts'
export { LeadwrightError } from './error.ts'
export type { CallOptions } from './operation.ts'
export type { ClientOptions }

export type Leadwright = Client<Api>

/** A client of one server. Throws TypeError without an address or a key. */
export const createClient = (options: ClientOptions): Leadwright => makeClient<Api>(OPERATIONS, options)

/**
 * The event of a webhook's request, once its signature and its age are right: pass the raw body, the headers with
 * lower-case names, and the secret whsec_… of the webhook. Throws LeadwrightError bad_signature: answer 401.
 */
export const verifyWebhook = (body: string | Uint8Array, headers: HeaderSource, secret: string) =>
  verifySignature(body, headers, secret) as Promise<WebhookEvent>
`
