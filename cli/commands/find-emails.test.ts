import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '#contract/activity/runs.ts'
import { type FakeHandlers, refusal } from '../testing/fake-server.ts'
import { runReply } from '../testing/sample-replies.ts'
import { listReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let handlers: FakeHandlers
let ended: Run

const started = (listId: number) => ({
  status: 201,
  json: { data: { run: runReply({ state: 'queued', done: 0, counts: {} }), list_id: listId } },
})

beforeEach(async () => {
  ended = runReply({
    kind: 'find_emails',
    counts: { found: 4, potential: 2, not_found: 3, inferred: 1 },
    cost: 6,
  })
  handlers = {
    'lists.show': ({ params }) => ({ json: listReply(Number(params.id), 'local') }),
    'enrichment.findEmails': () => started(12),
    'enrichment.getEmployees': () => started(40),
    'enrichment.quote': ({ body }) => ({
      status: 201,
      json: {
        data: {
          id: 1,
          action: body.action,
          leads: 10,
          eligible: 8,
          websites: 7,
          skipped: { has_email: 2 },
          found: { min: 0, expected: 5, max: 8 },
          credits: { min: 0, expected: 5, max: 8 },
          unit_cost: 1,
          sources: [],
          available: 100,
          basis: 'default',
          smtp: 'untested',
          expires_at: '2026-01-02T03:04:05.000Z',
        },
      },
    }),
    'runs.show': () => ({ json: { data: ended } }),
  }
  bench = await createBench(handlers)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

describe('find-emails', () => {
  it('works on the first leads of a list and prints the counts', async () => {
    const { code, stdout } = await bench.run([
      'find-emails',
      '12',
      '--limit',
      '200',
      '--max-cost',
      '50',
      '--json',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      run_id: 7,
      list_id: 12,
      found: 4,
      potential: 2,
      not_found: 3,
      inferred: 1,
      failed: 0,
      not_tried: 0,
      cost: 6,
    })
    const [call] = bench.server.callsTo('enrichment.findEmails')
    expect(call!.params).toEqual({ type: 'local', id: '12' })
    expect(call!.body).toEqual({ selection: { filters: {}, first: 200 }, max_cost: 50 })
    expect(call!.headers['idempotency-key']).toMatch(/.{20}/)
  })

  it('prints the price without starting', async () => {
    const { stdout } = await bench.run(['find-emails', '12', '--quote'])
    expect(stdout).toMatch(/Addresses \(min .*\) +0 \/ 5 \/ 8/)
    expect(stdout).toMatch(/Left out: has email +2/)
    expect(bench.server.callsTo('enrichment.findEmails')).toEqual([])
  })

  it('starts once when the response was lost', async () => {
    let tries = 0
    handlers['enrichment.findEmails'] = () => (tries++ === 0 ? 'cut' : started(12))
    expect((await bench.run(['find-emails', '12', '--json'])).code).toBe(0)
    const keys = bench.server
      .callsTo('enrichment.findEmails')
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('names the list types it works on and what the credits allow', async () => {
    handlers['lists.show'] = () => ({ json: listReply(12, 'single') })
    const wrong = await bench.run(['find-emails', '12'])
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('local, people, influencer; list 12 is single'),
    ])
    handlers['lists.show'] = () => ({ json: listReply(12, 'people') })
    handlers['enrichment.findEmails'] = () =>
      refusal(402, 'insufficient_credits', { details: { needed: 90, available: 30, affordable: 30 } })
    const poor = await bench.run(['find-emails', '12'])
    expect([poor.code, poor.stderr]).toEqual([5, expect.stringContaining('--max-cost 30')])
  })

  it('prints the results of a failed or cancelled run', async () => {
    ended = { ...ended, state: 'cancelled' }
    const { code, stdout } = await bench.run(['find-emails', '12', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([7, expect.objectContaining({ found: 4, state: 'cancelled' })])
  })
})

describe('get-employees', () => {
  beforeEach(() => {
    ended = runReply({ kind: 'get_employees', counts: { people: 14, emails: 3 }, cost: 3 })
  })

  it('collects people into their own list', async () => {
    const args = ['--with-emails', '--max-people', '10', '--name', 'Their people', '--json']
    const { code, stdout } = await bench.run(['get-employees', '12', ...args])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { run_id: 7, list_id: 40, people: 14, emails: 3, cost: 3 },
    ])
    expect(bench.server.callsTo('enrichment.getEmployees')[0]!.body).toEqual({
      selection: { filters: {} },
      with_emails: true,
      max_people: 10,
      name: 'Their people',
    })
  })

  it('accepts an existing list, but not with a name', async () => {
    await bench.run(['get-employees', '12', '--into', '40'])
    expect(bench.server.callsTo('enrichment.getEmployees')[0]!.body).toMatchObject({ into_list_id: 40 })
    const both = await bench.run(['get-employees', '12', '--into', '40', '--name', 'x'])
    expect([both.code, bench.server.callsTo('enrichment.getEmployees')]).toEqual([2, [expect.anything()]])
  })

  it('prints the price for the same options', async () => {
    await bench.run(['get-employees', '12', '--with-emails', '--quote', '--json'])
    expect(bench.server.callsTo('enrichment.quote')[0]!.body).toEqual({
      action: 'get-employees',
      type: 'local',
      list_id: 12,
      selection: { filters: {} },
      with_emails: true,
    })
  })
})
