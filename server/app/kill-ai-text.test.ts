import { afterAll, beforeAll, expect, it } from 'vitest'
import { aiTexts, startAiText } from '#contract/ai/ai-text.ts'
import { leads } from '#contract/leads/leads.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { ended, httpCall, runThat, type Signed, signIn, upload } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

const LEADS = 40
const PROMPTS = [{ prompt_type: 'summary' as const }, { prompt_type: 'first_line' as const }]
/** Leads that are written about at the same time: what a dead program may have had in its hands. */
const IN_HAND = 4

let fake: FakeOpenAi
let program: Program
let admin: Signed
const call = httpCall(() => program.url)
beforeAll(async () => {
  fake = await startFakeOpenAi()
  program = await startProgram({
    OPENAI_BASE_URL: fake.url,
    OPENAI_API_KEY: FAKE_KEY,
    OPENAI_MODEL: FAKE_MODEL,
  })
  admin = await signIn(call, PROGRAM_ADMIN)
})
afterAll(async () => {
  await program?.remove()
  await fake?.close()
})

async function imported(): Promise<number> {
  const rows = Array.from({ length: LEADS }, (_, n) => `Bakery ${n},Leeds,GB\n`)
  const csv = `Name,City,Country\n${rows.join('')}`
  const upload_id = await upload(program.url, admin, Buffer.from(csv), 'bakeries.csv')
  const body = { upload_id, to: { new_list: 'Bakeries', type: 'local' as const } }
  const answer = await call(startLeadImport, { body }, admin)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  await ended(call, answer.body.data.run.id, admin)
  return answer.body.data.list.id
}

it('a run of texts whose program was killed asks nothing again that was answered, and writes every text once', async () => {
  const id = await imported()
  const started = await call(
    startAiText,
    {
      params: { type: 'local', id },
      body: { selection: { filters: {} }, prompts: PROMPTS, review: false },
    },
    admin,
  )
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const runId = started.body.data.run.id
  await runThat(call, runId, admin, (run) => run.done >= 20)
  await program.kill()
  const before = fake.log.length
  await program.start()
  await program.endLeasesOfTheDead()
  const run = await ended(call, runId, admin)
  expect(run).toMatchObject({ state: 'succeeded', done: LEADS * 2, counts: { written: LEADS * 2 } })
  expect(before).toBeGreaterThanOrEqual(20)
  expect(fake.log.length).toBeLessThanOrEqual((LEADS + IN_HAND) * 2)
  const rows = (await call(leads, { params: { type: 'local', id }, body: { limit: 200 } }, admin)).body.data
  for (const { values } of rows) expect(values.ai_summary).toBe(`Name: ${values.name}. City: Leeds.`)
  const texts = (await call(aiTexts, { query: { run_id: runId, limit: 200 } }, admin)).body
  expect(texts.total).toBe(LEADS * 2)
})
