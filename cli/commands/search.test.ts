import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '#contract/activity/runs.ts'
import { type FakeHandlers, refusal } from '../testing/fake-server.ts'
import { quoteReply, runReply, startedReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let states: Run[]
let handlers: FakeHandlers

beforeEach(async () => {
  states = [runReply({ state: 'running', done: 12 }), runReply()]
  handlers = {
    'searches.quote': () => ({ status: 201, json: { data: quoteReply(5, 100) } }),
    'lists.create': ({ body }) => ({ status: 201, json: startedReply(body.name) }),
    'runs.show': () => ({ json: { data: states.length > 1 ? states.shift() : states[0] } }),
  }
  bench = await createBench(handlers)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

const SEARCH = ['search', 'local', '--category', 'brewery', '--near', 'Portland, Oregon', '--radius', '25km']

describe('search', () => {
  it('sends the search, waits for the run and prints one document', async () => {
    const more = ['--has', 'website,phone', '--include-closed', '--limit', '50', '--max-cost', '40', '--json']
    const { code, stdout, stderr } = await bench.run([...SEARCH, ...more])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({ list_id: 3, run_id: 7, matched: 40, delivered: 38, cost: 38 })
    const [call] = bench.server.callsTo('lists.create')
    expect(call!.headers['idempotency-key']).toMatch(/.{20}/)
    expect(call!.body).toEqual({
      name: 'brewery near Portland, Oregon',
      type: 'local',
      search: {
        category: 'brewery',
        near: 'Portland, Oregon',
        radius_km: 25,
        has: ['website', 'phone'],
        include_closed: true,
      },
      limit: 50,
      only_new: false,
      max_cost: 40,
    })
  })

  it('sends a point as a point and names the list after it', async () => {
    await bench.run(['search', 'industry', '--near', '-33.9,151.2', '--keywords', 'surf'])
    expect(bench.server.callsTo('lists.create')[0]!.body).toMatchObject({
      name: 'surf near -33.9, 151.2',
      type: 'local',
      search: { near: { lat: -33.9, lon: 151.2 }, keywords: 'surf' },
    })
  })

  it('accepts only fields of the requested list type', async () => {
    const { code } = await bench.run([
      'search',
      'people',
      '--position',
      'CTO',
      '--source',
      'sample',
      '--name',
      'Mine',
    ])
    expect(code).toBe(0)
    expect(bench.server.callsTo('lists.create')[0]!.body).toMatchObject({
      name: 'Mine',
      type: 'people',
      search: { position: 'CTO', source: 'sample' },
    })
    const args = ['--position', 'CEO', '--company', 'Acme', '--place', 'Germany', '--seniority', 'c_level,vp']
    await bench.run(['search', 'people', ...args, '--has', 'email,linkedin'])
    expect(bench.server.callsTo('lists.create')[1]!.body).toMatchObject({
      name: 'CEO, Acme, Germany',
      search: {
        position: 'CEO',
        company: 'Acme',
        place: 'Germany',
        seniority: ['c_level', 'vp'],
        has: ['email', 'linkedin'],
      },
    })
    // People have LinkedIn profiles, but no website.
    const unknown = await bench.run(['search', 'people', '--position', 'CEO', '--has', 'website'])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('"website"')])
    const wrong = await bench.run(['search', 'people', '--radius', '5km'])
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--radius does not apply to people'),
    ])
  })

  it('keeps waiting while the server is down or not ready', async () => {
    let requested = 0
    handlers['runs.show'] = () => {
      requested++
      if (requested === 1) return 'cut'
      if (requested === 2) return refusal(503, 'unavailable')
      return { json: { data: runReply() } }
    }
    const { code, stderr } = await bench.run([...SEARCH, '--json'])
    expect([code, requested]).toEqual([0, 3])
    expect(stderr).toContain('Retrying')
  })

  it('repeats the start with the same key when its response was lost', async () => {
    let tries = 0
    handlers['lists.create'] = ({ body }) =>
      tries++ === 0 ? 'cut' : { status: 201, json: startedReply(body.name) }
    expect((await bench.run([...SEARCH, '--json'])).code).toBe(0)
    const keys = bench.server.callsTo('lists.create').map((call) => call.headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('asks before it spends more than a fifth of the credits', async () => {
    const costs = (max: number) => {
      handlers['searches.quote'] = () => ({
        status: 201,
        json: { data: quoteReply(max, 10_000) },
      })
    }
    const started = () => bench.server.callsTo('lists.create').length
    costs(2001)
    const asked = await bench.run([...SEARCH, '--limit', '9000'])
    expect([asked.code, asked.stderr, started()]).toEqual([2, expect.stringContaining('--yes'), 0])
    expect((await bench.run([...SEARCH, '--limit', '9000', '--yes'])).code).toBe(0)
    expect((await bench.run([...SEARCH, '--max-cost', '5000'])).code).toBe(0)
    costs(2000)
    expect((await bench.run(SEARCH)).code).toBe(0)
    expect(started()).toBe(3)
  })

  it('prints a quote without starting anything', async () => {
    const some = { min: 0, expected: 30, max: 38 }
    handlers['searches.quote'] = () => ({
      status: 201,
      json: {
        data: {
          id: 1,
          matched: 40,
          near: { lat: 45.5, lon: -122.6, label: 'Portland, Oregon, United States' },
          already_saved: 2,
          already_in_lists: 2,
          already_exported: 0,
          already_in_crm: 0,
          already_paid: 0,
          without_coordinates: 5,
          not_applied: ['Must have'],
          left_out: [{ source: 'Hunter', reason: 'needs a company' }],
          retention: [{ source: 'Google Places', days: 30 }],
          skipped: [{ entry: 'acme.exampel', reason: 'No domain ends in .exampel' }],
          leads: some,
          credits: some,
          unit_cost: 1,
          available: 100,
          affordable: 100,
          expires_at: '2026-01-02T03:04:05.000Z',
        },
      },
    })
    expect(JSON.parse((await bench.run([...SEARCH, '--quote', '--json'])).stdout).credits).toEqual(some)
    expect((await bench.run([...SEARCH, '--quote'])).stdout).toMatch(/Credits \(min .*\) +0 \/ 30 \/ 38/)
    expect((await bench.run([...SEARCH, '--quote'])).stdout).toMatch(
      /Total +40\nNew to you +38\nAlready saved +2\n/,
    )
    expect((await bench.run([...SEARCH, '--quote'])).stdout).toContain('Portland, Oregon, United States')
    expect((await bench.run([...SEARCH, '--quote'])).stdout).toMatch(/Filters not applied +Must have/)
    expect((await bench.run([...SEARCH, '--quote'])).stdout).toContain(
      'acme.exampel (No domain ends in .exampel)',
    )
    expect(bench.server.callsTo('lists.create')).toEqual([])
  })

  it('refuses a radius without a center, which would search the whole world', async () => {
    const { code, stderr } = await bench.run(['search', 'local', '--category', 'brewery', '--radius', '25km'])
    expect([code, bench.server.callsTo('lists.create')]).toEqual([2, []])
    expect(stderr).toContain('--radius needs --near')
  })
})

describe('exit codes', () => {
  it('exits with 6 and the reason when the run failed, and still prints results', async () => {
    states = [runReply({ state: 'failed', error: { code: 'unavailable', message: 'The source is away' } })]
    const { code, stdout, stderr } = await bench.run([...SEARCH, '--json'])
    expect(code).toBe(6)
    expect(JSON.parse(stdout)).toMatchObject({ list_id: 3, state: 'failed', delivered: 38 })
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'unavailable',
      message: 'Run 7 failed: The source is away',
    })
  })

  it('exits with 7 when someone cancelled the run', async () => {
    states = [runReply({ state: 'cancelled' })]
    const { code, stdout } = await bench.run([...SEARCH, '--json'])
    expect([code, JSON.parse(stdout).state]).toEqual([7, 'cancelled'])
  })

  it.each([
    [402, 'insufficient_credits', 5],
    [422, 'validation_failed', 2],
  ])('status %i %s exits with %i and prints one document on standard error', async (status, code, exit) => {
    handlers['lists.create'] = () => refusal(status, code, { fields: { 'search.near': 'Unknown place' } })
    const result = await bench.run([...SEARCH, '--json'])
    expect([result.code, result.stdout]).toEqual([exit, ''])
    expect(JSON.parse(result.stderr).error).toMatchObject({
      code,
      fields: { 'search.near': 'Unknown place' },
    })
  })

  it('names the invalid field, and what the credits would pay for', async () => {
    handlers['lists.create'] = () =>
      refusal(402, 'insufficient_credits', { details: { affordable: 9 }, fields: { limit: 'Too many' } })
    const { stderr } = await bench.run(SEARCH)
    expect(stderr).toContain('limit: Too many')
    expect(stderr).toContain('--limit 9')
  })

  it('exits with 8 at once when no server answers', async () => {
    await bench.server.stop()
    const { code, stderr } = await bench.run([...SEARCH, '--json'], { env: { LEADWRIGHT_PATIENCE: '600' } })
    expect([code, JSON.parse(stderr).error.code]).toEqual([8, 'unreachable'])
    await bench.server.start()
  })
})

describe('Ctrl-C', () => {
  beforeEach(() => {
    states = [runReply({ state: 'running', done: 5, counts: { matched: 40, delivered: 5 }, cost: 5 })]
    handlers['runs.cancel'] = () => {
      states = [runReply({ state: 'cancelled', done: 6, counts: { matched: 40, delivered: 6 }, cost: 6 })]
      return { json: { data: states[0] } }
    }
  })

  it('asks the server to stop and prints delivered results', async () => {
    const { child, result } = bench.start([...SEARCH, '--json'])
    await expect.poll(() => bench.server.callsTo('runs.show').length).toBeGreaterThan(0)
    child.kill('SIGINT')
    // The same key press may reach the process twice, which must not count as the second one.
    child.kill('SIGINT')
    const { code, stdout } = await result
    expect(code).toBe(7)
    expect(JSON.parse(stdout)).toEqual({
      list_id: 3,
      run_id: 7,
      matched: 40,
      delivered: 6,
      cost: 6,
      state: 'cancelled',
    })
    expect(bench.server.callsTo('runs.cancel')).toHaveLength(1)
  })

  it('exits at once the second time', async () => {
    handlers['runs.cancel'] = () => ({ json: { data: states[0] } })
    const { child, result } = bench.start([...SEARCH, '--json'])
    await expect.poll(() => bench.server.callsTo('runs.show').length).toBeGreaterThan(0)
    child.kill('SIGINT')
    await expect.poll(() => bench.server.callsTo('runs.cancel').length).toBe(1)
    // Until one comes late enough to be another key press.
    const pressing = setInterval(() => child.kill('SIGINT'), 200)
    expect((await result).code).toBe(130)
    clearInterval(pressing)
  })
})
