import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/core/endpoint.ts'

/** Integers below `limit`; the same seed gives the same sequence. */
export type Random = (limit: number) => number

/** Mulberry32: good enough to vary input, and reproducible. */
export function createRandom(seed: number): Random {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

type Json = Record<string, unknown>

/** Values that break code which trusts types. */
const STRANGE: unknown[] = [
  null,
  true,
  '',
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '0',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  '%_\\\'"',
  '2026-02-30',
  '9999-12-31',
  [],
  {},
  [[]],
  [null],
  { and: [{ or: [] }] },
  { toString: 1 },
  ['a', 1, null],
]
const TEXTS = [
  'a',
  'Ünï 漢字 😀',
  '%',
  "'; --",
  'name',
  '-name',
  'email_state',
  '2026-01-01',
  'sample',
  '   x ',
  '1e9',
]
const NUMBERS = [0, 1, 2, 20, 200, 201, -1, 0.5, 1_000_000, 2_147_483_648, Number.MAX_SAFE_INTEGER]

/** Referenced schemas, by their reference. */
const named = new Map<string, Json>()

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T

/** A value that mostly matches a JSON schema, but sometimes not. */
function draw(schema: Json, random: Random, depth = 0): unknown {
  if (random(12) === 0) return pick(random, STRANGE)
  if (typeof schema.$ref === 'string') return draw(named.get(schema.$ref) ?? {}, random, depth + 1)
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return draw(pick(random, choices), random, depth + 1)
  if (Array.isArray(schema.enum)) return pick(random, schema.enum)
  if ('const' in schema) return schema.const
  switch (schema.type) {
    case 'object':
      return objectOf(schema, random, depth)
    case 'array':
      return Array.from({ length: depth > 6 ? 0 : random(4) }, () =>
        draw((schema.items ?? {}) as Json, random, depth + 1),
      )
    case 'integer':
    case 'number':
      return pick(random, NUMBERS)
    case 'boolean':
      return random(2) === 0
    case 'string':
      return pick(random, TEXTS)
    default:
      return pick(random, [...TEXTS, ...NUMBERS, ...STRANGE])
  }
}

function objectOf(schema: Json, random: Random, depth: number): Json {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = new Set((schema.required ?? []) as string[])
  const chosen = Object.entries(properties).filter(([name]) => random(required.has(name) ? 15 : 2) > 0)
  const made = chosen.map(([name, property]) => [name, draw(property, random, depth + 1)])
  if (random(20) === 0) made.push([pick(random, TEXTS), pick(random, STRANGE)])
  return Object.fromEntries(made)
}

const jsonSchemas = new Map<Schema, Json>()
function jsonSchemaOf(schema: Schema): Json {
  const known = jsonSchemas.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
  }) as Json
  jsonSchemas.set(schema, made)
  for (const [name, definition] of Object.entries((made.$defs ?? {}) as Record<string, Json>))
    named.set(`#/$defs/${name}`, definition)
  return made
}

const part = (schema: Schema | undefined, random: Random): unknown =>
  schema && draw(jsonSchemaOf(schema), random)

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** A value as URL text, which cannot carry half a character. */
const asText = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).toWellFormed()

/** A request generated from an endpoint's schemas. `ids` are sometimes used for path parameters. */
export function randomRequest(
  endpoint: Endpoint,
  random: Random,
  ids: readonly unknown[],
): { params: Json; query: Json; body: unknown } {
  const drawn = asObject(part(endpoint.params, random))
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const params = names.map((name) => {
    const value = /id$/i.test(name) && random(3) > 0 ? pick(random, ids) : drawn[name]
    // An empty text would be another path.
    return [name, asText(value ?? 'x') || 'x']
  })
  const query = Object.entries(asObject(part(endpoint.query, random))).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(asText) : asText(value),
  ])
  return {
    params: Object.fromEntries(params),
    query: Object.fromEntries(query),
    body: part(endpoint.body, random),
  }
}
