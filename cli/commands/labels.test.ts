import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { listReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const label = { id: 5, name: 'Hot', color: 'gray', rule: null, rule_ran_at: null, leads: 1, lists: 1 }
const hot = { ...label, created_at: '2026-01-01T00:00:00.000Z' }
const handlers: FakeHandlers = {
  'lists.show': () => ({ json: listReply(3, 'local') }),
  'labels.index': () => ({ json: { data: [hot] } }),
  'labels.create': (call) => ({ status: 201, json: { data: { ...hot, id: 6, ...(call.body as object) } } }),
  'leads.labels': () => ({
    json: { success: true, count: 2, skipped: 1, undo_token: 9, message: '2 leads labelled' },
  }),
  'lists.details': () => ({
    json: {
      data: { ...listReply(3, 'local').data, tags: ['a', 'b c'], lead_source: null },
      message: 'Saved',
    },
  }),
}
beforeEach(async () => {
  bench = await createBench(handlers)
})
afterEach(() => bench.close())
const bodyOf = (name: string) => bench.server.callsTo(name)[0]?.body
const json = async (...args: string[]) => {
  const { code, stdout } = await bench.run([...args, '--json'])
  return [code, JSON.parse(stdout)]
}

it('adds an existing label, ignoring case', async () => {
  const args = ['labels', 'add', '3', '--label', 'hot', '--filter', '{"withEmail":1}']
  const result = { label_id: 5, is_new: false, count: 2, skipped: 1, undo_token: 9 }
  expect(await json(...args)).toEqual([0, result])
  expect(bodyOf('leads.labels')).toMatchObject({ selection: { filters: { withEmail: 1 } }, add: [5] })
  expect(bodyOf('labels.create')).toBeUndefined()
})

it('creates a missing label', async () => {
  expect(await json('labels', 'add', '3', '--label', 'Cold', '--ids', '1,2')).toMatchObject([
    0,
    { label_id: 6, is_new: true },
  ])
  expect(bodyOf('labels.create')).toEqual({ name: 'Cold' })
  expect(bodyOf('leads.labels')).toEqual({ selection: { resultIds: [1, 2] }, add: [6] })
})

it('removes a label, and never creates one for that', async () => {
  expect(await json('labels', 'remove', '3', '--label', 'Hot')).toMatchObject([0, { label_id: 5 }])
  expect(bodyOf('leads.labels')).toMatchObject({ remove: [5] })
  const { code, stderr } = await bench.run(['labels', 'remove', '3', '--label', 'Cold'])
  expect(code).toBe(1)
  expect(stderr).toContain('There is no label "Cold"')
  expect(bench.server.callsTo('leads.labels')).toHaveLength(1)
})

it('lists labels', async () => {
  expect(await json('labels', 'list')).toEqual([0, { data: [hot] }])
})

it('sets only the given tags and source of a list', async () => {
  const result = { list_id: 3, tags: ['a', 'b c'], source: null }
  expect(await json('lists', 'tag', '3', '--tags', 'a, b c,', '--source', '')).toEqual([0, result])
  expect(bodyOf('lists.details')).toEqual({ id: 3, tags: ['a', 'b c'], source: null })
  await bench.run(['lists', 'tag', '3', '--tags', ''])
  expect(bench.server.callsTo('lists.details')[1]?.body).toEqual({ id: 3, tags: [] })
})

it.each([
  [['lists', 'tag', '3'], 'Pass --tags'],
  [['lists', 'tag', 'x', '--tags', 'a'], 'LIST_ID must be a number'],
  [['labels', 'add', '3'], '--label NAME is required'],
  [['labels', 'add', '3', '--label', 'a', '--ids', '1', '--filter', '{}'], 'not both'],
])('%j is refused before any request', async (args, message) => {
  const { code, stderr } = await bench.run(args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(bench.server.calls).toEqual([])
})
