import { afterAll, beforeAll, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { UNBUILT_CALLS } from '#contract/unbuilt.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

it('tells calls that are not built yet from addresses that do not exist', async () => {
  expect(UNBUILT_CALLS.length).toBeGreaterThan(0)
  for (const [method, path] of UNBUILT_CALLS) {
    const answer = await t.app.http.inject({ method, url: path.replaceAll('{id}', '1') })
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 501, 'not_available_yet'])
  }
  expect((await t.app.http.inject({ method: 'GET', url: '/api/nothing' })).statusCode).toBe(404)
})

it('names no call that is built', () => {
  const built = new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`))
  expect(UNBUILT_CALLS.filter(([method, path]) => built.has(`${method} ${path}`))).toEqual([])
})
