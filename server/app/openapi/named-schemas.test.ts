import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { OpenApi } from './build-document.ts'
import { loadOpenApi } from './index.ts'
import { NAMED_ENUMS, nameEnums } from './named-enums.ts'
import { loadContract, nameSchemas } from './named-schemas.ts'
import { createSchemas } from './schemas.ts'

let document: OpenApi
beforeAll(async () => {
  document = await loadOpenApi()
})

it('has one schema for each name that the contract exports', async () => {
  const names = nameSchemas(await loadContract())
  expect(names.size).toBeGreaterThan(200)
  expect(new Set(names.values()).size).toBe(names.size)
})

it('says which two files export one name', () => {
  const files = [
    ['contract/a.ts', { Thing: z.object({ a: z.string() }) }],
    ['contract/b.ts', { Thing: z.object({ b: z.string() }) }],
  ] as const
  expect(() => nameSchemas(files)).toThrow('contract/b.ts and contract/a.ts both export a schema Thing')
})

it('gives a schema with two names the first', () => {
  const Thing = z.object({ a: z.string() })
  const names = nameSchemas([
    ['contract/a.ts', { Thing, text: z.string() }],
    ['contract/b.ts', { Other: Thing }],
  ])
  expect([...names]).toEqual([[Thing, 'Thing']])
})

it('names what differs between request and reply in both, and what refers to it', () => {
  const Inner = z.object({ size: z._default(z.int(), 1) })
  const Outer = z.object({ inner: Inner })
  const Same = z.object({ a: z.string() })
  const { convert, finish } = createSchemas(nameSchemas([['contract/a.ts', { Inner, Outer, Same }]]))
  const sent = convert(z.object({ outer: Outer, same: Same }), 'input')
  const replied = convert(z.object({ outer: Outer, same: Same }), 'output')
  const made = finish({ sent, replied, components: {} })
  expect(Object.keys((made.components as { schemas: object }).schemas)).toEqual([
    'Inner',
    'InnerInput',
    'Outer',
    'OuterInput',
    'Same',
  ])
  expect(made.sent).toMatchObject({
    properties: {
      outer: { $ref: '#/components/schemas/OuterInput' },
      same: { $ref: '#/components/schemas/Same' },
    },
  })
  expect(made.replied).toMatchObject({ properties: { outer: { $ref: '#/components/schemas/Outer' } } })
})

/** Objects with this many fields that are written out in this many places should have a name. */
const FIELDS = 6
const PLACES = 3

it('refers by name to objects that occur in several places', () => {
  const places = new Map<string, Set<string>>()
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties, type } = value as { properties?: object; type?: unknown }
    if (type === 'object' && properties && Object.keys(properties).length >= FIELDS) {
      const { description: _text, ...shape } = value as { description?: string }
      const text = JSON.stringify(shape)
      places.set(text, (places.get(text) ?? new Set()).add(place))
    }
    for (const inner of Object.values(value)) visit(inner, place)
  }
  const { paths, components } = document as unknown as {
    paths: Record<string, Record<string, { operationId: string }>>
    components: { schemas: object }
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  for (const operation of operations) visit(operation, operation.operationId)
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name)
  const unnamed = [...places].filter(([, found]) => found.size >= PLACES)
  // Remedy: export the schema from its file of the contract.
  expect(unnamed.map(([shape, found]) => `${[...found].join(', ')}: ${shape.slice(0, 200)}`)).toEqual([])
})

it('refers by name to choices that occur in several places, in whatever order', () => {
  const places = new Map<string, number>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { enum: values } = value as { enum?: unknown }
    if (Array.isArray(values) && values.length >= PLACES && values.every((one) => typeof one === 'string')) {
      const key = JSON.stringify(values.toSorted())
      places.set(key, (places.get(key) ?? 0) + 1)
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'example') visit(inner)
  }
  visit(document)
  // Remedy: a name in named-enums.ts.
  expect([...places].filter(([, found]) => found >= PLACES)).toEqual([])
  expect(Object.keys((document.components as { schemas: object }).schemas)).toEqual(
    expect.arrayContaining(Object.keys(NAMED_ENUMS)),
  )
})

it('names a choice once, and keeps what is said about it', () => {
  const state = { type: 'string', enum: ['on', 'off'], description: 'Its state', default: 'on' }
  const named = nameEnums(
    {
      paths: { a: state, example: { enum: ['on', 'off'] } },
      components: { schemas: { Thing: { properties: { state } } } },
    },
    { Switch: ['off', 'on'] },
  )
  const reference = { $ref: '#/components/schemas/Switch', description: 'Its state', default: 'on' }
  expect(named).toEqual({
    paths: { a: reference, example: { enum: ['on', 'off'] } },
    components: {
      schemas: {
        Switch: { type: 'string', enum: ['off', 'on'] },
        Thing: { properties: { state: reference } },
      },
    },
  })
  expect(() => nameEnums({ components: { schemas: { Thing: {} } } }, { Thing: ['on'] })).toThrow(
    'named Thing',
  )
})
