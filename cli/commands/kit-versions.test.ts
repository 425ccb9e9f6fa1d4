import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let known: object[] = []
let refused = 0
let needed: string[] = []
const kit = { id: 3, name: 'Agency', version: 2 }
const rollout = (ended: boolean) => ({
  id: 7,
  kind: 'apply',
  state: ended ? 'done' : 'running',
  accounts: 2,
  counts: { waiting: ended ? 0 : 1, done: 2 - refused, unchanged: 0, refused, skipped: 0 },
  ended_at: ended ? '2026-11-29T10:00:00.000Z' : null,
})
let looks = 0
const rows = [
  {
    account_id: 12,
    account: 'Fox',
    outcome: 'done',
    added: 1,
    changed: 0,
    removed: 0,
    kept: ['labels/Hot'],
  },
  { account_id: 15, account: 'Owl', outcome: 'done', added: 1, changed: 0, removed: 0, kept: [] },
].map((row) => ({ ...row, conflicts: row.kept.length, problem: null, ended_at: '2026-11-29T10:00:00.000Z' }))
const preview = {
  account_id: 12,
  account: 'Fox',
  version: 1,
  problem: null,
  counts: { added: 1, changed: 0, removed: 0, unchanged: 3, conflicts: 1 },
  names: { added: ['labels/New'], changed: [], removed: [], conflicts: ['labels/Hot'] },
}
const paged = (data: object[]) => ({
  json: { data, currentPage: 1, pageSize: 200, total: data.length, next_cursor: null },
})
const handlers: FakeHandlers = {
  'kits.index': () => paged(known),
  'kits.show': () => ({ json: { data: { ...kit, versions: [{ number: 2, variables: needed }] } } }),
  'kits.create': () => ({ status: 201, json: { data: kit, message: 'Kit saved' } }),
  'kits.addVersion': () => ({ status: 201, json: { data: kit, message: 'Version 2 saved' } }),
  'kits.rollOut': () => ({ status: 201, json: { data: rollout(false), message: 'Roll-out started' } }),
  'kits.rollOuts.show': () => {
    looks += 1
    return { json: { data: rollout(looks > 1) } }
  },
  'kits.rollOuts.accounts': () => paged(rows),
  'kits.rollOuts.rollBack': () => ({ json: { data: rollout(false), message: 'Rolling back' } }),
  'kits.preview': () => paged([preview]),
  'kits.previewDocument': () => paged([preview]),
}
beforeEach(async () => {
  ;[known, refused, looks, needed] = [[], 0, 0, []]
  bench = await createBench(handlers)
})
afterEach(() => bench.close())

const TEXT = 'kit: Agency\nlabels:\n  Hot:\n    color: red\n'
const file = async () => {
  const path = join(bench.folder, 'kit.yaml')
  await writeFile(path, TEXT)
  return path
}
const document = { kit: 'Agency', labels: { Hot: { color: 'red', rule: null } } }

describe('kit save', () => {
  it('makes a kit of a file, and a version where there is one of its name', async () => {
    const path = await file()
    expect((await bench.run(['kit', 'save', path, '--note', 'New'])).stdout).toContain('version 2')
    expect(bench.server.callsTo('kits.create')[0]?.body).toEqual({ document, name: 'Agency', note: 'New' })
    known = [{ id: 3, name: 'AGENCY' }]
    await bench.run(['kit', 'save', path])
    expect(bench.server.callsTo('kits.addVersion')[0]?.body).toEqual({ document, note: '' })
  })

  it('copies parts of an account', async () => {
    await bench.run(['kit', 'save', '--name', 'Mine', '--account', '12', '--parts', 'labels,views'])
    expect(bench.server.callsTo('kits.create')[0]?.body).toMatchObject({
      name: 'Mine',
      from_account_id: 12,
      parts: ['labels', 'views'],
    })
    expect((await bench.run(['kit', 'save', '--parts', 'labels'])).code).toBe(2)
  })
})

describe('kit roll-out', () => {
  it('waits for the end and says what each account got', async () => {
    const { code, stdout } = await bench.run(['kit', 'roll-out', '3', '--accounts', '12,15', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      id: 7,
      state: 'done',
      counts: { done: 2 },
      results: [{ account_id: 12, kept: ['labels/Hot'] }, { account_id: 15 }],
    })
    expect(bench.server.callsTo('kits.rollOut')[0]?.body).toMatchObject({ account_ids: [12, 15] })
    looks = 0
    expect((await bench.run(['kit', 'roll-out', '3', '--on-kit'])).stdout).toContain('keeps labels/Hot')
  })

  it('takes the values that the kit names from the environment', async () => {
    needed = ['TOKEN']
    const line = ['kit', 'roll-out', '3', '--on-kit']
    const missing = await bench.run(line)
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('The kit needs the variable TOKEN, which is not set'),
    ])
    await bench.run(line, { env: { TOKEN: 'secret' } })
    expect(bench.server.callsTo('kits.rollOut')[0]?.body).toMatchObject({ variables: { TOKEN: 'secret' } })
  })

  it('exits with 1 when an account refused', async () => {
    refused = 1
    expect((await bench.run(['kit', 'roll-out', '3', '--on-kit'])).code).toBe(1)
  })

  it.each([[['--on-kit', '--package', '4']], [[]]])('needs one way to name accounts: %s', async (options) => {
    expect((await bench.run(['kit', 'roll-out', '3', ...options])).code).toBe(2)
    expect(bench.server.callsTo('kits.rollOut')).toEqual([])
  })

  it('only looks with --dry-run', async () => {
    const { stdout } = await bench.run(['kit', 'roll-out', '3', '--on-kit', '--dry-run'])
    expect(stdout).toContain('Fox')
    expect(bench.server.callsTo('kits.rollOut')).toEqual([])
  })

  it('is rolled back in all accounts', async () => {
    expect((await bench.run(['kit', 'roll-back', '7'])).stdout).toContain('Roll-out 7: 2 done')
  })
})

describe('kit apply with a package', () => {
  it('keeps the file as a version and rolls it out to the customers of the package', async () => {
    known = [{ id: 3, name: 'Agency' }]
    const { code, stdout } = await bench.run(['kit', 'apply', await file(), '--package', '4', '--json'])
    expect([code, JSON.parse(stdout).results]).toEqual([0, expect.arrayContaining([expect.anything()])])
    expect(bench.server.callsTo('kits.addVersion')).toHaveLength(1)
    expect(bench.server.callsTo('kits.rollOut')[0]?.body).toMatchObject({ package_id: 4, conflicts: 'keep' })
  })

  it('keeps nothing with --dry-run', async () => {
    expect((await bench.run(['kit', 'apply', await file(), '--package', '4', '--dry-run'])).stdout).toContain(
      'Fox',
    )
    expect(bench.server.callsTo('kits.previewDocument')[0]?.body).toEqual({
      document,
      package_id: 4,
      variables: {},
    })
    expect(bench.server.callsTo('kits.addVersion')).toEqual([])
  })
})
