import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelRun } from '#contract/activity/runs.ts'
import { PROMPT_TYPES, type PromptType } from '#contract/ai/ai-prompt-types.ts'
import {
  aiTexts,
  editAiText,
  quoteAiText,
  regenerateAiTexts,
  retryAiText,
  reviewAiTexts,
  startAiText,
} from '#contract/ai/ai-text.ts'
import { createTrainingText } from '#contract/ai/ai-training.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { leads as leadPage } from '#contract/leads/leads.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import {
  FAKE_MODEL,
  type FakeOpenAi,
  type FakeRequest,
  honestly,
  startFakeOpenAi,
} from '#server/testing/fake-vendors/openai.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { spentBySource } from '#server/testing/spent-by-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let fake: FakeOpenAi
beforeAll(async () => {
  fake = await startFakeOpenAi()
  t = await testApp({ openAi: { baseUrl: fake.url, key: FAKE_KEY, model: FAKE_MODEL } })
})
afterAll(async () => {
  await t?.close()
  await fake?.close()
})
beforeEach(() => {
  fake.behave(honestly)
  fake.log.length = 0
})

const ALL = { filters: {} }
const some = (...types: PromptType[]) => types.map((prompt_type) => ({ prompt_type }))
const shops = (user: TestUser, count: number) =>
  seedList(t, user, {
    type: 'local',
    leads: Array.from({ length: count }, (_, n) => ({
      values: {
        name: `Bakery ${n}`,
        category: 'shop/bakery',
        city: 'Leeds',
        country: 'GB',
        domain: `b${n}.example`,
      },
    })),
  })

async function write(user: TestUser, id: number, body: Partial<CallInput<typeof startAiText>['body']> = {}) {
  const input = {
    params: { type: 'local' as const, id },
    body: { selection: ALL, prompts: some('summary'), review: false, ...body },
  }
  const answer = await t.call(startAiText, input, user)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return t.finished(answer.body.data.run.id, user)
}
const rowsOf = async (user: TestUser, id: number) =>
  (await t.call(leadPage, { params: { type: 'local', id }, body: { limit: 200 } }, user)).body.data.toSorted(
    (a, b) => a.id - b.id,
  )
const textsOf = async (user: TestUser, query: CallInput<typeof aiTexts>['query']) =>
  (await t.call(aiTexts, { query: { limit: 200, ...query } }, user)).body.data

/** Tokens billed by the vendor for answers that became texts. */
const billed = (isGood: (text: string) => boolean) =>
  fake.log
    .filter(({ text }) => isGood(text))
    .reduce((sum, { prompt, completion }) => sum + prompt + completion, 0)

describe('texts about leads', () => {
  it('writes all seven types on five leads, charged with the tokens of the vendor, rounded once', async () => {
    const user = await t.account({ aiRate: 7, credits: 100_000 })
    const list = await shops(user, 5)
    const run = await write(user, list.id, { prompts: some(...PROMPT_TYPES) })
    expect(run).toMatchObject({ state: 'succeeded', counts: { written: 35, tokens: fake.tokens() } })
    expect(run.cost).toBe(Math.ceil((fake.tokens() * 7) / 1000))
    expect(await spentBySource(t, user)).toEqual({ openai: run.cost })
    const rows = await rowsOf(user, list.id)
    for (const { values } of rows)
      for (const type of PROMPT_TYPES) expect(values[`ai_${type}`]).toBe(`Name: ${values.name}. City: Leeds.`)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('writes no claim without a source into a row, and charges nothing for failures', async () => {
    const user = await t.account({ aiRate: 10, credits: 10_000 })
    const list = await shops(user, 12)
    const invented = {
      text: 'They won the Golden Crust in 2021.',
      citations: [{ source: 'lead', quote: 'City: Leeds' }],
    }
    const uncited = { text: 'They employ 250 people.' }
    const forged = { text: 'They employ 250 people.', citations: [{ source: 'lead', quote: 'Staff: 250' }] }
    const honest = (request: FakeRequest) =>
      JSON.parse((honestly(request) as { text: string }).text).sentences
    const nth = (request: FakeRequest) => Number(/Bakery (\d+)/.exec(request.prompt)?.[1])
    fake.behave((request) => {
      const kind = nth(request) % 6
      if (kind === 0)
        return { text: JSON.stringify({ sentences: [...honest(request), invented, uncited, forged] }) }
      if (kind === 1) return { text: 'Sure! Here is a summary: they are the best bakery in town.' }
      if (kind === 2) return { fault: 'rubbish' }
      if (kind === 3) return { fault: 'midway' }
      if (kind === 4) return { text: JSON.stringify({ sentences: [invented, uncited] }) }
      return { fault: 'rate_limited' }
    })
    const run = await write(user, list.id)
    expect(run.counts).toMatchObject({ written: 2, no_signal: 2, failed: 8 })
    expect(run.counts.tokens).toBe(billed((text) => text.includes('City: Leeds.')))
    expect(run.cost).toBe(Math.ceil((run.counts.tokens ?? 0) / 100))
    const written = (await rowsOf(user, list.id)).flatMap(({ values }) => values.ai_summary ?? [])
    expect(written).toEqual(['Name: Bakery 0. City: Leeds.', 'Name: Bakery 6. City: Leeds.'])
    const texts = await textsOf(user, { run_id: run.id })
    expect(texts.find(({ state }) => state === 'written')?.dropped.map(({ reason }) => reason)).toEqual([
      'number',
      'no_source',
      'not_in_source',
    ])
    expect(
      texts
        .map(({ reason }) => reason)
        .filter(Boolean)
        .toSorted(),
    ).toEqual([
      ...Array(2).fill('bad_format'),
      ...Array(2).fill('bad_response'),
      ...Array(2).fill('rate_limited'),
      ...Array(2).fill('unavailable'),
    ])
    await expectSettledBooks(t.app.database.db, user.accountId)

    fake.behave(honestly)
    const repeated = await t.call(retryAiText, { params: { id: run.id } }, user)
    const second = await t.finished(repeated.body.data.run.id, user)
    expect(second).toMatchObject({ total: 8, counts: { written: 8 } })
    expect((await t.call(retryAiText, { params: { id: second.id } }, user)).status).toBe(409)
  })

  it('rewrites the rest of a run once: text of a later run is neither charged nor overwritten', async () => {
    const user = await t.account({ aiRate: 10, credits: 10_000 })
    const list = await shops(user, 10)
    fake.behave(() => ({ fault: 'rubbish' }))
    const first = await write(user, list.id)
    expect(first.counts).toMatchObject({ failed: 10 })
    const rest = { run_id: first.id, unwritten: 'yes' as const }
    expect(await textsOf(user, rest)).toHaveLength(10)
    fake.behave((request) => (/Bakery 9\b/.test(request.prompt) ? { fault: 'rubbish' } : honestly(request)))
    const pressed = () => t.call(retryAiText, { params: { id: first.id } }, user)
    const [one, other] = await Promise.all([pressed(), pressed()])
    expect([one.status, other.status].toSorted()).toEqual([201, 409])
    const started = one.status === 201 ? one : other
    const second = await t.finished(started.body.data.run.id, user)
    expect(second.counts).toMatchObject({ written: 9, failed: 1 })

    expect(await textsOf(user, rest)).toHaveLength(1)
    fake.behave(honestly)
    const third = await t.finished((await pressed()).body.data.run.id, user)
    expect(third).toMatchObject({ total: 1, counts: { written: 1 } })
    expect(await textsOf(user, rest)).toEqual([])
    expect((await pressed()).status).toBe(409)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it("reports that the vendor's quota is used up, and keeps finished texts", async () => {
    const user = await t.account({ aiRate: 10 })
    const list = await shops(user, 16)
    fake.behave((request) => (/Bakery [0-4]\b/.test(request.prompt) ? honestly(request) : { fault: 'quota' }))
    const run = await write(user, list.id)
    expect(run).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('quota') } })
    expect((run.counts.written ?? 0) + (run.counts.not_tried ?? 0)).toBe(16)
    expect(run.counts.tokens ?? 0).toBe(fake.tokens())
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('ends when the model is unreachable, however many leads are left', async () => {
    const user = await t.account({ aiRate: 10 })
    const list = await shops(user, 40)
    fake.behave((request) => (/Bakery 0\b/.test(request.prompt) ? honestly(request) : { fault: 'down' }))
    const run = await write(user, list.id)
    expect(run).toMatchObject({
      state: 'failed',
      error: { code: 'source_failed', message: expect.stringContaining('couldn’t reach') },
    })
    const { written = 0, failed = 0, not_tried = 0 } = run.counts
    expect([written, written + failed + not_tried]).toEqual([1, 40])
    expect(not_tried).toBeGreaterThan(20)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('stops when the credits are spent, and never costs more than quoted', async () => {
    const user = await t.account({ aiRate: 1000, credits: 10_000 })
    const list = await shops(user, 20)
    const run = await write(user, list.id, { max_cost: 1500 })
    expect(run.cost).toBeLessThanOrEqual(1500)
    expect(run.counts.written).toBeGreaterThan(0)
    expect(run.counts.not_tried).toBeGreaterThan(0)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('shows what the model claims about unverified sentences, but does not accept them', async () => {
    const user = await t.account({ aiRate: 10, credits: 1000 })
    const list = await shops(user, 3)
    const guess = { text: 'They run a shop in Leeds.', citations: [{ source: 'lead', quote: 'City: Leeds' }] }
    fake.behave((request) => {
      if (!request.system.startsWith('You compare')) {
        const { sentences } = JSON.parse((honestly(request) as { text: string }).text)
        return { text: JSON.stringify({ sentences: [...sentences, guess] }) }
      }
      const { index } = request
      return index % 3 === 0
        ? { fault: 'rubbish' }
        : { text: JSON.stringify({ supported: [index % 3 === 1] }) }
    })
    const run = await write(user, list.id, { model_check: true })
    expect(run.counts).toMatchObject({ written: 3, to_review: 3 })
    const checks = fake.log.filter(({ prompted: request }) => request.system.startsWith('You compare'))
    const output = checks.map(({ text }) => (text.includes('true') ? 'supported' : 'not_supported'))
    const texts = await textsOf(user, { run_id: run.id })
    for (const { sentences } of texts)
      expect(sentences.map(({ state, opinion }) => (state === 'quoted' ? opinion : undefined))).toEqual(
        sentences.map(() => undefined),
      )
    const shown = texts.flatMap(({ sentences }) => sentences.flatMap(({ opinion }) => opinion ?? []))
    expect(shown.toSorted()).toEqual(output.toSorted())
    expect(run.counts.tokens).toBe(fake.tokens())
    expect((await rowsOf(user, list.id)).map(({ values }) => values.ai_summary ?? null)).toEqual([
      null,
      null,
      null,
    ])
    await expectSettledBooks(t.app.database.db, user.accountId)
    fake.log.length = 0
    await write(user, list.id)
    expect(fake.log.some(({ prompted: request }) => request.system.startsWith('You compare'))).toBe(false)
  })

  it('shows tokens and credits before, and a quote requires the same request', async () => {
    const user = await t.account({ aiRate: 10 })
    const list = await shops(user, 3)
    const options = { selection: ALL, prompts: some('summary', 'subject') }
    const quote = await t.call(quoteAiText, { body: { type: 'local', list_id: list.id, ...options } }, user)
    expect(quote.body.data).toMatchObject({ leads: 3, texts: 6, provider: 'openai', level: 'platform' })
    const { tokens, credits, id } = quote.body.data
    expect(credits.max).toBe(Math.ceil((tokens.max * 10) / 1000))
    const run = await write(user, list.id, { ...options, quote_id: id })
    expect(run.counts.tokens).toBeLessThan(tokens.max)
    expect(run.counts.tokens).toBeGreaterThan(tokens.expected / 3)
  })

  it('searches the training by meaning for quotes and starts, outside their transactions', async () => {
    const user = await t.account({ aiRate: 0, modules: ['leads', 'ai_suggest'] })
    const list = await shops(user, 2)
    const training = { title: 'Ovens', html: 'We repair ovens of a bakery in Leeds.' }
    expect((await t.call(createTrainingText, { body: training }, user)).status).toBe(201)
    const options = { selection: ALL, prompts: some('summary') }
    const embedded = () => fake.requests.filter(({ path }) => path === '/v1/embeddings').length
    const before = embedded()
    await t.call(quoteAiText, { body: { type: 'local', list_id: list.id, ...options } }, user, {
      key: 'quote',
    })
    const quoted = embedded()
    expect(quoted).toBeGreaterThan(before)
    const input = {
      params: { type: 'local' as const, id: list.id },
      body: options,
    }
    const release = fake.hold()
    const started = await t.call(startAiText, input, user, { key: 'start' })
    expect(embedded()).toBeGreaterThan(quoted)
    release()
    await t.finished(started.body.data.run.id, user)
  })

  it('can be stopped', async () => {
    const user = await t.account({ aiRate: 10 })
    const list = await shops(user, 12)
    const release = fake.hold()
    const started = await t.call(
      startAiText,
      { params: { type: 'local', id: list.id }, body: { selection: ALL, prompts: some('summary') } },
      user,
    )
    const { id } = started.body.data.run
    await expect.poll(() => fake.requests.length).toBeGreaterThan(0)
    await t.call(cancelRun, { params: { id } }, user)
    const run = await t.finished(id, user)
    release()
    expect(run).toMatchObject({ state: 'cancelled', cost: 0, counts: { not_tried: 12 } })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})

describe('review', () => {
  it('keeps texts out of the row until a person accepts, edits or rejects them', async () => {
    const user = await t.account({ aiRate: 10 })
    const list = await shops(user, 4)
    const run = await write(user, list.id, { review: true })
    expect((await rowsOf(user, list.id)).some(({ values }) => values.ai_summary)).toBe(false)
    const [first, second, third] = await textsOf(user, { list_id: list.id, review: 'open' })
    expect(first?.sentences).toMatchObject([
      { state: 'quoted', citations: [{ kind: 'field', quote: 'Name: Bakery 0' }] },
      { state: 'quoted', citations: [{ kind: 'field', quote: 'City: Leeds' }] },
    ])
    const decide = (decision: 'accept' | 'reject', ids: number[]) =>
      t.call(reviewAiTexts, { body: { decision, ids } }, user)
    expect((await decide('accept', [first?.id ?? 0])).body).toMatchObject({ count: 1 })
    expect((await decide('accept', [first?.id ?? 0])).body).toMatchObject({ count: 0 })
    await decide('reject', [second?.id ?? 0])
    const edited = await t.call(
      editAiText,
      { params: { id: third?.id ?? 0 }, body: { text: 'Name: Bakery 2. City: Leeds. I know it well.' } },
      user,
    )
    expect(edited.body.data).toMatchObject({
      review: 'edited',
      sentences: [{ citations: [{}] }, { citations: [{}] }, { state: null, citations: [] }],
    })
    const rows = await rowsOf(user, list.id)
    expect(rows.map(({ values }) => values.ai_summary ?? null)).toEqual([
      'Name: Bakery 0. City: Leeds.',
      null,
      'Name: Bakery 2. City: Leeds. I know it well.',
      null,
    ])
    const [last] = await textsOf(user, { run_id: run.id, review: 'open' })
    const rewritten = await t.call(regenerateAiTexts, { body: { ids: [last?.id ?? 0] } }, user)
    await t.finished(rewritten.body.data.run.id, user)
    const open = await textsOf(user, { list_id: list.id, review: 'open' })
    expect(open.map(({ lead_id, run_id }) => [lead_id, run_id])).toEqual([
      [last?.lead_id, rewritten.body.data.run.id],
    ])
    expect(
      (await t.call(reviewAiTexts, { body: { decision: 'accept', list_id: list.id } }, user)).body,
    ).toMatchObject({
      count: 1,
      left: 0,
    })
  })

  it('requires text that repeats a clause of its source, whatever the instructions say', async () => {
    const user = await t.account({ aiRate: 10 })
    const list = await shops(user, 2)
    const free = {
      text: 'The bakery can be found in Leeds.',
      citations: [{ source: 'lead', quote: 'City: Leeds' }],
    }
    fake.behave((request) =>
      /Bakery 1\b/.test(request.prompt) ? { text: JSON.stringify({ sentences: [free] }) } : honestly(request),
    )
    const run = await write(user, list.id)
    expect(run.counts).toMatchObject({ written: 2, to_review: 1 })
    const written = async () => (await rowsOf(user, list.id)).map(({ values }) => values.ai_summary ?? null)
    expect(await written()).toEqual(['Name: Bakery 0. City: Leeds.', null])
    const [open] = await textsOf(user, { list_id: list.id, review: 'open' })
    expect(open).toMatchObject({
      text: free.text,
      sentences: [{ state: 'not_verified', citations: [{ quote: 'City: Leeds' }] }],
    })
    await t.call(reviewAiTexts, { body: { decision: 'accept', ids: [open?.id ?? 0] } }, user)
    expect(await written()).toEqual(['Name: Bakery 0. City: Leeds.', free.text])
  })

  it('shows a preview of five rows, two versions side by side, and changes none', async () => {
    const user = await t.account({ aiRate: 10 })
    const list = await shops(user, 9)
    const run = await write(user, list.id, { preview: true, prompts: some('summary', 'summary') })
    expect(run).toMatchObject({ total: 10, counts: { written: 10 } })
    expect((await rowsOf(user, list.id)).some(({ values }) => values.ai_summary)).toBe(false)
    expect((await textsOf(user, { run_id: run.id })).every(({ review }) => review === 'preview')).toBe(true)
  })
})

describe('without a model', () => {
  it('writes differing texts from fields and facts for free, and says so', async () => {
    const user = await t.account()
    const list = await shops(user, 2)
    const body = { type: 'local' as const, list_id: list.id, selection: ALL, prompts: some(...PROMPT_TYPES) }
    // Only what templates can write: a summary and a first line each.
    expect((await t.call(quoteAiText, { body }, user)).body.data).toMatchObject({ leads: 2, texts: 4 })
    const run = await write(user, list.id, { prompts: some(...PROMPT_TYPES) })
    // Of a bakery only its trade and town are known: no first line, and no text of the kinds that only a model
    // writes.
    expect(run).toMatchObject({ cost: 0, counts: { written: 2, no_signal: 12 } })
    const [row] = await rowsOf(user, list.id)
    expect(row?.values).toMatchObject({ ai_summary: 'Bakery 0 is listed as Bakery in Leeds.' })
    expect((await textsOf(user, { run_id: run.id }))[0]).toMatchObject({ provider: 'template', tokens: 0 })
    expect(fake.log).toEqual([])
    const requested = await t.call(
      startAiText,
      {
        params: { type: 'local', id: list.id },
        body: { selection: ALL, prompts: some('summary'), provider: 'openai' },
      },
      user,
    )
    expect(requested.status).toBe(409)
  })
})
