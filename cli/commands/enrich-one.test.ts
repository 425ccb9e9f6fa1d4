import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let sent: unknown
let asked = 0
const result = (state: 'working' | 'found') => ({
  want: 'email',
  state,
  reason: null,
  run_id: 9,
  cost: state === 'found' ? 1 : 0,
  values:
    state === 'found'
      ? [
          {
            field: 'email',
            value: 'ann@acme.example',
            source: 'hunter',
            url: null,
            confidence: 0.9,
            observed_at: null,
          },
        ]
      : [],
})
const reply = (state: 'working' | 'found') => ({
  data: {
    id: 4,
    state: state === 'found' ? 'done' : 'working',
    list_id: 12,
    lead_id: 5,
    credits: null,
    cost: state === 'found' ? 1 : 0,
    results: [result(state)],
    callback: null,
  },
})

beforeEach(async () => {
  asked = 0
  bench = await createBench({
    'enrich.one': (request) => {
      sent = request.body
      return { status: 202, json: reply('working') }
    },
    'enrich.show': () => {
      asked += 1
      return { json: reply(asked < 2 ? 'working' : 'found') }
    },
  })
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

it('sends what is known, waits until it is done, and prints what was found', async () => {
  const line = ['--name', 'Ann Lee', '--domain', 'acme.example', '--value', 'city=Faro']
  const answer = await bench.run(['enrich', 'one', ...line, '--want', 'email', '--max-cost', '2', '--json'])
  expect(answer.code, answer.stderr).toBe(0)
  expect(JSON.parse(answer.stdout)).toMatchObject({ state: 'done', cost: 1 })
  expect(sent).toMatchObject({
    type: 'people',
    values: { name: 'Ann Lee', domain: 'acme.example', city: 'Faro' },
    want: ['email'],
    max_cost: 2,
    dry_run: false,
  })
  expect(asked).toBe(2)
  const text = await bench.run(['enrich', 'one', '--email', 'ann@acme.example'])
  expect(text.stdout, text.stderr).toContain('ann@acme.example  hunter')
})

it.each([[[]], [['--name', 'Ann', '--want', 'shoes']], [['--value', 'Ann']]])('explains %j', async (line) => {
  const { code, stderr } = await bench.run(['enrich', 'one', ...line])
  expect([code, stderr]).toEqual([2, expect.not.stringMatching(/^$/)])
})
