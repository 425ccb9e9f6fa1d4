import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runReply, uploadReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const FILE = 'Name,Mail\nAnn,ann@acme.example\n'
const counts = { imported: 3, merged: 2, rejected: 1, emptied: 4, need_country: 390 }

beforeEach(async () => {
  let arrived = 0
  const state = () => ({ json: uploadReply(FILE.length, arrived, 1_000_000) })
  bench = await createBench({
    'uploads.create': () => ({ ...state(), status: 201 }),
    'uploads.append': ({ raw }) => {
      arrived += raw.length
      return state()
    },
    'leadImports.start': () => ({
      status: 201,
      json: {
        data: {
          list: { id: 3, name: 'Mine', type: 'people' },
          run: runReply({ kind: 'lead_import', state: 'queued' }),
          not_imported: ['Notes'],
        },
      },
    }),
    'leadImports.result': () => ({
      json: {
        data: {
          run: runReply({ kind: 'lead_import', counts, cost: 0 }),
          list: null,
          undo_token: null,
          undone_at: null,
          reasons: [{ reason: 'No name', rows: 1 }],
          not_imported: ['Notes'],
        },
      },
    }),
    'runs.show': () => ({ json: { data: runReply({ kind: 'lead_import', counts, cost: 0 }) } }),
  })
  writeFileSync(join(bench.folder, 'leads.csv'), FILE)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

it('imports a file into a new list and prints the counts', async () => {
  const { code, stdout } = await bench.run([
    ...['leads', 'import', 'leads.csv', '--new', 'Mine', '--type', 'people'],
    ...['--map', 'name=Name,email=Mail', '--country', 'DE', '--custom-fields', 'skip'],
    ...['--merge', 'newer', '--json'],
  ])
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      list_id: 3,
      run_id: 7,
      imported: 3,
      merged: 2,
      rejected: 1,
      need_country: 390,
      reasons: [{ reason: 'No name', rows: 1 }],
      not_imported: ['Notes'],
    },
  ])
  const [call] = bench.server.callsTo('leadImports.start')
  expect(call!.body).toEqual({
    upload_id: 'upload-0123456789',
    to: { new_list: 'Mine', type: 'people' },
    mapping: { Name: { field: 'name' }, Mail: { field: 'email' } },
    country: 'DE',
    new_fields: 'skip',
    merge: 'newer',
    dated: expect.stringMatching(/^\d{4}-/),
  })
  expect(call!.headers['idempotency-key']).toMatch(/^leads-/)
})

it('leads import adds to an existing list', async () => {
  const { stdout } = await bench.run(['leads', 'import', 'leads.csv', '--list', '12'])
  expect(stdout).toMatch(/^Merged +2$/m)
  expect(stdout).toMatch(/^1 row rejected: No name$/m)
  expect(stdout).toMatch(/^Columns not imported: Notes$/m)
  expect(stdout).toMatch(/^390 phone numbers need a country: .*--country/m)
  expect(bench.server.callsTo('leadImports.start')[0]!.body).toMatchObject({
    to: { list_id: 12 },
    mapping: {},
  })
})

it('that brings in nothing ends with 1 and says so', async () => {
  Object.assign(counts, { imported: 0, merged: 0 })
  const { code, stdout } = await bench.run(['leads', 'import', 'leads.csv', '--list', '12'])
  Object.assign(counts, { imported: 3, merged: 2 })
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^Nothing was imported/m)])
})

it.each([
  [[], /--list ID, or --new NAME/],
  [['--new', 'Mine'], /--new needs --type/],
  [['--new', 'Mine', '--type', 'people', '--list', '1'], /either --list/],
  [['--list', '1', '--merge', 'never'], /--merge takes/],
  [['--list', '1', '--map', 'name=A,name=B'], /appears twice/],
])('leads import refuses %j', async (args, message) => {
  const { code, stderr } = await bench.run(['leads', 'import', 'leads.csv', ...args])
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  expect(bench.server.callsTo('leadImports.start')).toEqual([])
})
