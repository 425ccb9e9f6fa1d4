import { expect, test } from 'vitest'
import type { CliCommand } from '#contract/core/cli-command.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { DECLARED, listArguments } from './declared-command.ts'
import { type JsonSchema, jsonSchema, listFields, optionField } from './fields.ts'
import { FORMATS } from './formats.ts'
import { cellTemplate, fillIn, listExpressions, TERM } from './template.ts'

const commands = DECLARED.map(({ endpoint, command }) => [command.name, endpoint, command] as const)

const members = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(members),
]

/** The schema at a dotted path, or null when nothing of that name can be there. */
function schemaAt(schema: JsonSchema, path: string): JsonSchema | null {
  if (path === '') return schema
  const [key = '', ...rest] = path.split('.')
  for (const { properties, additionalProperties, items, type } of members(schema)) {
    const isItem = type === 'array' && /^\d+$/.test(key)
    const isLength = type === 'array' && key === 'length'
    const open = typeof additionalProperties === 'object' ? additionalProperties : undefined
    const found = properties?.[key] ?? (isItem ? items : isLength ? { type: 'integer' } : open)
    const inside = found && schemaAt(found, rest.join('.'))
    if (inside) return inside
  }
  return null
}

const itemOf = (schema: JsonSchema | null): JsonSchema =>
  (schema && members(schema).find(({ items }) => items)?.items) ?? {}

/** What the texts of a command can name: the lines' values, and those of a record of its table. */
function scopesOf({ reply }: Endpoint, fields: Map<string, unknown>, command: CliCommand) {
  const whole = reply ? jsonSchema(reply, 'output') : {}
  const { data = {}, message = {} } = whole.properties ?? {}
  const input = { properties: Object.fromEntries([...fields.keys()].map((name) => [name, {}])) }
  const scope: JsonSchema = { properties: { ...data.properties, message, data, response: whole, input } }
  return { scope, record: itemOf(schemaAt(scope, command.rows ?? 'data')) }
}

/** Terms that name something that is not there. */
const unknownTerms = (templates: readonly string[], schema: JsonSchema): string[] =>
  templates
    .flatMap(listExpressions)
    .flatMap((expression) => expression.split(' ?? '))
    .filter((term) => {
      const [whole, quoted, path = '', format] = TERM.exec(term) ?? []
      if (whole === undefined) return true
      if (quoted !== undefined) return false
      return !schemaAt(schema, path) || (format !== undefined && !(format in FORMATS))
    })

test.each(commands)(
  'every argument and option of “%s” is a field of its endpoint',
  (_name, endpoint, command) => {
    const fields = listFields(endpoint)
    const given = [
      ...listArguments(endpoint, command).map(([, field]) => field),
      ...Object.entries(command.options ?? {}).map(([name, option]) => optionField(name, option)),
      ...Object.keys(command.set ?? {}),
    ]
    expect(given.filter((name) => !fields.has(name))).toEqual([])
    // The type of a list is looked up.
    if (endpoint.path.startsWith('/api/{type}-results/{id}')) given.push('type')
    const missing = [...fields].filter(([name, { isRequired }]) => isRequired && !given.includes(name))
    expect(missing.map(([name]) => name)).toEqual([])
  },
)

test.each(commands)(
  'everything that “%s” prints is in the reply of its endpoint',
  (_name, endpoint, command) => {
    const { scope, record } = scopesOf(endpoint, listFields(endpoint), command)
    const { text = command.columns ? [] : ['{message}'], columns = {}, json = [], fails = '' } = command
    const lines = text.filter((line) => typeof line === 'string')
    expect(unknownTerms(lines, scope)).toEqual([])
    for (const line of text)
      if (typeof line === 'object')
        expect(unknownTerms([line.line], itemOf(schemaAt(scope, line.each)))).toEqual([])
    expect(unknownTerms(Object.values(columns).map(cellTemplate), record)).toEqual([])
    const picked = [json].flat().map((name) => name.replace('?', '').split('=').at(-1) as string)
    const source =
      columns && command.rows === undefined && Array.isArray(json) && Object.keys(columns).length > 0
        ? record
        : scope
    expect(picked.filter((path) => !schemaAt(source, path))).toEqual([])
    expect(schemaAt(scope, fails.replace('!', ''))).not.toBeNull()
  },
)

test('a command’s text with a name that the reply doesn’t have is found', () => {
  const schema = { properties: { email: {}, package: { properties: { name: {} } } } }
  expect(unknownTerms(['{email}', '{package.name}'], schema)).toEqual([])
  expect(unknownTerms(['{mail}', '{package.title ?? email}', '{email|upper}'], schema)).toEqual([
    'mail',
    'package.title',
    'email|upper',
  ])
})

test.each([
  ['{name}, {email}', 'Ann, ann@fox.example'],
  ["{company ?? 'none'}", 'none'],
  ["{active?on ?? 'off'}", 'on'],
  ["{kind=own?yes ?? 'no'}", 'yes'],
  ["{kind=zapier?yes ?? 'no'}", 'no'],
  ['{leads|number} leads', '1,200 leads'],
  ['{last.at|day}', '2026-05-01'],
  ['Paused[: until {last.at|minute}]', 'Paused: until 2026-05-01 09:30'],
  ['Paused[: until {next.at|minute}]', 'Paused'],
  ['{failed}', '0'],
])('a command’s text fills in “%s”', (template, filled) => {
  const whole = {
    name: 'Ann',
    email: 'ann@fox.example',
    company: null,
    active: true,
    kind: 'own',
    leads: 1200,
    failed: 0,
  }
  expect(fillIn(template, { ...whole, last: { at: '2026-05-01T09:30:00Z' }, next: null })).toBe(filled)
})
