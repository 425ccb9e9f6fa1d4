import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Bench, createBench } from '../testing/signed-in.ts'

const run = {
  id: 51,
  slot: '2026-11-03T09:00:00.000Z',
  is_manual: true,
  state: 'working',
  search_run_id: 310,
  leads: 4,
  cost: 4,
  matched: 4,
  steps: [],
  message: null,
  started_at: '2026-11-03T09:00:00.000Z',
  finished_at: null,
}
const autopilot = {
  id: 7,
  name: 'Bakeries',
  list_id: 12,
  list_name: 'Bakeries',
  type: 'local',
  every: 'day',
  at: '09:00',
  weekday: null,
  month_day: null,
  time_zone: 'Europe/Berlin',
  cap: null,
  month_cap: null,
  only_new: true,
  empty_limit: 3,
  steps: [],
  state: 'active',
  pause_reason: null,
  pause_message: null,
  paused_at: null,
  is_exhausted: false,
  next_runs: ['2026-11-04T08:00:00.000Z'],
  month_leads: 0,
  last_run: run,
  created_by: null,
  created_at: '2026-11-03T08:00:00.000Z',
  version: 1,
  updated_by: null,
  updated_at: '2026-11-03T08:00:00.000Z',
}
const paused = { ...autopilot, state: 'paused', pause_reason: 'person', next_runs: [] }
const label = { id: 5, name: 'Hot', color: 'gray', rule: null, rule_ran_at: null, leads: 1, lists: 1 }

let bench: Bench
beforeEach(async () => {
  bench = await createBench({
    'labels.index': () => ({ json: { data: [{ ...label, created_at: '2026-01-01T00:00:00.000Z' }] } }),
    'autopilots.create': () => ({ status: 201, json: { data: autopilot } }),
    'autopilots.index': () => ({
      json: { data: [autopilot], currentPage: 1, pageSize: 200, total: 1, next_cursor: null },
    }),
    'autopilots.run': () => ({ status: 201, json: { data: run, message: 'Started' } }),
    'autopilots.pause': () => ({ json: { data: paused } }),
    'autopilots.resume': () => ({ json: { data: autopilot } }),
  })
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})
const json = async (...args: string[]) => {
  const { code, stdout } = await bench.run(['autopilot', ...args, '--json'])
  return [code, JSON.parse(stdout)]
}
const body = () => bench.server.callsTo('autopilots.create')[0]?.body

it('creates an autopilot with caps and steps', async () => {
  const schedule = ['--every', 'week', '--at', '07:30', '--time-zone', 'Europe/Berlin']
  const caps = ['--cap', '50', '--month-cap', '400']
  const steps = ['--steps', 'find-emails,waterfall:phone,label:hot,mail']
  expect(await json('create', '--list', '12', ...schedule, ...caps, ...steps)).toEqual([0, autopilot])
  expect(body()).toEqual({
    list_id: 12,
    every: 'week',
    at: '07:30',
    time_zone: 'Europe/Berlin',
    cap: 50,
    month_cap: 400,
    steps: [
      { step: 'find-emails' },
      { step: 'waterfall', options: { want: 'phone' } },
      { step: 'label', options: { label_id: 5 } },
      { step: 'mail' },
    ],
  })
})

it('lists, runs, pauses and resumes', async () => {
  expect(await json('list')).toEqual([0, { data: [autopilot] }])
  expect((await bench.run(['autopilot', 'list'])).stdout).toMatch(/7 {2}active.*2026-11-04 08:00.*Bakeries/)
  expect(await json('run', '7')).toEqual([0, { autopilot_run_id: 51, run_id: 310, state: 'working' }])
  expect(await json('pause', '7')).toEqual([0, paused])
  expect((await bench.run(['autopilot', 'resume', '7'])).stdout).toContain('runs at 2026-11-04 08:00 UTC')
})

it.each([
  [['create', '--every', 'day'], '--list ID is required'],
  [['create', '--list', '12'], '--every'],
  [['create', '--list', '12', '--every', 'year'], 'hour or day or week or month'],
  [['create', '--list', '12', '--every', 'day', '--at', '25:00'], 'must be a time'],
  [['create', '--list', '12', '--every', 'day', '--steps', 'dance'], 'find-emails'],
  [['create', '--list', '12', '--every', 'day', '--steps', 'mail:me'], 'takes no value'],
  [['run', 'x'], 'ID must be a number'],
])('%j explains what is wrong', async (args, message) => {
  const { code, stderr } = await bench.run(['autopilot', ...args])
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(bench.server.callsTo('autopilots.create')).toEqual([])
})
