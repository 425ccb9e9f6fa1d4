import { afterEach, beforeEach, expect, it } from 'vitest'
import { runReply } from '../testing/sample-replies.ts'
import { listReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const bodies: Record<string, unknown> = {}

const started = (name: string) => (request: { body: unknown }) => {
  bodies[name] = request.body
  const run = runReply({ kind: 'waterfall', state: 'queued', done: 0, counts: {} })
  return { status: 201, json: { data: { run, list_id: 12, expected: 9, max_cost: 18 }, message: 'Started' } }
}
const step = { source: 'hunter', label: 'Hunter', tried: 9, found: 4, failed: 0, cost: 4, seconds: 0.2 }

beforeEach(async () => {
  bench = await createBench({
    'lists.show': ({ params }) => ({ json: listReply(Number(params.id), 'people') }),
    'waterfalls.start': started('start'),
    'waterfalls.getPhones': started('phones'),
    'people.findSimilar': started('similar'),
    'waterfalls.steps': () => ({
      json: { data: { tried: 9, found: 4, cost: 4, missed: {}, waiting: 0, steps: [step], rows: [] } },
    }),
    'runs.show': () => ({
      json: { data: runReply({ kind: 'waterfall', counts: { found: 4, delivered: 3 }, cost: 4 }) },
    }),
  })
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

it('waterfall prints what each source returned', async () => {
  const { code, stdout } = await bench.run(['waterfall', '12', '--want', 'email', '--dry-run', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    run_id: expect.any(Number),
    tried: 9,
    found: 4,
    cost: 4,
    steps: [{ source: 'hunter', tried: 9, found: 4, cost: 4 }],
  })
  expect(bodies.start).toMatchObject({ want: 'email', dry_run: true, selection: { filters: {} } })
})

it('phones print the same shape, and similar people require ids', async () => {
  const phones = await bench.run(['get-phones', '12', '--mobile-only', '--json'])
  expect([phones.code, bodies.phones]).toMatchObject([0, { mobile_only: true }])
  const similar = await bench.run(['find-similar', '12', '--ids', '3,4', '--limit', '5', '--json'])
  expect([similar.code, bodies.similar]).toEqual([0, { ids: [3, 4], limit: 5 }])
  expect((await bench.run(['find-similar', '12'])).code).not.toBe(0)
})

it('waterfall explains what is missing', async () => {
  const { code, stderr } = await bench.run(['waterfall', '12'])
  expect(code).not.toBe(0)
  expect(stderr).toContain('--want email')
})
