import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTrainingText } from '#contract/ai/ai-training.ts'
import { searchTrainingPassages } from '#contract/ai/ai-training-websites.ts'
import { saveOpenAiKey } from '#contract/ai/open-ai.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let fake: FakeOpenAi
beforeAll(async () => {
  fake = await startFakeOpenAi()
  t = await testApp({ hostMap: `models.example=${new URL(fake.url).host}` })
})
afterAll(async () => {
  await t?.close()
  await fake?.close()
})

it("training is searched by meaning with the account's own key, and by words without", async () => {
  const user = await t.account({ modules: ['leads', 'ai_suggest'] })
  const body = { title: 'Bread', html: '<p>We bake loaves for the whole town.</p>' }
  expect((await t.call(createTrainingText, { body: body as never }, user)).status).toBe(201)
  const found = async () =>
    (await t.call(searchTrainingPassages, { query: { query: 'automobiles' } }, user)).body.data.length
  expect(await found()).toBe(0)
  const key = { base_url: 'http://models.example/v1', model: FAKE_MODEL, key: FAKE_KEY }
  expect((await t.call(saveOpenAiKey, { body: key as never }, user)).status).toBe(200)
  // The vectors of the fake are all close to each other.
  expect(await found()).toBe(1)
})
