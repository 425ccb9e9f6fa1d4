import { expect, test } from 'vitest'
import { allEndpoints } from '../index.ts'
import { AUDIT_ACTIONS } from './audit.ts'
import type { Schema } from './endpoint.ts'
import { fillTopics, isStale, TOPIC_NAMES } from './topics.ts'

test('every call but a GET names its audit action, or declares that it changes nothing', () => {
  expect(allEndpoints.length).toBeGreaterThan(80)
  const unclear = allEndpoints.filter(({ method, audit, changesNothing }) =>
    method === 'GET' ? Boolean(audit) : Boolean(audit) === Boolean(changesNothing),
  )
  expect(unclear.map(({ name }) => name)).toEqual([])
})

test('only calls with changes make answers stale', () => {
  const odd = allEndpoints.filter(
    ({ changes, changesNothing, method }) => changes && (changesNothing || method === 'GET'),
  )
  expect(odd.map(({ name }) => name)).toEqual([])
})

test('every audit action and topic is used', () => {
  const used = new Set(allEndpoints.flatMap(({ audit }) => audit ?? []))
  // Audit actions recorded in addition to the declared one.
  const beside = ['audit.adopted', 'audit.erased', 'domain.lost', 'identity.linked', 'member.added']
  const unused = Object.keys(AUDIT_ACTIONS).filter((action) => !used.has(action as never))
  expect(unused).toEqual(beside)
  const read = new Set(allEndpoints.flatMap(({ reads }) => reads ?? []))
  expect(TOPIC_NAMES.filter((topic) => !read.has(topic))).toEqual([])
})

test('topics name parameters that their path has', () => {
  for (const { name, path, reads = [], changes = [] } of allEndpoints)
    for (const topic of [...reads, ...changes]) {
      const parameter = /\{(\w+)\}/.exec(topic)?.[0]
      if (parameter) expect(path, `${name} ${topic}`).toContain(parameter)
    }
})

test('an answer is stale when one of its topics has changed', () => {
  expect(fillTopics(['lists', 'list:{id}', 'history:{other}'], { id: 4 })).toEqual(['lists', 'list:4'])
  expect(isStale(['list:4'], ['lists', 'list:4'])).toBe(true)
  expect(isStale(['list:4'], ['list:40'])).toBe(false)
  expect(isStale(['list:4'], ['list:*'])).toBe(true)
  expect(isStale(['lists'], ['list:*'])).toBe(false)
})

/** Unwraps defaults, optionals and pipes. */
function inner(schema: Schema): Schema {
  const { innerType, in: source } = schema._zod.def as unknown as { innerType?: Schema; in?: Schema }
  const next = innerType ?? source
  return next ? inner(next) : schema
}

/** Objects in a body or query that accept unknown fields. */
function openObjects(schema: Schema | undefined): boolean {
  if (!schema) return false
  const def = inner(schema)._zod.def as unknown as { type: string; catchall?: Schema; options?: Schema[] }
  if (def.type === 'union') return (def.options ?? []).some(openObjects)
  return def.type === 'object' && def.catchall?._zod.def.type !== 'never'
}

test('no call accepts unknown fields', () => {
  const open = allEndpoints.filter(({ body, query }) => openObjects(body) || openObjects(query))
  expect(open.map(({ name }) => name)).toEqual([])
})

/** Data of a customer, and of everybody, needs a signed-in person, whatever a key may do. */
const FOR_PEOPLE = ['customerExports.download', 'backups.download']

test('downloads require an API key with the export scope, and administrators’ downloads the admin scope', () => {
  const shapeOf = (schema: unknown) =>
    (schema as { def?: { shape?: Record<string, unknown> } } | undefined)?.def?.shape
  const tickets = allEndpoints.filter(({ reply }) => {
    const data = shapeOf(shapeOf(reply)?.data)
    return data && 'url' in data && 'filename' in data
  })
  expect(tickets.length).toBeGreaterThan(8)
  const wrong = tickets.filter(
    ({ name, scope }) =>
      !FOR_PEOPLE.includes(name) && scope !== (name.startsWith('corpus.') ? 'admin' : 'export'),
  )
  expect(wrong.map(({ name, scope }) => `${name}: ${scope}`)).toEqual([])
})
