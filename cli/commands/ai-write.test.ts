import { afterEach, beforeEach, expect, it } from 'vitest'
import { runReply } from '../testing/sample-replies.ts'
import { listReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const bodies: Record<string, unknown> = {}
const span = { min: 0, expected: 900, max: 2000 }

const waiting = {
  id: 8,
  run_id: 4,
  list_id: 12,
  type: 'local',
  lead_id: 3,
  lead_name: 'Bakery',
  prompt: 0,
  version: 0,
  prompt_type: 'summary',
  prompt_name: 'Summary',
  field: 'ai_summary',
  state: 'written',
  reason: null,
  text: 'Bakery is in Leeds.',
  sentences: [],
  dropped: [],
  review: 'open',
  reviewed_by: null,
  reviewed_at: null,
  provider: 'template',
  tokens: 0,
  created_at: '2026-01-02T03:04:05.000Z',
}

beforeEach(async () => {
  bench = await createBench({
    'lists.show': ({ params }) => ({
      json: listReply(Number(params.id), params.id === '13' ? 'single' : 'local'),
    }),
    'aiText.start': (request) => {
      bodies.start = request.body
      const run = runReply({ kind: 'ai_text', state: 'queued', done: 0, counts: {} })
      return { status: 201, json: { data: { run, list_id: 12 }, message: 'Started' } }
    },
    'aiText.quote': (request) => {
      bodies.quote = request.body
      const data = {
        id: 1,
        leads: 3,
        texts: 6,
        provider: 'openai',
        level: 'platform',
        model: 'm',
        tokens: span,
        credits: span,
        credits_per_1000_tokens: 1,
        unit_cost: 1,
        available: 5000,
        expires_at: '2026-01-02T03:04:05.000Z',
      }
      return { status: 201, json: { data } }
    },
    'aiText.index': () => ({
      json: { data: [waiting], currentPage: 1, pageSize: 200, total: 1, next_cursor: null },
    }),
    'aiText.review': (request) => {
      bodies.review = request.body
      return { json: { success: true, count: 1, left: 0, message: '1 text accepted' } }
    },
    'runs.show': () => ({
      json: {
        data: runReply({
          kind: 'ai_text',
          counts: { written: 4, to_review: 1, no_signal: 1, failed: 1, tokens: 1234 },
          cost: 2,
        }),
      },
    }),
  })
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

it('writes texts and prints the results', async () => {
  const { code, stdout } = await bench.run([
    ...[
      'ai',
      'write',
      '12',
      '--prompts',
      'summary,first_line',
      '--limit',
      '3',
      '--provider',
      'template',
      '--json',
    ],
  ])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    run_id: expect.any(Number),
    written: 4,
    to_review: 1,
    no_signal: 1,
    failed: 1,
    tokens: 1234,
    cost: 2,
  })
  expect(bodies.start).toMatchObject({
    selection: { filters: {}, first: 3 },
    prompts: [{ prompt_type: 'summary' }, { prompt_type: 'first_line' }],
    provider: 'template',
    review: true,
  })
})

it('prints the price, and refuses unknown values', async () => {
  const quote = await bench.run(['ai', 'write', '12', '--prompts', 'summary', '--quote', '--json'])
  expect(JSON.parse(quote.stdout)).toMatchObject({ texts: 6, tokens: span })
  const unknown = await bench.run(['ai', 'write', '12', '--prompts', 'poem'])
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('poem')])
})

it('lists texts to review and accepts one', async () => {
  const { stdout } = await bench.run(['ai', 'review', '12', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ total: 1, data: [{ id: 8, text: 'Bakery is in Leeds.' }] })
  expect((await bench.run(['ai', 'review', '12', '--accept', 'all'])).code).toBe(0)
  expect(bodies.review).toEqual({ decision: 'accept', list_id: 12 })
  await bench.run(['ai', 'review', '12', '--reject', '8,9'])
  expect(bodies.review).toEqual({ decision: 'reject', ids: [8, 9] })
  expect((await bench.run(['ai', 'review', '12', '--accept', 'some'])).code).toBe(2)
})
