import { afterAll, beforeAll, expect, it } from 'vitest'
import { aiTexts } from '#contract/ai/ai-text.ts'
import { tryAutopilot } from '#contract/prospecting/autopilots.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'

let bench: AutopilotBench
beforeAll(async () => {
  bench = await autopilotBench()
})
afterAll(() => bench?.t.close())

it('writes a text for each new lead, which waits for review', async () => {
  const user = await bench.t.account({ credits: 100, modules: ['leads', 'ai_suggest'] })
  const list = await bench.growing(user, 1)
  const steps = [{ step: 'ai-text' as const, options: { prompt: 'summary', max_credits: 5 } }]
  const tried = await bench.t.call(tryAutopilot, { body: { list_id: list.id, steps } }, user)
  expect(tried.body.data.steps).toMatchObject([{ step: 'ai-text', credits: { expected: 0, max: 0 } }])
  const { id } = await bench.made(user, {
    list_id: list.id,
    every: 'day',
    at: '09:00',
    time_zone: 'UTC',
    steps,
  })
  list.grow(2)
  bench.later(2)
  const [run] = await bench.settled(user, id)
  expect(run).toMatchObject({
    state: 'finished',
    leads: 2,
    steps: [{ step: 'ai-text', state: 'done', leads: 2 }],
  })
  const texts = (await bench.t.call(aiTexts, { query: { list_id: list.id } }, user)).body
  expect(texts.total).toBe(2)
  for (const text of texts.data) expect(text).toMatchObject({ prompt_type: 'summary', provider: 'template' })
})
