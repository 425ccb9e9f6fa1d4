import * as z from 'zod/mini'
import type { CliCommand, CliOption } from '#contract/core/cli-command.ts'
import type { Endpoint, Schema } from '#contract/core/endpoint.ts'
import type { Options } from '../arguments/command-spec.ts'
import {
  flag,
  list,
  type OptionSpec,
  parsed,
  required,
  text,
  type ValueParser,
} from '../arguments/option-spec.ts'
import { amount, idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'

/** What is used of JSON Schema. */
export interface JsonSchema {
  type?: string
  description?: string
  enum?: (string | number)[]
  const?: unknown
  minimum?: number
  exclusiveMinimum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** A value that the endpoint takes, and in which part of the request. */
export interface Field {
  part: 'params' | 'query' | 'body'
  schema: JsonSchema
  isRequired: boolean
}

/** No schema has a name here: names would make references of parts that several schemas share. */
const metadata = z.registry<object>()

export const jsonSchema = (schema: Schema, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, metadata, unrepresentable: 'any', reused: 'inline' }) as JsonSchema

/** The schema of what may be typed; none of its own where several types are allowed. */
function typedSchema({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const types = anyOf?.filter(({ type }) => type !== 'null') ?? []
  const { description = types[0]?.description, ...only } =
    types.length === 1 ? { ...types[0], ...schema } : schema
  const isWord = typeof only.const === 'string'
  return { ...only, ...(isWord && { enum: [only.const as string] }), ...(description && { description }) }
}

/** A field that several variants of a body have: required if all of them require it, with the words of all. */
const joinFields = (before: Field | undefined, { schema, ...field }: Field): Field => ({
  ...field,
  schema:
    before?.schema.enum && schema.enum
      ? { ...schema, enum: [...new Set([...before.schema.enum, ...schema.enum])] }
      : schema,
})

/** Everything that a call sends, by name. */
export function listFields({ params, query, body }: Endpoint): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const [part, schema] of [
    ['params', params],
    ['query', query],
    ['body', body],
  ] as const) {
    if (!schema) continue
    const whole = jsonSchema(schema, 'input')
    const variants = whole.oneOf ?? whole.anyOf ?? [whole]
    for (const { properties = {} } of variants)
      for (const [name, value] of Object.entries(properties)) {
        const isRequired = variants.every(({ required: names = [] }) => names.includes(name))
        fields.set(name, joinFields(fields.get(name), { part, schema: typedSchema(value), isRequired }))
      }
  }
  return fields
}

const isId = ({ type, exclusiveMinimum }: JsonSchema): boolean => type === 'integer' && exclusiveMinimum === 0

/** One of some words or numbers. */
const oneOfValues =
  (choices: readonly (string | number)[]): ValueParser<string | number> =>
  (typed, option) => {
    const chosen = oneOf(choices.map(String))(typed, option)
    return choices.find((choice) => String(choice) === chosen) as string | number
  }

/** Reads a value of the schema; a number, word, switch or text. `name` is how an id is called in messages. */
function findParser(schema: JsonSchema, name: string): ValueParser<unknown> {
  if (schema.enum) return oneOfValues(schema.enum)
  if (isId(schema)) return (typed) => idArgument(typed, name)
  if (schema.type === 'integer') return wholeNumber(schema.minimum ?? 0)
  if (schema.type === 'number') return amount
  if (schema.type === 'boolean') return (typed, option) => oneOf(['on', 'off'])(typed, option) === 'on'
  if (schema.type === 'string') return (typed) => typed
  return (typed, option) => readJson(typed, option, schema.type)
}

/** JSON of an array, an object or, without a type, anything, which may also be a plain text. */
function readJson(typed: string, option: string, type?: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    if (type === undefined) return typed
    throw usageError(`--${option} takes JSON, not "${typed}"`)
  }
}

/** Whether values separated by commas say it all. */
const isPlainList = ({ type, items }: JsonSchema): boolean =>
  type === 'array' && (items === undefined || /^(string|integer)$/.test(items.type ?? ''))

/** Reads an argument. */
export const readArgument = (typed: string, name: string, { schema }: Field): unknown =>
  findParser(schema, name)(typed, name)

export const optionField = (name: string, option: CliOption): string =>
  (typeof option === 'object' && option.field) || name.replaceAll('-', '_')

const valueName = (name: string, schema: JsonSchema): string => {
  if (isId(schema)) return 'ID'
  if (/^(integer|number)$/.test(schema.type ?? '')) return 'N'
  if (schema.enum || isPlainList(schema)) return name.toUpperCase()
  return schema.type === 'string' ? 'TEXT' : 'JSON'
}

function optionSpec(name: string, option: CliOption, { schema, isRequired }: Field): OptionSpec<unknown> {
  const { help, is, value } = typeof option === 'object' ? option : { help: option }
  const choices = schema.enum ?? schema.items?.enum ?? []
  const described = help.replace('{choices}', choices.join(', '))
  if (is !== undefined || (schema.type === 'boolean' && value === undefined)) return flag(described)
  const shown = value ?? valueName(name, schema)
  const spec = (): OptionSpec<unknown> => {
    if (isPlainList(schema)) {
      const { items = {} } = schema
      return items.enum || items.type === 'integer'
        ? list(shown, described, findParser(items, `--${name}`))
        : list(shown, described)
    }
    if (schema.type === 'string' && !schema.enum) return text(shown, described)
    return parsed(shown, described, findParser(schema, `--${name}`))
  }
  return isRequired ? required(spec()) : spec()
}

/** Whether the endpoint is a list that is read page by page. */
export const isPaged = (fields: Map<string, Field>): boolean => fields.has('page') && fields.has('limit')

/** The options of a declared command. */
export function makeOptions({ options = {}, limit = 100 }: CliCommand, fields: Map<string, Field>): Options {
  const hasLimit = isPaged(fields) && limit !== 'all'
  return {
    ...Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        optionSpec(name, option, fields.get(optionField(name, option)) as Field),
      ]),
    ),
    ...(hasLimit && { limit: parsed('N', `Maximum number (${limit} by default)`, wholeNumber(1)) }),
  }
}
