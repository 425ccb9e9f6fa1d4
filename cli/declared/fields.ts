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

/** What is used of JSON Schema. */
export interface JsonSchema {
  type?: string
  enum?: string[]
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

const withoutNull = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

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
    for (const { properties = {}, required: names = [] } of whole.oneOf ?? [whole])
      for (const [name, value] of Object.entries(properties))
        fields.set(name, { part, schema: withoutNull(value), isRequired: names.includes(name) })
  }
  return fields
}

const isId = ({ type, exclusiveMinimum }: JsonSchema): boolean => type === 'integer' && exclusiveMinimum === 0

/** Reads a value of the schema; a number, word, switch or text. `name` is how an id is called in messages. */
function findParser(schema: JsonSchema, name: string): ValueParser<unknown> {
  if (isId(schema)) return (typed) => idArgument(typed, name)
  if (schema.type === 'integer') return wholeNumber(schema.minimum ?? 0)
  if (schema.type === 'number') return amount
  if (schema.enum) return oneOf(schema.enum)
  if (schema.type === 'boolean') return (typed, option) => oneOf(['on', 'off'])(typed, option) === 'on'
  return (typed) => typed
}

/** Reads an argument. */
export const readArgument = (typed: string, name: string, { schema }: Field): unknown =>
  findParser(schema, name)(typed, name)

export const optionField = (name: string, option: CliOption): string =>
  (typeof option === 'object' && option.field) || name.replaceAll('-', '_')

const valueName = (name: string, schema: JsonSchema): string => {
  if (isId(schema)) return 'ID'
  if (schema.type === 'integer' || schema.type === 'number') return 'N'
  return schema.enum || schema.type === 'array' ? name.toUpperCase() : 'TEXT'
}

function optionSpec(name: string, option: CliOption, { schema, isRequired }: Field): OptionSpec<unknown> {
  const { help, is, value } = typeof option === 'object' ? option : { help: option }
  const choices = schema.enum ?? schema.items?.enum ?? []
  const described = help.replace('{choices}', choices.join(', '))
  if (is !== undefined || schema.type === 'boolean') return flag(described)
  const shown = value ?? valueName(name, schema)
  const spec = (): OptionSpec<unknown> => {
    if (schema.type === 'array')
      return list(shown, described, choices.length > 0 ? oneOf(choices) : undefined)
    if (schema.type === 'string' && !schema.enum) return text(shown, described)
    return parsed(shown, described, findParser(schema, `--${name}`))
  }
  return isRequired ? required(spec()) : spec()
}

/** The options of a declared command. */
export function makeOptions({ options = {}, limit = 100 }: CliCommand, fields: Map<string, Field>): Options {
  const isPaged = fields.has('page') && fields.has('limit') && limit !== 'all'
  return {
    ...Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        optionSpec(name, option, fields.get(optionField(name, option)) as Field),
      ]),
    ),
    ...(isPaged && { limit: parsed('N', `Maximum number (${limit} by default)`, wholeNumber(1)) }),
  }
}
