import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runReply, uploadReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const REPORT = 'email,type\njane@acme.example,hard\n'
const counts = { received: 3, hard: 2, soft: 1, repeated: 0, rejected: 0, leads: 4, refunded: 2 }

beforeEach(async () => {
  let arrived = 0
  const state = () => ({ json: uploadReply(REPORT.length, arrived, 1_000_000) })
  bench = await createBench({
    'uploads.create': () => ({ ...state(), status: 201 }),
    'uploads.append': ({ raw }) => {
      arrived += raw.length
      return state()
    },
    'bounces.import': () => ({
      status: 201,
      json: { data: runReply({ kind: 'bounce_import', state: 'queued' }) },
    }),
    'runs.show': () => ({ json: { data: runReply({ kind: 'bounce_import', counts, cost: 0 }) } }),
    'sourceStats.index': () => ({
      json: {
        data: [
          {
            source: 'website',
            label: "The company's own website",
            kind: 'website',
            attempts: 200,
            hits: 150,
            hit_rate: 0.75,
            addresses: 320,
            by_state: { valid: 300, catch_all: 20 },
            bounced: 8,
            credits: 320,
            refunded: 6,
            seconds: 4.25,
          },
        ],
        by_week: [],
      },
    }),
  })
  writeFileSync(join(bench.folder, 'bounces.csv'), REPORT)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

it('uploads the report of a mailing tool and prints the counts', async () => {
  const { code, stdout } = await bench.run(['bounces', 'import', 'bounces.csv', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { run_id: 7, ...counts }])
  const [call] = bench.server.callsTo('bounces.import')
  expect([call!.body, call!.headers['idempotency-key']]).toEqual([
    { upload_id: 'upload-0123456789' },
    expect.stringMatching(/^bounces-/),
  ])
  expect((await bench.run(['bounces', 'import', 'bounces.csv'])).stdout).toMatch(/^Refunded +2$/m)
})

it('sources prints the quality of each source', async () => {
  const { code, stdout } = await bench.run(['sources', '--days', '30'])
  expect([code, bench.server.callsTo('sourceStats.index')[0]!.query.get('days')]).toEqual([0, '30'])
  expect(stdout).toMatch(/own website +website +200 +75% +320 +2% +320 +6 +4\.3/)
  expect(JSON.parse((await bench.run(['sources', '--json'])).stdout)).toMatchObject({
    data: [{ hits: 150 }],
    by_week: [],
  })
})
