import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WEBHOOK_EVENT_TYPES } from '#contract/activity/webhook-events.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ERROR_STATUS } from '#contract/core/errors.ts'
import { openapi } from '#contract/core/system.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { allEndpoints } from '#contract/index.ts'
import { createLabel } from '#contract/leads/labels.ts'
import { makeEventSchema } from '#server/modules/activity/webhooks/index.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { buildDocument } from './build-document.ts'
import { describe } from './operation-texts.ts'
import { PARAMETER_TEXTS } from './parameter-texts.ts'

let t: TestApp
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into freely
let document: any
beforeAll(async () => {
  t = await sharedWebApp()
  document = (await t.call(openapi)).body
})
afterAll(() => t.close())

const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path]?.[method.toLowerCase()]

it('/openapi.json is a valid OpenAPI document that passes the recommended rules', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // Some paths overlap: /api/campaigns/archive/{id} and /api/campaigns/{id}/searches. Static segments take
    // precedence here.
    rules: { 'no-ambiguous-paths': 'off' },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  expect(
    problems.map((problem) => `${problem.ruleId}: ${problem.message} ${problem.location[0]?.pointer}`),
  ).toEqual([])
})

it('describes every call and no others', () => {
  const described = Object.values(document.paths as object).flatMap((methods) =>
    Object.values(methods as object).map((operation) => operation.operationId),
  )
  expect(described.toSorted()).toEqual(allEndpoints.map((endpoint) => endpoint.name).sort())
})

it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'documents request and reply of %s',
  (_name, endpoint) => {
    const operation = operationOf(endpoint)
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path')
    expect(declared.map((parameter: { name: string }) => parameter.name).toSorted()).toEqual(
      inPath.toSorted(),
    )
    expect(operation.requestBody !== undefined).toBe(
      endpoint.body !== undefined || endpoint.kind === 'upload',
    )
    expect(operation.security).toEqual(endpoint.access === 'public' ? [] : undefined)
    const statuses = [endpoint.status ?? 200, ...(endpoint.errors ?? []).map((code) => ERROR_STATUS[code])]
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses.map(String)))
    expect(operation.summary.length).toBeGreaterThan(5)
  },
)

it('the OpenAPI document mentions nothing but the calls', () => {
  expect(JSON.stringify(document)).not.toMatch(/leadwright/i)
})

it('describes every operation and every parameter', () => {
  const missing = allEndpoints.flatMap((endpoint) => {
    const { description, parameters } = operationOf(endpoint)
    const silent = parameters.filter(
      (parameter: { $ref?: string; description?: string }) => !parameter.$ref && !parameter.description,
    )
    return [
      ...(description ? [] : [endpoint.name]),
      ...silent.map(
        ({ in: place, name }: { in: string; name: string }) => `${endpoint.name}: ${place} ${name}`,
      ),
    ]
  })
  // Remedy: `describe` in the schema of the parameter, or its text in parameter-texts.ts.
  expect(missing).toEqual([])
})

it('has no text for a parameter that no call has', () => {
  const parts = allEndpoints.flatMap((endpoint) =>
    operationOf(endpoint)
      .parameters.filter(({ $ref }: { $ref?: string }) => !$ref)
      .map((parameter: { in: string; name: string; description: string }) => ({ endpoint, ...parameter })),
  )
  const { SHARED, OF_OPERATION, RECORDS } = PARAMETER_TEXTS
  const used = new Set(
    parts.flatMap(({ endpoint, in: place, name, description }) => [
      `${place} ${name}: ${description}`,
      `${endpoint.name} ${name}: ${description}`,
      `${endpoint.path.split('/{id}')[0]?.split('/').at(-1)}: ${description}`,
    ]),
  )
  const lines = [
    ...Object.entries({ ...SHARED, ...OF_OPERATION }),
    ...Object.entries(RECORDS).map(([part, record]) => [part, `Id of the ${record}.`]),
  ].map(([key, text]) => `${key}: ${text}`)
  expect(lines.filter((line) => !used.has(line))).toEqual([])
})

it('says who may call, what it costs, what it starts and how it is repeated', () => {
  const text = (name: string) => describe(allEndpoints.find((endpoint) => endpoint.name === name) as Endpoint)
  expect(text('system.health')).toBe('Anyone may call it; it needs no token.')
  expect(text('enrichment.findEmails')).toContain(
    'A signed-in person or an API key with the scope `spend` may call it. The person needs the module `leads`',
  )
  expect(text('enrichment.findEmails')).toContain(
    'It may cost credits: at most those of its quote or `max_cost`.',
  )
  expect(text('enrichment.findEmails')).toContain('It starts a run')
  expect(text('lists.delete')).toContain('Webhooks may get `list.deleted` after it.')
  expect(text('webhooks.create')).toMatch(
    /^A signed-in .*“Webhook added”\. With an `Idempotency-Key` it can be repeated safely\.$/,
  )
})

it('describes every event of webhooks with its body and an example that its schema takes', () => {
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES])
  for (const type of WEBHOOK_EVENT_TYPES) {
    const { schema, example } = document.webhooks[type].post.requestBody.content['application/json']
    expect(schema.properties.type).toMatchObject({ const: type })
    expect(makeEventSchema(type).safeParse(example).error).toBeUndefined()
  }
})

it('declares the headers of replies', () => {
  const headers = (name: string, status: string) => {
    const endpoint = allEndpoints.find((one) => one.name === name) as Endpoint
    const response = operationOf(endpoint).responses[status]
    const found = response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response
    return Object.keys(found.headers)
  }
  const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  expect(headers('labels.create', '201')).toEqual(['X-Request-Id', ...limits, 'Idempotency-Replayed'])
  expect(headers('labels.index', '429')).toEqual(['X-Request-Id', 'Retry-After'])
  expect(headers('labels.index', '503')).toEqual(['X-Request-Id', 'Retry-After'])
  expect(headers('system.health', '200')).toEqual(['X-Request-Id'])
})

it('sends the headers that it declares', async () => {
  const person = await t.account()
  const { body } = await t.call(
    createApiKey,
    { body: { name: 'Key', scopes: ['read', 'write'], password: person.password } },
    person,
  )
  const key = { token: body.data.key }
  const label = () => t.call(createLabel, { body: { name: 'A' } }, key, { key: 'same' })
  await label()
  const { headers } = await label()
  const declared = operationOf(createLabel).responses['201'].headers
  expect(Object.keys(declared).filter((name) => headers[name.toLowerCase()] === undefined)).toEqual([])
})

it('marks a deprecated call, with what to call instead', async () => {
  const label = allEndpoints.find(({ name }) => name === 'labels.index') as Endpoint
  const deprecated = { since: '2026-11-01', removal: '2027-05-01', instead: '/api/tags' }
  const { paths } = (await buildDocument([{ ...label, deprecated }])) as never as typeof document
  const operation = paths[label.path].get
  expect(operation.deprecated).toBe(true)
  expect(operation.description).toContain(
    'Deprecated since 2026-11-01: it may be gone from 2027-05-01. Call `/api/tags` instead.',
  )
  expect(Object.keys(operation.responses['200'].headers)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  )
  expect(operationOf(label).deprecated).toBeUndefined()
})

it('names a successor for what is deprecated, with the same parameters, at least half a year before', () => {
  for (const { path, deprecated } of allEndpoints) {
    if (!deprecated) continue
    const { since, removal, instead } = deprecated
    expect(allEndpoints.map((endpoint) => endpoint.path)).toContain(instead)
    for (const [parameter] of instead.matchAll(/\{\w+\}/g)) expect(path).toContain(parameter)
    expect(Date.parse(removal) - Date.parse(since)).toBeGreaterThanOrEqual(180 * 86_400_000)
  }
})

it('says why a value is open', () => {
  const silent: string[] = []
  const isOpen = ({ description: _text, default: _default, ...schema }: Record<string, unknown>) =>
    Object.keys(schema).length === 0 ||
    (schema.type === 'object' &&
      !schema.properties &&
      Object.keys((schema.additionalProperties as object | undefined) ?? {}).length === 0)
  const visit = (schema: Record<string, unknown>, place: string, isSaid = false): void => {
    const said = isSaid || typeof schema.description === 'string'
    if (!schema.$ref && !said && isOpen(schema)) silent.push(place)
    const {
      properties = {},
      items,
      anyOf = [],
      oneOf = [],
      additionalProperties,
    } = schema as never as {
      [key: string]: Record<string, unknown>
    } & { anyOf?: Record<string, unknown>[]; oneOf?: Record<string, unknown>[] }
    for (const [name, inner] of Object.entries(properties)) visit(inner as never, `${place}.${name}`)
    for (const inner of [...anyOf, ...oneOf]) visit(inner, place, said)
    if (items) visit(items, `${place}[]`, said)
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
      visit(additionalProperties, `${place}.*`, said)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema as never, name)
  for (const endpoint of allEndpoints) {
    const { requestBody, responses } = operationOf(endpoint)
    const contents = [requestBody, responses[endpoint.status ?? 200]].flatMap((one) =>
      Object.values(one?.content ?? {}),
    )
    for (const { schema } of contents as { schema: Record<string, unknown> }[]) visit(schema, endpoint.name)
  }
  // Remedy: type it, or say in a description why it is open.
  expect(silent).toEqual([])
})

it('types the search of a request by list type', () => {
  const { SearchInput, LocalSearch } = document.components.schemas
  expect(SearchInput.anyOf).toContainEqual({ $ref: '#/components/schemas/LocalSearch' })
  expect(LocalSearch.properties).toHaveProperty('category')
  expect(LocalSearch.required ?? []).not.toContain('source')
})
