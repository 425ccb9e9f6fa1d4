import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '#contract/activity/runs.ts'
import type { EmailVerification } from '#contract/prospecting/email-verification.ts'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { runReply, uploadReply } from '../testing/sample-replies.ts'
import { cutPage, listReply, verificationReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let handlers: FakeHandlers
let checks: EmailVerification[]
let stored: Buffer
let ended: Run

const verifyRun = (extra: Partial<Run> = {}) =>
  runReply({
    kind: 'verify',
    counts: { valid: 2, invalid: 1 },
    cost: 0,
    list_id: null,
    list_type: null,
    ...extra,
  })
const queued = () => verifyRun({ state: 'queued', counts: {} })

beforeEach(async () => {
  checks = []
  ended = verifyRun()
  stored = Buffer.alloc(0)
  let size = 0
  const state = () => ({ json: uploadReply(size, stored.length, 1_000_000) })
  handlers = {
    'emailVerification.verify': ({ body }) => ({
      json: { data: verificationReply(body.email, body.email.startsWith('no') ? 'invalid' : 'valid') },
    }),
    'emailVerification.start': ({ body }) => {
      if (body.emails) checks = body.emails.map((email: string) => verificationReply(email, 'valid'))
      return { status: 201, json: { data: queued() } }
    },
    'emailVerification.index': ({ query }) => ({
      json: { ...cutPage(checks, query).json, by_origin: null },
    }),
    'enrichment.verify': () => ({ status: 201, json: { data: { run: queued(), list_id: 12 } } }),
    'lists.show': () => ({ json: listReply(12, 'people') }),
    'runs.show': () => ({ json: { data: ended } }),
    'uploads.create': ({ body }) => {
      size = body.size
      return { ...state(), status: 201 }
    },
    'uploads.append': ({ raw }) => {
      stored = Buffer.concat([stored, raw])
      return state()
    },
  }
  bench = await createBench(handlers)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

const direct = () => bench.server.callsTo('emailVerification.verify').map(({ body }) => body.email)
const starts = () => bench.server.callsTo('emailVerification.start').map(({ body }) => body)

describe('a few addresses', () => {
  it('are checked one after another; an undeliverable one is no failure', async () => {
    const { code, stdout } = await bench.run(['verify', 'yes@acme.example', 'no@acme.example', '--json'])
    expect([code, direct()]).toEqual([0, ['yes@acme.example', 'no@acme.example']])
    expect(JSON.parse(stdout)).toEqual({
      results: [
        {
          email: 'yes@acme.example',
          state: 'valid',
          reason: 'accepted',
          reason_text: 'The server takes mail for it',
          flags: { disposable: false, free: false, role: false },
          mx: { hosts: ['mx.acme.example'], provider: null, fallback: false },
          catch_all: false,
          tries: 1,
          checked_at: '2026-01-02T03:04:05.000Z',
        },
        expect.objectContaining({ email: 'no@acme.example', state: 'invalid', reason: 'no_such_user' }),
      ],
    })
  })

  it('are printed with the SMTP dialog and a suggestion if there are any', async () => {
    handlers['emailVerification.verify'] = ({ body }) => ({
      json: { data: verificationReply(body.email, 'invalid', { suggestion: 'jane@acme.example' }) },
    })
    const { stdout } = await bench.run(['verify', 'jane@amce.example', '--evidence', '--json'])
    expect(JSON.parse(stdout).results[0]).toMatchObject({
      suggestion: 'jane@acme.example',
      transcript: [{ dir: '<', line: '250 2.1.5 ok', at_ms: 41 }],
    })
    const text = (await bench.run(['verify', 'jane@amce.example', '--evidence'])).stdout
    expect(text).toMatch(
      /jane@amce\.example +invalid +The server knows no such mailbox; did you mean jane@acme\.example\?/,
    )
    expect(text).toContain('41 ms < 250 2.1.5 ok')
  })
})

describe('many addresses', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@acme.example`)

  it('become a run from the eleventh on, read by pages', async () => {
    const { code, stdout } = await bench.run(['verify', ...many(11), '--json'])
    expect([code, direct()]).toEqual([0, []])
    expect(starts()).toEqual([{ emails: many(11) }])
    expect(JSON.parse(stdout)).toMatchObject({ run_id: 7, results: many(11).map((email) => ({ email })) })
  })

  it('are read from a file of lines or standard input', async () => {
    writeFileSync(join(bench.folder, 'list.txt'), `E-Mail\n${many(450).join('\n')}\n`)
    const { stdout } = await bench.run(['verify', '--file', 'list.txt', '--json'])
    expect(starts()).toEqual([{ emails: many(450) }])
    expect(JSON.parse(stdout).results).toHaveLength(450)
    expect(bench.server.callsTo('emailVerification.index').map(({ query }) => query.get('run_id'))).toEqual([
      '7',
      '7',
      '7',
    ])
    await bench.run(['verify', '--file', '-'], { stdin: 'a@acme.example\n' })
    expect(starts()[1]).toEqual({ emails: ['a@acme.example'] })
  })

  it('are uploaded as a file when they exceed one call', async () => {
    writeFileSync(join(bench.folder, 'list.txt'), many(10_001).join('\n'))
    expect((await bench.run(['verify', '--file', 'list.txt', '--json'])).code).toBe(0)
    expect(starts()).toEqual([{ upload_id: 'upload-0123456789', column: 'email' }])
    const lines = stored.toString().trimEnd().split('\n')
    expect([lines.length, lines[0], lines[1]]).toEqual([10_002, 'email', '"person0@acme.example"'])
  })

  it('of a table are uploaded with all columns', async () => {
    const content = 'Name,Work mail\nJane,jane@acme.example\n'
    writeFileSync(join(bench.folder, 'people.csv'), content)
    await bench.run(['verify', '--file', 'people.csv', '--column', 'Work mail', '--json'])
    expect(starts()).toEqual([{ upload_id: 'upload-0123456789', column: 'Work mail' }])
    expect(stored.toString()).toBe(content)
  })

  it('are read from a list', async () => {
    checks = [verificationReply('jane@acme.example', 'catch_all')]
    const { stdout } = await bench.run(['verify', '--list', '12', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ run_id: 7, results: [{ state: 'catch_all' }] })
    const [call] = bench.server.callsTo('enrichment.verify')
    expect([call!.params, call!.body]).toEqual([{ type: 'people', id: '12' }, { selection: { filters: {} } }])
  })

  it('exit with 7 when someone stopped the run, and print the results so far', async () => {
    ended = verifyRun({ state: 'cancelled' })
    const { code, stdout } = await bench.run(['verify', ...many(12), '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([7, expect.objectContaining({ state: 'cancelled' })])
  })
})

it.each([
  [[]],
  [['a@acme.example', '--list', '12']],
  [['--file', 'x.csv', '--list', '12']],
  [['a@acme.example', '--column', 'x']],
  [['--file', '-', '--column', 'x']],
  [['--list', 'twelve']],
  [['--file', 'missing.txt']],
])('verify %j is wrong usage', async (args) => {
  const { code } = await bench.run(['verify', ...args])
  expect([code, bench.server.calls]).toEqual([2, []])
})
