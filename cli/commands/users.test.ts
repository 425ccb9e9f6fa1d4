import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const user = {
  id: 7,
  first_name: 'Ann',
  last_name: 'Hill',
  email: 'ann@fox.example',
  role: 'user',
  state: 'active',
  delete_at: null,
  credits: 1200,
  last_sign_in_at: null,
  account: { id: 3, name: 'Fox' },
}
const saved = (state: string, message: string) => ({ json: { data: { ...user, state }, message } })
const handlers: FakeHandlers = {
  'users.index': () => ({
    json: { data: [user], currentPage: 1, pageSize: 100, total: 1, next_cursor: null },
  }),
  'users.create': () => ({ status: 201, ...saved('active', 'User created') }),
  'users.act': () => saved('suspended', 'User suspended'),
  'reports.subscriptions': () => ({
    json: {
      data: {
        currencies: ['USD'],
        now: {},
        cohorts: [],
        months: [
          {
            month: '2026-11',
            new: 2,
            churned: 1,
            churn_rate: 0.5,
            active: 3,
            trials: 0,
            converted: 0,
            mrr: { USD: 4900 },
          },
        ],
      },
    },
  }),
}
beforeEach(async () => {
  bench = await createBench(handlers)
})
afterEach(() => bench.close())

it('users lists people by filters', async () => {
  const { stdout } = await bench.run(['users', 'list', '--search', 'fox.example', '--state', 'active'])
  expect(stdout).toContain('ann@fox.example')
  const { query } = bench.server.callsTo('users.index')[0]!
  expect([query.get('search'), query.get('state')]).toEqual(['fox.example', 'active'])
})

it('creates a person with a password, and suspends one with a reason', async () => {
  const args = ['--email', 'ann@fox.example', '--first-name', 'Ann', '--company', 'Fox']
  expect((await bench.run(['users', 'create', ...args])).code).toBe(2)
  const created = await bench.run([
    'users',
    'create',
    ...args,
    '--password',
    'a long one',
    '--modules',
    'leads',
    '--json',
  ])
  expect(JSON.parse(created.stdout)).toEqual({ id: 7, account_id: 3 })
  expect(bench.server.callsTo('users.create')[0]?.body).toEqual({
    email: 'ann@fox.example',
    first_name: 'Ann',
    password: 'a long one',
    company: 'Fox',
    modules: ['leads'],
  })
  const done = await bench.run(['users', 'suspend', '7', '--reason', 'Asked for it', '--json'])
  expect(JSON.parse(done.stdout)).toEqual({ id: 7, state: 'suspended' })
  expect(bench.server.callsTo('users.act')[0]?.body).toEqual({ action: 'suspend', reason: 'Asked for it' })
})

it('prints the subscriptions report', async () => {
  const { stdout } = await bench.run(['reports', 'subscriptions', '--months', '1'])
  expect(stdout).toMatch(/2026-11 +2 +1 +3 +0 +USD 49\.00/)
})
