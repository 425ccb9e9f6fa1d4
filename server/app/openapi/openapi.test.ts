import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ERROR_STATUS } from '#contract/core/errors.ts'
import { openapi } from '#contract/core/system.ts'
import { allEndpoints } from '#contract/index.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

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
