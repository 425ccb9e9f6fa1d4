import {
  type ApiDescription,
  type Field,
  inputFields,
  type JsonSchema,
  type Operation,
  refName,
} from './read-api.ts'

const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}
const NAME = /^[A-Za-z_]\w*$/
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

const isName = (name: string): boolean => NAME.test(name) && !KEYWORDS.has(name)
const safeName = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name)

const union = (types: string[]): string => {
  const different = [...new Set(types)]
  return different.length === 1 ? (different[0] as string) : `t.Union[${different.join(', ')}]`
}

/** A JSON value as Python writes it. */
const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

/** A type of allowed values; a float is none of Python's literals. */
const literals = (values: unknown[]): string =>
  values.some((one) => typeof one === 'number' && !Number.isInteger(one))
    ? 'float'
    : `t.Literal[${values.map(literal).join(', ')}]`

/** The type hint of a schema; `ref` writes the name of a type. */
function typeOf(schema: JsonSchema, ref: (name: string) => string): string {
  const name = refName(schema)
  if (name) return ref(name)
  if (schema.format === 'binary') return 'bytes'
  if ('const' in schema) return literals([schema.const])
  if (schema.enum) return literals(schema.enum)
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return union(forms.map((one) => typeOf(one, ref)))
  const kinds = [schema.type ?? []].flat()
  if (kinds.length === 0) return 't.Any'
  return union(kinds.map((kind) => SIMPLE[kind] ?? compoundType(kind, schema, ref)))
}

function compoundType(kind: string, schema: JsonSchema, ref: (name: string) => string): string {
  if (kind === 'array') return `t.List[${schema.items ? typeOf(schema.items, ref) : 't.Any'}]`
  const { additionalProperties } = schema
  return `t.Dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, ref) : 't.Any'}]`
}

const docstring = (text: string, indent: string): string =>
  `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`

const bare = (name: string) => name
const quoted = (name: string) => `"${name}"`

function declareType(name: string, schema: JsonSchema): string {
  const { properties, required = [] } = schema
  // Evaluated when the module is read, when later types are not known yet.
  if (!properties) return `${name} = ${typeOf(schema, quoted)}\n`
  const fields = Object.entries(properties).map(([field, one]) => {
    const type = typeOf(one, bare)
    return { field, type: required.includes(field) ? type : `NotRequired[${type}]` }
  })
  if (!fields.every(({ field }) => isName(field))) {
    const entries = fields.map(({ field, type }) => `${JSON.stringify(field)}: ${JSON.stringify(type)}`)
    return `${name} = t.TypedDict("${name}", {${entries.join(', ')}})\n`
  }
  return `class ${name}(t.TypedDict):\n${fields.map(({ field, type }) => `    ${field}: ${type}`).join('\n')}\n`
}

const snake = (text: string): string =>
  text
    .replace(/[-.]/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()

/** Area and method of an operation: `ai-training.bulkDelete` is `['ai_training', 'bulk_delete']`. */
function methodPath({ name }: Operation): [area: string, method: string] {
  const dot = name.indexOf('.')
  return [snake(name.slice(0, dot)), safeName(snake(name.slice(dot + 1)))]
}

const className = (area: string): string =>
  `${area
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Area`

const inTypes = (name: string) => `types.${name}`

function replyType({ replyKind, reply }: Operation): string {
  if (replyKind === 'file') return 'http.client.HTTPResponse'
  const type = reply ? typeOf(reply, inTypes) : 't.Any'
  return replyKind === 'stream' ? `t.Iterator[${type}]` : type
}

/** The `Call` of an operation, without what is the default. */
function callOf(operation: Operation): string {
  const { method, path, query, body, replyKind, isPublic, takesKey, isRepeatable } = operation
  const names = Object.keys(query).map((name) => JSON.stringify(name))
  return `Call(${[
    JSON.stringify(method),
    JSON.stringify(path),
    ...(body && names.length > 0 ? [`query=frozenset({${names.join(', ')}})`] : []),
    ...(body ? [`body="${body.kind}"`] : []),
    ...(replyKind === 'json' ? [] : [`reply="${replyKind}"`]),
    ...(isPublic ? ['is_public=True'] : []),
    ...(takesKey ? ['takes_key=True'] : []),
    ...(isRepeatable ? ['is_repeatable=True'] : []),
  ].join(', ')})`
}

function declareMethod(operation: Operation, all: Record<string, Field>): string {
  const values = Object.entries(all).map(([name, { schema, isRequired }]) => {
    const type = typeOf(schema, inTypes)
    return { name, hint: isRequired ? type : `t.Union[${type}, Omitted] = OMITTED`, isRequired }
  })
  const inOrder = [...values.filter((one) => one.isRequired), ...values.filter((one) => !one.isRequired)]
  const hints = inOrder.map(({ name, hint }) => `${safeName(name)}: ${hint}`)
  const key = operation.takesKey ? ['idempotency_key: t.Optional[str] = None'] : []
  const named = [...hints, ...key]
  const parameters = ['self', ...(named.length > 0 ? ['*', ...named] : [])]
  const given = values.map(({ name }) => `${JSON.stringify(name)}: ${safeName(name)}`)
  const { method, path, summary } = operation
  return [
    `    def ${methodPath(operation)[1]}(${parameters.join(', ')}) -> ${replyType(operation)}:`,
    docstring(`${summary}. \`${method} ${path}\``, '        '),
    `        return self._sender.call(${callOf(operation)}, {${given.join(', ')}}${operation.takesKey ? ', idempotency_key' : ''})`,
  ].join('\n')
}

const HEAD = `# Made from the OpenAPI document by scripts/build-sdk.ts.
from __future__ import annotations

import typing as t
`

/** The files of the package that are made, by name. */
export function writePython({ operations, types }: ApiDescription): Record<string, string> {
  const areas: Record<string, string[]> = {}
  for (const operation of operations) {
    const [area] = methodPath(operation)
    areas[area] = [...(areas[area] ?? []), declareMethod(operation, inputFields(operation, types))]
  }
  const classes = Object.entries(areas).map(
    ([area, methods]) => `class ${className(area)}(Area):\n${methods.join('\n\n')}\n`,
  )
  const members = Object.keys(areas).map((area) => `        self.${area} = ${className(area)}(sender)`)
  return {
    'types.py': `${HEAD}
if t.TYPE_CHECKING:
    from typing_extensions import NotRequired

${Object.entries(types)
  .map(([name, schema]) => declareType(name, schema))
  .join('\n')}`,
    'api.py': `${HEAD}import http.client

from . import types
from ._send import OMITTED, Area, Call, Omitted, Sender

${classes.join('\n\n')}

class Api:
    """All calls, by area."""

    def __init__(self, sender: Sender) -> None:
${members.join('\n')}
`,
  }
}
