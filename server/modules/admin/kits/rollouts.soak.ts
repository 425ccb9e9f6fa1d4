import { afterAll, beforeAll, it } from 'vitest'
import { updateCustomers } from '#server/testing/rollout-story.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

it('100 customers get a newer version, 12 keep what they changed, and all go back byte for byte', () =>
  updateCustomers(t, { customers: 100, changed: 12 }))
