import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeHandlers, refusal } from '../testing/fake-server.ts'
import { runReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let handlers: FakeHandlers
beforeEach(async () => {
  handlers = {}
  bench = await createBench(handlers)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

const pageOf = (ids: number[], total: number, next_cursor: string | null = null) => ({
  json: { data: ids.map((id) => runReply({ id })), currentPage: 1, pageSize: 200, total, next_cursor },
})

describe('runs and lists', () => {
  it('prints a table, and a document with --json', async () => {
    handlers['runs.index'] = () => pageOf([9, 7], 2)
    const table = (await bench.run(['runs', '--active'])).stdout
    expect(table.split('\n').slice(0, 2)).toEqual([
      'ID  KIND    STATE      PROGRESS  COST  TITLE',
      ' 9  search  succeeded      100%    38  brewery near Portland, Oregon',
    ])
    expect(bench.server.calls[0]!.query.get('active')).toBe('true')
    const document = JSON.parse((await bench.run(['runs', '--json'])).stdout)
    expect([document.total, document.data[0].id]).toEqual([2, 9])
  })

  it('reads pages until the limit is reached', async () => {
    const all = Array.from({ length: 500 }, (_, at) => at + 1)
    handlers['runs.index'] = ({ query }) => {
      const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))]
      const rows = all.slice(from, from + limit)
      return pageOf(rows, 500, from + limit < all.length ? String(from + limit) : null)
    }
    const ids = async (limit: string) =>
      JSON.parse((await bench.run(['runs', '--limit', limit, '--json'])).stdout).data.map(
        (run: { id: number }) => run.id,
      )
    expect(await ids('250')).toEqual(all.slice(0, 250))
    expect(await ids('3')).toEqual([1, 2, 3])
    expect(await ids('9000')).toEqual(all)
  })

  it('lists archived lists and reports when there are none', async () => {
    handlers['lists.index'] = () => ({
      json: { data: [], currentPage: 1, pageSize: 20, total: 0, next_cursor: null },
    })
    expect((await bench.run(['lists', '--archived'])).stdout).toBe('None\n')
    expect(bench.server.calls[0]!.query.get('view')).toBe('archived')
  })
})

describe('one run', () => {
  it.each([
    ['succeeded', 0],
    ['failed', 6],
    ['cancelled', 7],
  ] as const)('watch of a %s run exits with %i', async (state, exit) => {
    handlers['runs.show'] = () => ({ json: { data: runReply({ state }) } })
    const { code, stdout } = await bench.run(['runs', 'watch', '7', '--json'])
    expect([code, JSON.parse(stdout).state]).toEqual([exit, state])
  })

  it('cancel waits until the run has stopped', async () => {
    handlers['runs.cancel'] = () => ({
      json: { data: runReply({ state: 'running', cancel_requested: true }) },
    })
    const states = ['running', 'cancelled'] as const
    let requested = 0
    handlers['runs.show'] = () => ({
      json: { data: runReply({ state: states[requested++] ?? 'cancelled' }) },
    })
    const { code, stdout } = await bench.run(['runs', 'cancel', '7'])
    expect([code, requested]).toEqual([0, 2])
    expect(stdout).toMatch(/^State +cancelled$/m)
  })

  it('exits with 4 for an unknown run and with 2 for an invalid id', async () => {
    handlers['runs.show'] = () => refusal(404, 'not_found')
    expect((await bench.run(['runs', 'watch', '7'])).code).toBe(4)
    expect((await bench.run(['runs', 'watch', 'seven'])).code).toBe(2)
  })
})

describe('api', () => {
  it('prints the response and sends the token and the body', async () => {
    handlers['lists.rename'] = ({ body }) => refusal(409, 'conflict', { message: body.name })
    writeFileSync(join(bench.folder, 'body.json'), '{"name":"From a file"}')
    const path = '/api/campaigns/3'
    const ways: [string[], string, string][] = [
      [['--data', '{"name":"Inline"}'], '', 'Inline'],
      [['--data', '@body.json'], '', 'From a file'],
      [['--data', '-'], '{"name":"Piped"}', 'Piped'],
    ]
    for (const [data, stdin, message] of ways) {
      const { code, stdout, stderr } = await bench.run(['api', 'put', path, ...data], { stdin })
      expect([code, JSON.parse(stdout)]).toEqual([1, { code: 'conflict', message }])
      expect(stderr).toContain('status 409')
    }
    expect(bench.server.calls[0]!.headers.authorization).toBe('Bearer secret-token')
  })

  it('prints other content byte by byte', async () => {
    handlers['files.download'] = () => ({ headers: { 'content-type': 'text/csv' }, text: 'a,b\n' })
    const { code, stdout } = await bench.run(['api', 'GET', '/api/downloads/ticket-01234567890123'])
    expect([code, stdout]).toEqual([0, 'a,b\n'])
  })

  it.each([
    [['FETCH', '/api/me']],
    [['GET', 'api/me']],
    [['GET', 'http://127.0.0.1/api/me']],
    [['POST', '/api/me', '--data', '{']],
  ])('refuses %j', async (args) => {
    expect((await bench.run(['api', ...args])).code).toBe(2)
    expect(bench.server.calls).toEqual([])
  })
})
