import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeHandlers, refusal } from '../testing/fake-server.ts'
import { runReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

const ESTIMATE = {
  release: '2026-10-21.0',
  label: 'Portland, Oregon, United States, 25 km around',
  boxes: [{ west: -123, south: 45, east: -122, north: 46 }],
  square_km: 1963,
  places: 41_234,
  transfer_bytes: 52_000_000,
  seconds: 130,
  disk_bytes: 41_234_000,
  files: [{ name: 'part-0.parquet', places: 41_234, bytes: 52_000_000, whole: false }],
  files_in_release: 8,
  licence: 'CDLA-Permissive-2.0',
  attribution: '© Overture Maps Foundation, overturemaps.org',
}
const SOURCE = {
  id: 5,
  name: 'Overture',
  licence: 'CDLA-Permissive-2.0',
  places: 41_000,
  people: 0,
  data_as_of: '2026-10-21T00:00:00.000Z',
  updated_at: '2026-10-22T00:00:00.000Z',
  area: {
    label: 'Portland',
    boxes: [],
    release: '2026-10-21.0',
    schedule: { every: 'weekly', hour: 3, time_zone: 'UTC', next_at: '2026-10-26T03:00:00.000Z' },
    difference: null,
    problem: null,
  },
}
const fetched = {
  kind: 'corpus_fetch',
  list_id: null,
  counts: { imported: 40, updated: 100, unchanged: 90, vanished: 3, rejected: 0 },
} as const

let bench: Bench
let handlers: FakeHandlers
beforeEach(async () => {
  const started = () => ({
    status: 201,
    json: { data: runReply({ ...fetched, state: 'queued', counts: {} }) },
  })
  handlers = {
    'corpus.estimate': () => ({ json: { data: ESTIMATE } }),
    'corpus.fetch': started,
    'corpus.refresh': started,
    'corpus.sources': () => ({ json: { data: [SOURCE] } }),
    'corpus.removal': () => ({
      json: { data: { id: 5, name: 'Overture', places: 41_000, people: 0, linked: 12 } },
    }),
    'corpus.remove': () => ({ ...started(), status: 202 }),
    'runs.show': () => ({ json: { data: runReply(fetched) } }),
  }
  bench = await createBench(handlers)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})
const FETCH = ['corpus', 'fetch', 'overture']
const NEAR = ['--near', 'Portland, Oregon', '--radius', '25km']

describe('corpus fetch', () => {
  it('prints what an area would bring, and fetches nothing', async () => {
    const { code, stdout } = await bench.run([...FETCH, ...NEAR, '--estimate'])
    expect(code).toBe(0)
    for (const part of ['about 41,234', '52.0 MB', 'about 2 min', '1 of 8', 'CDLA-Permissive-2.0'])
      expect(stdout).toContain(part)
    expect(bench.server.callsTo('corpus.estimate')[0]!.body).toEqual({
      near: 'Portland, Oregon',
      radius_km: 25,
    })
    const json = await bench.run([...FETCH, '--bbox', '-123,45,-122,46', '--estimate', '--json'])
    expect(JSON.parse(json.stdout)).toEqual(ESTIMATE)
    expect(bench.server.callsTo('corpus.estimate')[1]!.body).toEqual({
      bbox: { west: -123, south: 45, east: -122, north: 46 },
    })
    expect(bench.server.callsTo('corpus.fetch')).toEqual([])
  })

  it('fetches the release of the estimate and prints the difference', async () => {
    const more = ['--source', 'Oregon', '--release', '2026-10-21.0', '--yes', '--json']
    const { code, stdout } = await bench.run([...FETCH, ...NEAR, ...more])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      run_id: 7,
      new: 40,
      changed: 10,
      unchanged: 90,
      vanished: 3,
      rejected: 0,
    })
    expect(bench.server.callsTo('corpus.fetch')[0]!.body).toEqual({
      near: 'Portland, Oregon',
      radius_km: 25,
      release: '2026-10-21.0',
      source: 'Oregon',
    })
  })

  it('asks for confirmation, and fetches nothing without a terminal', async () => {
    const { code, stderr } = await bench.run([...FETCH, ...NEAR])
    expect(code).toBe(2)
    expect(stderr).toContain('about 41,234')
    expect(stderr).toContain('--yes')
    expect(bench.server.callsTo('corpus.fetch')).toEqual([])
  })

  it.each([
    [[...FETCH], 'Choose an area'],
    [[...FETCH, ...NEAR, '--bbox', '0,0,1,1'], 'Choose an area'],
    [[...FETCH, '--bbox', '0,1,1,0'], 'west,south,east,north'],
    [[...FETCH, '--bbox', '0,1,1'], 'west,south,east,north'],
    [[...FETCH, '--bbox', '0,0,1,1', '--radius', '5'], '--radius needs --near'],
    [['corpus', 'fetch', 'foursquare', ...NEAR], 'Only overture'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr } = await bench.run(args)
    expect([code, stderr.includes(message)]).toEqual([2, true])
  })

  it('passes on the error of the release server', async () => {
    handlers['corpus.estimate'] = () =>
      refusal(502, 'source_failed', { message: 'The server ignores ranges' })
    const { code, stderr } = await bench.run([...FETCH, ...NEAR])
    expect(code).toBe(8)
    expect(stderr).toContain('ignores ranges')
  })
})

describe('corpus sources', () => {
  it('are listed', async () => {
    const { stdout } = await bench.run(['corpus', 'list'])
    expect(stdout).toMatch(/41,000\s+2026-10-21.0\s+weekly\s+CDLA-Permissive-2.0\s+Overture\s+Portland/)
    const { stdout: json } = await bench.run(['corpus', 'list', '--json'])
    expect(JSON.parse(json)).toEqual({ data: [SOURCE] })
  })

  it('are refreshed by name', async () => {
    const { code, stdout } = await bench.run(['corpus', 'refresh', 'overture'])
    expect([code, stdout.trim()]).toEqual([0, 'Fetched 40 new, 10 changed, 90 unchanged, 3 vanished (run 7)'])
    const unknown = await bench.run(['corpus', 'refresh', 'nothing'])
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('It has Overture')])
  })

  it('are removed after confirmation, or with --yes', async () => {
    const requested = await bench.run(['corpus', 'remove', 'Overture'])
    expect(requested.code).toBe(2)
    expect(bench.server.callsTo('corpus.remove')).toEqual([])
    handlers['runs.show'] = () => ({
      json: { data: runReply({ kind: 'corpus_remove', list_id: null, counts: { removed: 41_000 } }) },
    })
    const { code, stdout } = await bench.run(['corpus', 'remove', 'Overture', '--yes'])
    expect([code, stdout.trim()]).toEqual([0, 'Removed Overture with 41,000 places and people (run 7)'])
  })
})
