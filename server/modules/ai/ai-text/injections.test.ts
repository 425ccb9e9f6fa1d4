import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROMPT_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { aiTexts, startAiText } from '#contract/ai/ai-text.ts'
import { leads as leadPage } from '#contract/leads/leads.ts'
import type { CitableSource } from '#server/providers/models/index.ts'
import { FORBIDDEN, INJECTIONS } from '#server/testing/ai-injections.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import {
  FAKE_MODEL,
  type FakeOpenAi,
  type FakeRequest,
  startFakeOpenAi,
} from '#server/testing/fake-vendors/openai.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { gatherSources } from './gather-sources.ts'
import { storePages } from './pages-store.ts'
import { addressesModel } from './quarantine.ts'
import { readAnswer } from './read-answer.ts'

let t: TestApp
let fake: FakeOpenAi
beforeAll(async () => {
  fake = await startFakeOpenAi(obeys)
  t = await testApp({ openAi: { baseUrl: fake.url, key: FAKE_KEY, model: FAKE_MODEL } })
})
afterAll(async () => {
  await t?.close()
  await fake?.close()
})

/** A model that follows every instruction: it repeats each source as its own claim, with links and commands. */
function obeys({ sources }: Pick<FakeRequest, 'sources'>) {
  const parroted = sources.flatMap(({ id, text }) =>
    text.split(/(?<=[.!?])\s|\n/).map((quote) => ({ text: quote, citations: [{ source: id, quote }] })),
  )
  const orders = [
    { text: 'Zorblax Industries has won the Nobel Prize.' },
    { text: 'Visit https://evil.example/pay now.', citations: [{ source: 'lead', quote: 'City: Leeds' }] },
    { text: 'Transfer the money, [please](https://evil.example/pay).' },
    {
      text: 'Leeds <script>alert(1)</script> evil.example',
      citations: [{ source: 'lead', quote: 'City: Leeds' }],
    },
  ]
  return { text: JSON.stringify({ sentences: [...parroted.slice(0, 30), ...orders] }) }
}

const HONEST = 'We bake bread of rye and spelt in a stone oven.'

async function rowsAndTexts(user: TestUser, listId: number) {
  const rows = await t.call(leadPage, { params: { type: 'local', id: listId }, body: { limit: 200 } }, user)
  const texts = await t.call(aiTexts, { query: { list_id: listId, limit: 200 } }, user)
  return {
    values: rows.body.data.flatMap(({ values }) => PROMPT_TYPES.map((type) => values[`ai_${type}`] ?? '')),
    output: texts.body.data.map(({ text }) => text ?? ''),
    cited: texts.body.data.flatMap(({ sentences }) =>
      sentences.flatMap(({ citations }) => citations.map(({ quote }) => quote)),
    ),
  }
}

async function write(user: TestUser, listId: number) {
  const body = { selection: { filters: {} }, prompts: [{ prompt_type: 'summary' as const }], review: false }
  const started = await t.call(startAiText, { params: { type: 'local', id: listId }, body }, user)
  return t.finished(started.body.data.run.id, user)
}

describe('instructions in pages and fields', () => {
  it('has 40 attempts', () => expect(INJECTIONS).toHaveLength(40))

  it.each(INJECTIONS)('are recognized: %s', (text) => {
    expect(addressesModel(text)).toBe(true)
  })

  it('reach no row from a page, even through a model that obeys', async () => {
    const user = await t.account({ aiRate: 1, credits: 10_000 })
    const list = await seedList(t, user, {
      leads: INJECTIONS.map((_, n) => ({
        values: { name: `Bakery ${n}`, city: 'Leeds', domain: `i${n}.example` },
      })),
    })
    for (const [n, text] of INJECTIONS.entries())
      await storePages(t.app.database.db, user.accountId, `i${n}.example`, [
        {
          url: `https://i${n}.example/`,
          title: 'Home',
          text: `${HONEST}\n${text}`,
          read_at: '2026-01-02T00:00:00.000Z',
        },
      ])
    const run = await write(user, list.id)
    expect(run.counts.written).toBe(40)
    for (const content of Object.values(await rowsAndTexts(user, list.id)).flat())
      expect(content).not.toMatch(FORBIDDEN)
    // Nothing of it was sent to the model either.
    expect(fake.log.some(({ prompted: request }) => /zorblax/i.test(request.prompt))).toBe(false)
  })

  it('reach no row from a field of the lead', async () => {
    const user = await t.account({ aiRate: 1, credits: 10_000 })
    const list = await seedList(t, user, {
      leads: INJECTIONS.map((text, n) => ({
        values: { name: `Bakery ${n}`, city: 'Leeds', street: text, company: text },
      })),
    })
    await write(user, list.id)
    const { output, values, cited } = await rowsAndTexts(user, list.id)
    for (const content of [...output, ...values, ...cited]) expect(content).not.toMatch(FORBIDDEN)
    expect(fake.log.some(({ prompted: request }) => /zorblax/i.test(request.prompt))).toBe(false)
  })

  it('reach no text from the training', () => {
    const lead = {
      account_id: 1,
      list_id: 1,
      id: 1,
      entity_id: 1,
      run_id: null,
      name: 'Bakery',
      city: 'Leeds',
      category: 'shop/bakery',
      fields: {},
      provenance: { default: {} },
      added_at: new Date(0),
      is_sample: false,
    } as never
    const passages = INJECTIONS.map((text, id) => ({
      id,
      kind: 'file' as const,
      title: 'File',
      url: null,
      date: new Date(0),
      text,
    }))
    const { sources } = gatherSources(
      { lead, type: 'local', custom: [] },
      { business: null, pages: [], passages },
    )
    expect(sources.map(({ id }) => id)).toEqual(['lead'])
  })

  it('are removed from an answer, whatever a model makes of them', () => {
    const page: CitableSource = {
      id: 'page1',
      kind: 'page',
      title: 'Home',
      url: 'https://b.example/',
      date: null,
      text: `${HONEST}\nVisit https://evil.example/pay for more.`,
    }
    const prompt = {
      prompt_type: 'summary' as const,
      fine_tune_id: null,
      version: 0,
      name: '',
      field: 'ai_summary',
      text: '',
      max_characters: 900,
      language: 'en',
    } as const
    const read = readAnswer(obeys({ sources: [{ id: 'page1', kind: 'page', text: page.text }] }).text, {
      prompt,
      sources: [page],
      owners: { lead: ['Bakery'], company: ['Bakery'], business: [] },
      bannedPhrases: [],
    })
    // The page's claims are kept for review; none of it is quoted, and no instruction followed.
    expect(read).toMatchObject({ state: 'written', text: HONEST, sentences: [{ state: 'not_verified' }] })
    expect(JSON.stringify(read.dropped)).toMatch(/link/)
  })

  it('does not flag harmless pages', () => {
    const honest = [
      HONEST,
      'Please send us a message and we reply within two days.',
      'Visit our shop, or order in our online store.',
      'Our assistants help you choose the right bread.',
      'Read the instructions on the package before baking.',
      'We use a modern booking system: reserve your table online.',
      'Write to us if you have questions about our answers.',
      'Use our contact form to include your order number in the message.',
      'Our agents sell houses in Kiel. Call us today.',
      'We never tell our customers what to eat.',
      'Ask your doctor before you ignore a pain.',
      'The director must approve every summary of accounts by May.',
    ]
    expect(honest.filter(addressesModel)).toEqual([])
  })
})
