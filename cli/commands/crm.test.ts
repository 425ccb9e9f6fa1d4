import { afterEach, beforeEach, expect, it } from 'vitest'
import { runReply } from '../testing/sample-replies.ts'
import { listReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let sent: Record<string, unknown>
const connection = {
  id: 3,
  crm: 'ghl',
  label: 'Fox Agency',
  way: 'token',
  hint: 'abcd',
  account: 'loc1',
  state: 'ready',
  problem: null,
  sent: 2,
  created_at: '2026-01-02T03:04:05.000Z',
  tested_at: null,
}
const field = { key: 'email', label: 'Email', kind: 'email', is_custom: false, options: [] }
const entry = {
  lead_id: 5,
  name: 'Ann Lee',
  crm: 'ghl',
  connection_id: 3,
  connection: 'Fox Agency',
  state: 'sent',
  remote_id: 'ghl000001',
  campaign: null,
  link: null,
  sent: { email: 'a@fox.example' },
  stored: null,
  tags: [],
  dropped: [],
  error: null,
  times: 1,
  run_id: 9,
  sent_at: null,
  updated_at: '2026-01-02T03:04:05.000Z',
}
let kind: 'crm' | 'crm_preview' = 'crm'
const COUNTS = {
  crm: { created: 2, updated: 1, skipped: 1 },
  crm_preview: { create: 2, update: 1, skip: 1, conflict: 1 },
}
const started = (name: 'crm' | 'crm_preview') => (request: { body: unknown }) => {
  sent = { body: request.body }
  kind = name
  const run = runReply({ kind, state: 'queued', done: 0, counts: {} })
  return { status: 201, json: { data: { run, list_id: 12 }, message: 'Started' } }
}

beforeEach(async () => {
  sent = {}
  bench = await createBench({
    'lists.show': ({ params }) => ({ json: listReply(Number(params.id), 'people') }),
    'crm.connect': (request) => {
      sent = { body: request.body }
      return { status: 201, json: { data: connection, message: 'Connected' } }
    },
    'crm.connections': () => ({ json: { data: [connection], offered: [] } }),
    'crm.fields': () => ({ json: { data: [field] } }),
    'crm.preview': started('crm_preview'),
    'crm.push': started('crm'),
    'crm.rows': () => ({ json: { data: { connection_id: 3, paused: null, counts: {}, rows: [] } } }),
    'crm.ledger': () => ({
      json: { data: [entry], currentPage: 1, pageSize: 100, total: 1, next_cursor: null, retry: null },
    }),
    'crm.wins': () => ({
      json: {
        data: {
          sign: 'won',
          signs: [{ id: 'won', label: 'A won deal' }],
          read_at: null,
          problem: null,
          won: 2,
        },
      },
    }),
    'crm.saveWins': (request) => {
      sent = { body: request.body }
      return { json: { success: true, message: 'Saved' } }
    },
    'crm.readWins': () => ({ json: { won: 1, message: '1 lead won' } }),
    'runs.show': () => ({ json: { data: runReply({ kind, counts: COUNTS[kind], cost: 0 }) } }),
  })
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

const answer = async (...args: string[]) => {
  const { code, stdout, stderr } = await bench.run(['crm', ...args, '--json'])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

it('connects by token or by address, and prints the id', async () => {
  expect(await answer('connect', 'ghl', '--token', 'secret', '--location', 'loc1')).toEqual({ id: 3 })
  expect(sent.body).toEqual({ crm: 'ghl', token: 'secret', location: 'loc1' })
  await answer('connect', 'zapier', '--url', 'https://hooks.zapier.com/hooks/catch/1/a/')
  expect(sent.body).toEqual({ crm: 'zapier', url: 'https://hooks.zapier.com/hooks/catch/1/a/' })
  expect((await bench.run(['crm', 'connect', 'other'])).code).toBe(2)
})

it('previews and pushes with the counts of each', async () => {
  expect(await answer('preview', '12', '--connection', '3')).toEqual({
    create: 2,
    update: 1,
    skip: 1,
    conflict: 1,
  })
  const pushed = await answer(
    'push',
    '12',
    '--connection',
    '3',
    '--tags',
    'A,B',
    '--policy',
    'newer',
    '--only-new',
  )
  expect(pushed).toEqual({ run_id: expect.any(Number), created: 2, updated: 1, skipped: 1, failed: 0 })
  expect(sent.body).toMatchObject({
    connection_id: 3,
    tags: ['A', 'B'],
    policy: 'newer',
    only_new: true,
    selection: { filters: {} },
  })
  expect((await bench.run(['crm', 'push', '12'])).code).toBe(2)
})

it('lists connections, fields and the ledger', async () => {
  expect((await answer('list')).data).toMatchObject([{ id: 3 }])
  expect((await answer('fields', '3')).data).toEqual([field])
  expect(await answer('ledger', '12')).toMatchObject({
    data: [{ lead_id: 5, remote_id: 'ghl000001' }],
    total: 1,
  })
})

it('shows what marks leads as won, chooses it, reads now and turns it off', async () => {
  expect(await answer('wins', '3')).toMatchObject({ id: 3, sign: 'won', won: 2 })
  expect(sent).toEqual({})
  expect(await answer('wins', '3', '--won-by', 'won', '--read')).toMatchObject({ marked: 1 })
  expect(sent.body).toEqual({ sign: 'won' })
  await answer('wins', '3', '--off')
  expect(sent.body).toEqual({ sign: null })
  expect((await bench.run(['crm', 'wins', '3', '--off', '--read'])).code).toBe(2)
  expect((await bench.run(['crm', 'wins', '3'])).stdout).toContain('A won deal')
})
