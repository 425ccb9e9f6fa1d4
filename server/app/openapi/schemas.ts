import * as z from 'zod/mini'
import type { Schema } from '#contract/core/endpoint.ts'
import type { TypedRecord } from './typed-records.ts'

export type Json = Record<string, unknown>

/** What a caller sends, or what a call replies: fields with a default are optional in one and present in the other. */
export type Direction = 'input' | 'output'

const REFERENCE = /"\$ref":"(input|output):(\w+)"/g

/** Replies may get more fields at any time, so their objects are open, except those that are closed for requests too. */
function openReply(schema: z.core.$ZodTypes, json: Json): void {
  const { def } = schema._zod
  if (def.type === 'object' && !def.catchall) delete json.additionalProperties
}

/**
 * Schemas for the document. Named ones move to `components`; one that differs between request and reply has the name
 * with `Input` in requests.
 */
export function createSchemas(
  names: ReadonlyMap<Schema, string>,
  typedRecords: ReadonlyMap<Schema, TypedRecord> = new Map(),
) {
  const filledIn = new Map(
    [...typedRecords.values()].flatMap(({ anyOf, ...one }) => anyOf.map((s) => [s, one.filledIn])),
  )
  const found: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() }
  const metadata = z.registry<Json>()
  let inlined: unknown
  metadata.get = (schema) => {
    const id = schema === inlined ? undefined : names.get(schema as unknown as Schema)
    const known = z.globalRegistry.get(schema)
    return id ? { ...known, id } : (known as Json | undefined)
  }

  /** A typed record in place of an open one, as callers send it: what is stored may lack fields with a default. */
  const fillRecord = (json: Json, { anyOf }: TypedRecord): void => {
    for (const key of ['type', 'propertyNames', 'additionalProperties']) delete json[key]
    if (json.$ref) return
    const options = anyOf.map((schema) => {
      const name = names.get(schema)
      return name ? { $ref: `input:${name}` } : convert(schema, 'input')
    })
    Object.assign(json, options.length === 1 ? options[0] : { anyOf: options })
  }

  const adjust = (direction: Direction, schema: z.core.$ZodTypes, json: Json): void => {
    const find = (one: unknown) => typedRecords.get(one as Schema)
    const typed = find(schema) ?? find(schema._zod.parent)
    if (typed) fillRecord(json, typed)
    else openReply(schema, json)
    const filled = direction === 'input' && filledIn.get(schema as never)
    if (filled && json.required)
      json.required = (json.required as string[]).filter((field) => !filled.includes(field))
  }

  /** `isInline`: the schema itself, also if it has a name. */
  const convert = (schema: Schema, direction: Direction, isInline = false): Json => {
    inlined = isInline ? schema : undefined
    const made = z.toJSONSchema(schema, {
      io: direction,
      metadata,
      override: ({ zodSchema, jsonSchema }) => adjust(direction, zodSchema, jsonSchema as Json),
      unrepresentable: 'any',
      reused: 'inline',
    })
    const text = JSON.stringify(made).replaceAll('"$ref":"#/$defs/', `"$ref":"${direction}:`)
    const { $schema: _dialect, $defs = {}, ...rest } = JSON.parse(text) as Json
    for (const [name, definition] of Object.entries($defs as Record<string, Json>))
      found[direction].set(name, definition)
    return rest
  }

  /** Converts what only typed records refer to. */
  const convertTyped = (): void => {
    for (const { anyOf } of typedRecords.values())
      for (const schema of anyOf) if (names.has(schema)) convert(schema, 'input')
  }

  /** Names whose two forms differ, themselves or in what they refer to. */
  const findDifferent = (): Set<string> => {
    const different = new Set<string>()
    const write = (definition: Json | undefined) =>
      JSON.stringify(definition).replace(REFERENCE, (_all, direction, name) =>
        different.has(name) ? `${direction}:${name}` : name,
      )
    const both = [...found.input.keys()].filter((name) => found.output.has(name))
    let before: number
    do {
      before = different.size
      for (const name of both)
        if (write(found.input.get(name)) !== write(found.output.get(name))) different.add(name)
    } while (different.size > before)
    return different
  }

  /** The document with its schemas, once everything in it is converted. */
  const finish = <Document extends { components: object }>(document: Document): Document => {
    convertTyped()
    const different = findDifferent()
    const nameOf = (direction: string, name: string) =>
      direction === 'input' && different.has(name) ? `${name}Input` : name
    const named = (['output', 'input'] as const).flatMap((direction) =>
      [...found[direction]].map(([name, definition]) => [nameOf(direction, name), definition] as const),
    )
    const schemas = Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
    const whole = { ...document, components: { ...document.components, schemas } }
    return JSON.parse(
      JSON.stringify(whole).replace(
        REFERENCE,
        (_all, direction, name) => `"$ref":"#/components/schemas/${nameOf(direction, name)}"`,
      ),
    )
  }
  return { convert, finish }
}
export type Schemas = ReturnType<typeof createSchemas>
