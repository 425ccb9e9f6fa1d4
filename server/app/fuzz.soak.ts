import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz, localOnlyOptions } from '#server/testing/fuzz.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'], ...(await localOnlyOptions()) })
})
afterAll(() => t.close())

it('answers 10,000 random requests without a server error', async () => {
  expect.hasAssertions()
  const seed = Date.now() % 1_000_000_000
  console.info(`seed ${seed}`)
  await fuzz(t, 10_000, seed)
})
