import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { listReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const changed = { json: { success: true, count: 2, skipped: 1, undo_token: 9, message: '2 leads: won' } }
const handlers: FakeHandlers = {
  'lists.show': () => ({ json: listReply(3, 'local') }),
  'leads.status': () => changed,
  'leads.setValue': () => changed,
  'leads.add': () => ({ json: { data: { id: 4 }, is_new: true, undo_token: 9, message: 'Lead added' } }),
  'leads.move': () => ({ json: { ...changed.json, list: { id: 8, name: 'Best' } } }),
  'leads.undo': () => ({ json: { success: true, count: 1, left: 1, message: 'Undone for 1 lead' } }),
}
beforeEach(async () => {
  bench = await createBench(handlers)
})
afterEach(() => bench.close())

it('sets a status for chosen leads, and prints the undo token', async () => {
  const { code, stdout } = await bench.run([
    'leads',
    'status',
    '3',
    '--status',
    'won',
    '--ids',
    '4,5',
    '--json',
  ])
  expect([code, JSON.parse(stdout)]).toEqual([0, { count: 2, skipped: 1, undo_token: 9 }])
  expect(bench.server.callsTo('leads.status')[0]!.body).toEqual({
    selection: { resultIds: [4, 5] },
    status: 'won',
  })
})

it('sets a field of chosen leads, and an empty value clears it', async () => {
  const edit = (set: string) => bench.run(['leads', 'edit', '3', '--set', set, '--ids', '4,5', '--json'])
  const { code, stdout } = await edit('city=San Juan')
  expect([code, JSON.parse(stdout)]).toEqual([0, { count: 2, skipped: 1, undo_token: 9 }])
  await edit('city=')
  const selection = { resultIds: [4, 5] }
  expect(bench.server.callsTo('leads.setValue').map(({ body }) => body)).toEqual([
    { selection, field: 'city', value: 'San Juan' },
    { selection, field: 'city', value: null },
  ])
})

it('moves filtered leads to a new list', async () => {
  const args = ['leads', 'move', '3', '--new', 'Best', '--filter', '{"withEmail":1}']
  expect((await bench.run(args)).code).toBe(0)
  expect(bench.server.callsTo('leads.move')[0]!.body).toMatchObject({
    selection: { filters: { withEmail: 1 } },
    to: { new_list: 'Best' },
    copy: false,
  })
})

it('adds a lead manually', async () => {
  const args = ['leads', 'add', '3', '--set', 'website=https://a.example/?b=c', '--set', 'name=A', '--json']
  const { code, stdout } = await bench.run(args)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { is_new: true, undo_token: 9 }])
  expect(bench.server.callsTo('leads.add')[0]!.body).toEqual({
    values: { website: 'https://a.example/?b=c', name: 'A' },
  })
})

it('undoes a change by its token', async () => {
  const { code, stdout } = await bench.run(['leads', 'undo', '3', '9', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { count: 1, left: 1 }])
})

it.each([
  [['leads', 'status', '3', '--status', 'maybe'], '--status is one of'],
  [['leads', 'status', '3', '--status', 'won', '--filter', '{'], '--filter must be JSON'],
  [['leads', 'status', '3', '--status', 'won', '--filter', '{"x":1}'], '--filter'],
  [['leads', 'status', '3', '--status', 'won', '--ids', '1', '--filter', '{}'], 'not both'],
  [['leads', 'move', '3'], '--to LIST_ID or --new NAME'],
  [['leads', 'set', '3', '4', '--set', 'name'], 'field=VALUE'],
  [['leads', 'edit', '3', '--set', '=name'], 'field=VALUE'],
  [['leads', 'edit', '3', '--set', 'city=A', '--set', 'name=B'], 'once for each field'],
  [['leads', 'undo', '3', 'x'], 'TOKEN must be a number'],
])('%j is refused before any request', async (args, message) => {
  const { code, stderr } = await bench.run(args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(bench.server.calls).toEqual([])
})
