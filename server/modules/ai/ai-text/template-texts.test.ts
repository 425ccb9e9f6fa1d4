import { afterAll, beforeAll, expect, it } from 'vitest'
import { AI_LIST_TYPES, PROMPT_TYPES, TEMPLATE_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { aiTexts, startAiText } from '#contract/ai/ai-text.ts'
import { createList } from '#contract/leads/lists.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const LEADS = 12

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

it.each(AI_LIST_TYPES)(
  'without a model every text about sample leads of %s passes the source check',
  async (type) => {
    const user = await t.account({ credits: 10 })
    const search = { source: 'sample' }
    const made = await t.call(
      createList,
      { body: { name: 'Sample', type, search, limit: LEADS, max_cost: 0 } },
      user,
    )
    const { id, run } = made.body.data
    await t.finished(run.id, user)
    const request = {
      selection: { filters: {} },
      prompts: PROMPT_TYPES.map((prompt_type) => ({ prompt_type })),
      provider: 'template' as const,
    }
    const started = await t.call(startAiText, { params: { type, id }, body: request }, user)
    const ended = await t.finished(started.body.data.run.id, user)
    expect(ended.counts.failed ?? 0).toBe(0)
    const texts = (await t.call(aiTexts, { query: { run_id: ended.id, limit: 200 } }, user)).body.data
    expect(texts).toHaveLength(LEADS * PROMPT_TYPES.length)
    expect(texts.filter(({ dropped }) => dropped.length > 0)).toEqual([])
    const written = texts.filter(({ state }) => state === 'written')
    expect(written.filter(({ prompt_type }) => !TEMPLATE_TYPES.includes(prompt_type))).toEqual([])
    expect(written.flatMap(({ sentences }) => sentences).every(({ state }) => state === 'quoted')).toBe(true)
    // A first line that fits any lead is useless.
    const lines = written.flatMap(({ prompt_type, text }) => (prompt_type === 'first_line' ? [text] : []))
    expect(new Set(lines).size).toBe(lines.length)
    expect(written.filter(({ prompt_type }) => prompt_type === 'summary').length).toBeGreaterThan(LEADS / 2)
  },
)
