import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let sent: unknown[]
const ADDED = {
  added: 2,
  already_listed: 0,
  unreadable: [],
  unreadable_count: 0,
  leads: 3,
  lists: 1,
  export_files: 0,
}

const ERASURE = {
  id: 1,
  run_id: 7,
  kind: 'email',
  state: 'succeeded',
  removed: { leads: 2 },
  erased_by: null,
  created_at: '2026-01-02T03:04:05.000Z',
}

beforeEach(async () => {
  sent = []
  bench = await createBench({
    'suppression.create': ({ raw }) => {
      sent.push(JSON.parse(String(raw)))
      return { json: { data: ADDED } }
    },
    'erasures.create': ({ raw }) => {
      sent.push(JSON.parse(String(raw)))
      return { json: { data: { ...ERASURE, state: 'running', removed: {} } } }
    },
    'runs.show': () => ({ json: { data: runReply({ kind: 'erasure', counts: { removed: 2 } }) } }),
    'erasures.show': () => ({ json: { data: ERASURE } }),
  })
})
afterEach(() => bench.close())

it('adds values from the command line or the first column of a file', async () => {
  const { stdout, code } = await bench.run(['suppress', 'add', 'a@b.example', 'c.example', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, ADDED])
  writeFileSync(join(bench.folder, 'out.csv'), 'x@y.example,1\n"z.example",2\n')
  await bench.run(['suppress', 'add', '--file', 'out.csv'])
  expect(sent).toEqual([{ values: ['a@b.example', 'c.example'] }, { values: ['x@y.example', 'z.example'] }])
})

it('erases a person and prints what was removed', async () => {
  const { stdout, code } = await bench.run(['erase', '--email', 'a@b.example', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { removed: { leads: 2 } }])
  expect((await bench.run(['erase'])).code).not.toBe(0)
  expect(sent).toEqual([{ email: 'a@b.example' }])
})
