import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { exportList } from '#contract/core/files.ts'
import { createList, lists, renameList } from '#contract/leads/lists.ts'
import { countSearch } from '#contract/prospecting/searches.ts'
import { corpusSources, rejectedRows } from '#contract/sources/corpus.ts'
import { generatedPlaces } from '#server/testing/generated-places.ts'
import { ended, httpCall, runThat, type Signed, signIn, startedImport } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/** Rows of the imported file; every 1,000th is ragged. */
const ROWS = 5000
const RAGGED = ROWS / 1000
const WANTED = 2000

let program: Program
let admin: Signed
const call = httpCall(() => program.url)
beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(call, PROGRAM_ADMIN)
  const first = await startedImport(program.url, admin, generatedPlaces({ rows: 2 * WANTED }), {
    source: 'first',
  })
  await ended(call, first.body.data.id, admin)
})
afterAll(() => program?.remove())

const search = { category: 'brewery', near: { lat: 45, lon: -120 }, radius_km: 100 }
const created = async (limit: number) => {
  const answer = await call(createList, { body: { name: 'Killed', type: 'local', search, limit } }, admin)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return { listId: answer.body.data.id, runId: answer.body.data.run.id }
}

/** Every ledger line of a run that spends. */
async function spentLines(runId: number) {
  const lines = []
  for (let page = 1; ; page += 1) {
    const { body } = await call(ledger, { query: { run_id: runId, page, limit: 200 } }, admin)
    lines.push(...body.data.filter((line) => line.credit === 'spent'))
    if (page * 200 >= body.total) return lines
  }
}

async function exported(listId: number): Promise<Record<string, string>[]> {
  const { body } = await call(exportList, { body: { list_id: listId, headings: 'fields' } }, admin)
  const file = await fetch(`${program.url}${body.data.url}`)
  return parse(await file.text(), { columns: true })
}

/** The list holds each lead once, and every lead was paid for once. */
async function expectWhole(listId: number, runId: number, count: number): Promise<void> {
  const rows = await exported(listId)
  expect(rows).toHaveLength(count)
  expect(new Set(rows.map((row) => row.name)).size).toBe(count)
  const lines = await spentLines(runId)
  expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(count)
  expect(new Set(lines.map((line) => line.lead_id)).size).toBe(count)
}

/** The corpus holds each row of the file once, and names each rejected line once. */
async function expectImported(runId: number): Promise<void> {
  const sources = await call(corpusSources, {}, admin)
  expect(sources.body.data.find((source) => source.name === 'generated')).toMatchObject({
    places: ROWS - RAGGED,
  })
  const near = { lat: -45, lon: 60 }
  const body = { type: 'local' as const, search: { category: 'brewery', near, radius_km: 100 } }
  expect((await call(countSearch, { body }, admin)).body.data.matched).toBe(ROWS - RAGGED)
  const rejected = await call(rejectedRows, { params: { run_id: runId } }, admin)
  expect(rejected.body.data.map((row) => row.line)).toEqual(
    Array.from({ length: RAGGED }, (_, index) => (index + 1) * 1000 + 1),
  )
}

describe('kill -9', () => {
  it('amid an import and a search: the next start continues with both, no row and no credit too many', async () => {
    const file = generatedPlaces({
      rows: ROWS,
      raggedEvery: 1000,
      prefix: 'new',
      around: { lat: -45, lon: 60 },
    })
    const { listId, runId } = await created(WANTED)
    const started = await startedImport(program.url, admin, file)
    const id = started.body.data.id
    await Promise.all([
      runThat(call, runId, admin, (run) => (run.counts.delivered ?? 0) >= 400),
      runThat(call, id, admin, (run) => (run.counts.imported ?? 0) >= 1000),
    ])
    await program.kill()
    await program.start()
    const unfinished = (await call(showRun, { params: { id } }, admin)).body.data
    expect(unfinished.state).toBe('running')
    expect(unfinished.counts.imported).toBeLessThan(ROWS - RAGGED)
    await program.endLeasesOfTheDead()

    const counts = { imported: ROWS - RAGGED, updated: 0, unchanged: 0, rejected: RAGGED }
    expect(await ended(call, id, admin)).toMatchObject({ state: 'succeeded', counts })
    await expectImported(id)
    expect(await ended(call, runId, admin)).toMatchObject({
      state: 'succeeded',
      cost: WANTED,
      reserved: 0,
      counts: { delivered: WANTED, charged: WANTED, already_in_list: 0 },
    })
    await expectWhole(listId, runId, WANTED)
    const limits = await call(userLimits, {}, admin)
    expect(limits.body.data).toMatchObject({ available: 10_000 - WANTED, reserved: 0, spent: WANTED })

    const second = await startedImport(program.url, admin, file)
    expect((await ended(call, second.body.data.id, admin)).counts).toEqual({
      imported: 0,
      updated: ROWS - RAGGED,
      unchanged: ROWS - RAGGED,
      rejected: RAGGED,
    })
    await expectImported(second.body.data.id)
  })

  it('of everything, PostgreSQL too: what was acknowledged is there and what ran continues', async () => {
    const { listId, runId } = await created(2 * WANTED)
    await runThat(call, runId, admin, (run) => (run.counts.delivered ?? 0) >= 400)
    const renamed = await call(
      renameList,
      { params: { id: listId }, body: { name: 'Kept through it all' } },
      admin,
    )
    expect(renamed.status).toBe(200)
    await program.killPostgres()
    await program.kill()
    await program.start()
    const kept = await call(lists, { query: { search: 'kept through' } }, admin)
    expect(kept.body.data).toMatchObject([{ id: listId }])
    await program.endLeasesOfTheDead()

    const run = await ended(call, runId, admin)
    expect(run).toMatchObject({
      state: 'succeeded',
      cost: WANTED,
      counts: { delivered: 2 * WANTED, charged: WANTED },
    })
    expect(await exported(listId)).toHaveLength(2 * WANTED)
    expect((await spentLines(runId)).length).toBe(WANTED)
    const limits = await call(userLimits, {}, admin)
    expect(limits.body.data).toMatchObject({
      reserved: 0,
      spent: 2 * WANTED,
      available: 10_000 - 2 * WANTED,
    })
    const late = await call(cancelRun, { params: { id: runId } }, admin)
    expect(late.status).toBe(409)
  })
})
