import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import {
  expectWholeCredits,
  killAmidOperations,
  operation,
  runOperation,
} from '#server/testing/credit-story.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

it('accounts for every credit after 1,000 operations over three levels and five kills', async () => {
  const parents = []
  const customers = []
  for (let number = 0; number < 2; number += 1) {
    const parent = await t.account({ modules: ['leads', 'whitelabel'], credits: 10_000 })
    parents.push(parent)
    for (let below = 0; below < 2; below += 1)
      customers.push({ id: (await t.account({ parent, credits: 0 })).accountId, reseller: parent.accountId })
  }
  const resellers = parents.map(({ accountId }) => accountId)
  const stage = { ctx: t.app.ctx, tree: { platform: (await t.admin()).accountId, resellers, customers } }
  for (let kill = 0; kill < 5; kill += 1) {
    for (const facts of fc.sample(operation, 200)) {
      await runOperation(stage, facts)
      if (facts.do === 'pass') await expectWholeCredits(t.app.ctx)
    }
    await killAmidOperations(t.databaseUrl, stage, { operations: 200 })
  }
})
