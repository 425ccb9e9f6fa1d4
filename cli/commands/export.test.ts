import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeHandlers, refusal } from '../testing/fake-server.ts'
import { listReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

const CSV = `name,phone\r\n${'"Sample, one",+12025550123\r\n'.repeat(2000)}`
let bench: Bench
let handlers: FakeHandlers

beforeEach(async () => {
  let tickets = 0
  handlers = {
    'exports.create': () => ({
      status: 201,
      json: {
        data: {
          url: `/api/downloads/ticket-0123456789-${tickets++}`,
          expires_at: '2026-01-02T03:04:05.000Z',
          run_id: null,
          total: 2000,
          filename: 'list.csv',
        },
      },
    }),
    'files.download': () => ({ headers: { 'content-type': 'text/csv' }, text: CSV }),
  }
  bench = await createBench(handlers)
  mkdirSync(join(bench.folder, 'out'))
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

const out = (name = 'a.csv') => join(bench.folder, 'out', name)

it('export writes the complete file under its name without sending the token to the download', async () => {
  const { code, stdout } = await bench.run(['export', '3', '--out', 'out/a.csv', '--provenance', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ list_id: 3, file: out(), rows: 2000, bytes: CSV.length })
  expect(readFileSync(out(), 'utf8')).toBe(CSV)
  expect(readdirSync(join(bench.folder, 'out'))).toEqual(['a.csv'])
  expect(bench.server.callsTo('exports.create')[0]!.body).toEqual({
    list_id: 3,
    provenance: true,
    bom: false,
    headings: 'fields',
  })
  expect(bench.server.callsTo('files.download')[0]!.headers.authorization).toBeUndefined()
})

it('export starts over with a new ticket when the download breaks', async () => {
  let tries = 0
  handlers['files.download'] = () =>
    tries++ === 0 ? { text: CSV.slice(0, 500), unfinished: true } : { text: CSV }
  const { code } = await bench.run(['export', '3', '--out', 'out/a.csv'])
  expect([code, tries, readFileSync(out(), 'utf8') === CSV]).toEqual([0, 2, true])
})

it('export keeps the old file when it fails', async () => {
  writeFileSync(out(), 'old')
  handlers['files.download'] = () => refusal(404, 'not_found')
  const { code } = await bench.run(['export', '3', '--out', 'out/a.csv'])
  expect([code, readFileSync(out(), 'utf8'), readdirSync(join(bench.folder, 'out'))]).toEqual([
    4,
    'old',
    ['a.csv'],
  ])
})

it('export leaves nothing behind on Ctrl-C', async () => {
  handlers['files.download'] = () => new Promise(() => {})
  const { child, result } = bench.start(['export', '3', '--out', 'out/a.csv'])
  await expect.poll(() => bench.server.callsTo('files.download').length).toBe(1)
  child.kill('SIGINT')
  expect((await result).code).toBe(130)
  expect(readdirSync(join(bench.folder, 'out'))).toEqual([])
})

it('export writes only the file to standard output', async () => {
  const { code, stdout, stderr } = await bench.run(['export', '3', '--out', '-'])
  expect([code, stdout === CSV]).toEqual([0, true])
  expect(stderr).toContain('Exported 2,000 leads')
  expect((await bench.run(['export', '3', '--out', '-', '--json'])).code).toBe(2)
})

it('export refuses targets that cannot be written before any request', async () => {
  expect((await bench.run(['export', '3', '--out', 'out'])).code).toBe(2)
  expect((await bench.run(['export', '3', '--out', 'nowhere/a.csv'])).code).toBe(2)
  expect([bench.server.calls, existsSync(join(bench.folder, 'nowhere'))]).toEqual([[], false])
})

it('exports only new leads as a workbook and prints the server’s row count', async () => {
  const { code, stdout } = await bench.run([
    'export',
    '3',
    '--out',
    'out/a.xlsx',
    '--xlsx',
    '--delta',
    '--json',
  ])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ file: out('a.xlsx'), rows: 2000 })
  expect(bench.server.callsTo('exports.create')[0]!.body).toMatchObject({ format: 'xlsx', delta: true })
})

it('applies a template by name, and options override it', async () => {
  handlers['lists.show'] = () => ({ json: listReply(3, 'local') })
  const crm = {
    id: 7,
    type: 'local',
    name: 'CRM',
    is_shared: true,
    choices: {},
    is_mine: true,
    can: { edit: true },
  }
  const updated_at = '2026-01-02T03:04:05.000Z'
  handlers['exportTemplates.index'] = () => ({ json: { data: [{ ...crm, updated_at }] } })
  const args = ['export', '3', '--out', 'out/a.csv', '--template', 'crm']
  const { code } = await bench.run([...args, '--email-states', 'valid,risky'])
  expect(code).toBe(0)
  expect(bench.server.callsTo('exports.create')[0]!.body).toEqual({
    list_id: 3,
    template_id: 7,
    email_states: ['valid', 'risky'],
  })
  const none = await bench.run(['export', '3', '--out', 'out/b.csv', '--template', 'Other'])
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no template "Other"')])
  const wrong = await bench.run(['export', '3', '--out', 'out/b.csv', '--email-states', 'good'])
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--email-states takes one or more of'),
  ])
})
