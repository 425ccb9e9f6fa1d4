import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const line = {
  id: 7,
  name: 'Pro',
  version: 2,
  state: 'published',
  has_draft: false,
  modules: ['leads'],
  credits: 500,
  seats: null,
  price_minor: 4900,
  currency: 'USD',
  period: 'month',
  customers: 3,
  is_public: true,
  problem: null,
}
const handlers: FakeHandlers = {
  'packages.create': () => ({
    status: 201,
    json: { data: { id: 7, version: 1 }, message: 'Package published' },
  }),
  'packages.index': () => ({
    json: { data: [line], currentPage: 1, pageSize: 200, total: 1, next_cursor: null },
  }),
}
beforeEach(async () => {
  bench = await createBench(handlers)
})
afterEach(() => bench.close())

it('creates a package with modules and a price', async () => {
  const args = ['--name', 'Pro', '--credits', '500', '--modules', 'leads,ai_suggest', '--price', '49.00']
  const { code, stdout } = await bench.run(['packages', 'create', ...args, '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { id: 7, version: 1 }])
  expect(bench.server.callsTo('packages.create')[0]?.body).toEqual({
    name: 'Pro',
    publish: true,
    credits: 500,
    modules: ['leads', 'ai_suggest'],
    price_minor: 4900,
    currency: 'USD',
    period: 'month',
  })
})

it('refuses a module that is never sold and an amount the currency does not have, before any request', async () => {
  const create = (...args: string[]) => bench.run(['packages', 'create', '--name', 'X', ...args])
  expect((await create('--modules', 'admin')).code).toBe(2)
  const { code, stderr } = await create('--price', '1.5', '--currency', 'JPY')
  expect([code, stderr]).toEqual([2, expect.stringContaining('--price must be an amount of JPY')])
  expect(bench.server.callsTo('packages.create')).toEqual([])
})

it('lists packages', async () => {
  const { stdout } = await bench.run(['packages', 'list', '--json'])
  expect(JSON.parse(stdout)).toEqual({ data: [line] })
})
