import { expect } from 'vitest'
import { aiTexts, startAiText } from '#contract/ai/ai-text.ts'
import { leads } from '#contract/leads/leads.ts'
import { FAKE_KEY } from '../fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '../fake-vendors/openai.ts'
import { ended, runThat } from '../http-call.ts'
import { importLeads, type KillRow, made } from './world.ts'

const LEADS = 40
const PROMPTS = [{ prompt_type: 'summary' as const }, { prompt_type: 'first_line' as const }]
/** Concurrent texts, which a dead program may have left unfinished. */
const MAX_IN_PROGRESS = 4
/** This many are answered at once. */
const ANSWERED_AT_ONCE = 30
/** Texts certainly stored by then. */
const STORED = 20

/** Texts by a language model. */
export function createTextsRow(): KillRow {
  let fake: FakeOpenAi
  let letGo = () => {}
  let [runId, listId] = [0, 0]
  return {
    title: 'a run of texts: repeats no answered request, and writes every text once',
    async prepare() {
      fake = await startFakeOpenAi()
      return { OPENAI_BASE_URL: fake.url, OPENAI_API_KEY: FAKE_KEY, OPENAI_MODEL: FAKE_MODEL }
    },
    async setUp(world) {
      const rows = Array.from({ length: LEADS }, (_, n) => `Bakery ${n},Leeds,GB`)
      const to = { new_list: 'Bakeries', type: 'local' as const }
      listId = await importLeads(world, ['Name,City,Country', ...rows], to)
    },
    async start({ call, admin }) {
      letGo = fake.hold(ANSWERED_AT_ONCE)
      const params = { type: 'local' as const, id: listId }
      const body = { selection: { filters: {} }, prompts: PROMPTS, review: false }
      runId = made(await call(startAiText, { params, body }, admin)).run.id
      await runThat(call, runId, admin, (run) => run.done >= STORED)
      return [runId]
    },
    release: () => letGo(),
    async check({ call, admin }) {
      const all = LEADS * PROMPTS.length
      const run = { state: 'succeeded', done: all, counts: { written: all } }
      expect(await ended(call, runId, admin)).toMatchObject(run)
      expect(fake.log.length).toBeLessThanOrEqual(all + MAX_IN_PROGRESS * PROMPTS.length)
      const found = await call(leads, { params: { type: 'local', id: listId }, body: { limit: 200 } }, admin)
      for (const { values } of found.body.data)
        expect(values.ai_summary).toBe(`Name: ${values.name}. City: Leeds.`)
      const texts = await call(aiTexts, { query: { run_id: runId, limit: 200 } }, admin)
      expect(texts.body.total).toBe(all)
    },
    close: async () => {
      letGo()
      await fake?.close()
    },
  }
}
