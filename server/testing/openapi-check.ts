import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, createConfig } from '@redocly/openapi-core'
import * as z from 'zod'
import { CONTRACTS } from './vendor-bench.ts'
import type { VendorRequest } from './vendor-double.ts'

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; items?: Schema; type?: string }
interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}
type Content = Record<string, { schema?: Schema }>
interface Operation {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses?: Record<string, { content?: Content }>
}
export interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

/** OpenAPI documents with resolved references; null when they are missing, so that a test skips. */
export async function vendorOpenApi(paths: readonly string[]): Promise<Document[] | null> {
  const files = paths.map((path) => join(CONTRACTS, path))
  if (!files.every(existsSync)) return null
  const config = await createConfig({})
  const read = async (ref: string) =>
    (await bundle({ ref, config, dereference: true })).bundle.parsed as Document
  return Promise.all(files.map(read))
}

/** GoHighLevel describes dates and numbers as objects, with texts and numbers as their examples: those count. */
function plain(schema: Schema): Schema {
  const shown = typeof schema.example
  const isOther = schema.type === 'object' && (shown === 'string' || shown === 'number')
  const part = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(part)
    return schema !== null && typeof schema === 'object' ? plain(schema as Schema) : schema
  }
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, part(value)]),
  ) as Schema
  return isOther ? { ...copy, type: shown } : copy
}

const checks = new WeakMap<Schema, z.ZodType>()

function checkOf({ openapi }: Document, schema: Schema): z.ZodType {
  const target = openapi.startsWith('3.0') ? 'openapi-3.0' : 'draft-2020-12'
  const check = checks.get(schema) ?? z.fromJSONSchema(plain(schema) as never, { defaultTarget: target })
  checks.set(schema, check)
  return check
}

function wrongWith(document: Document, schema: Schema | undefined, value: unknown, at: string): string[] {
  if (!schema) return []
  const { error } = checkOf(document, schema).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `${at} ${path.join('.')}: ${message}`)
}

/** Fields missing in the schema: some vendors reject them, others drop them silently. */
function unknownIn(schema: Schema | undefined, json: unknown, at: string): string[] {
  if (Array.isArray(json)) return json.flatMap((item) => unknownIn(schema?.items, item, at))
  const known = schema?.properties ?? {}
  // The document does not describe the body of a search.
  if (Object.keys(known).length === 0 || json === null || typeof json !== 'object') return []
  return Object.entries(json).flatMap(([name, value]) =>
    name in known ? unknownIn(known[name], value, `${at}.${name}`) : `${at}: ${name} is unknown`,
  )
}

/** A parameter's value in the type of its schema. */
function readAs(schema: Schema | undefined, value: string | string[]): unknown {
  if (schema?.type === 'array') return String(value).split(',')
  if (schema?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return schema?.type === 'integer' || schema?.type === 'number' ? Number(value) : value
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

/** The operation of a request; a path without placeholders takes precedence. */
function operationOf(documents: readonly Document[], { method, path }: VendorRequest) {
  for (const document of documents)
    for (const name of Object.keys(document.paths).sort(
      (a, b) => a.split('{').length - b.split('{').length,
    )) {
      const operation = document.paths[name]?.[method.toLowerCase()]
      if (operation && patternOf(name).test(path)) return { document, operation }
    }
  return null
}

/** How a request violates the vendor's documents, without its values. */
export function contractViolations(
  documents: readonly Document[],
  question: VendorRequest & { json: unknown },
  alsoKnown: readonly string[] = [],
): string[] {
  const { method, path, query, headers, body, json } = question
  const name = `${method} ${path}`
  const found = operationOf(documents, question)
  if (!found) return [`${name}: no such operation`]
  const { document, operation } = found
  const parameters = operation.parameters ?? []
  const problems = parameters.flatMap(({ name, in: place, required, schema }) => {
    if (place !== 'query' && place !== 'header') return []
    const value = place === 'query' ? query.get(name) : (headers[name.toLowerCase()] ?? null)
    if (value === null) return required ? [`${place} ${name} is missing`] : []
    return wrongWith(document, schema, readAs(schema, value), `${place} ${name}`)
  })
  const documented = new Set(
    parameters.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : [])),
  )
  for (const name of query.keys()) if (!documented.has(name)) problems.push(`query ${name} is unknown`)
  const { requestBody } = operation
  const type = headers['content-type']
  const content = requestBody?.content[type ?? '']
  if (requestBody?.required && body === '') problems.push('body is missing')
  if (body !== '' && !content) problems.push(`body: ${type} is not accepted`)
  if (content)
    problems.push(
      ...wrongWith(document, content.schema, json, 'body'),
      ...unknownIn(content.schema, json, 'body').filter(
        (problem) => !alsoKnown.some((name) => problem === `body: ${name} is unknown`),
      ),
    )
  return problems.map((problem) => `${name}: ${problem}`)
}

/** How a successful reply violates the documents, without its values. */
export function replyViolations(
  documents: readonly Document[],
  question: VendorRequest,
  { status, json }: { status: number; json: unknown },
): string[] {
  const found = operationOf(documents, question)
  if (!found) return []
  const reply = found.operation.responses?.[String(status)]
  const name = `${question.method} ${question.path}: reply`
  if (!reply) return [`${name}: ${status} is unknown`]
  const schema = reply.content?.['application/json']?.schema
  return wrongWith(found.document, schema, json, 'body').map((problem) => `${name}: ${problem}`)
}
