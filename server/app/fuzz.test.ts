import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz, localOnlyOptions } from '#server/testing/fuzz.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'], ...(await localOnlyOptions()) })
})
afterAll(() => t.close())

it('answers 1,000 random requests from the schemas without a server error', async () => {
  expect.hasAssertions()
  await fuzz(t, 1000, 20260101)
})
