import { expect } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import { showList } from '#contract/leads/lists.ts'
import { leadImportResult } from '#contract/prospecting/lead-imports.ts'
import { countSearch } from '#contract/prospecting/searches.ts'
import { corpusSources, rejectedRows } from '#contract/sources/corpus.ts'
import { generatedPlaces } from '../generated-places.ts'
import { ended, startedImport } from '../http-call.ts'
import { makeXlsx } from '../xlsx-file.ts'
import { type Hold, holdBetweenBatches } from './hold.ts'
import { type KillRow, made, startImportOf, type World } from './world.ts'

/** Four batches. Every tenth row repeats the one before it, and every hundredth is empty. */
const LEADS = 4000
const REPEATED = LEADS / 10
const NOBODY = LEADS / 100
const NEW = LEADS - REPEATED - NOBODY

const isImporting = async ({ call, admin }: World, id: number) =>
  ((await call(showRun, { params: { id } }, admin)).body.data.counts.imported ?? 0) > 0

export function createLeadImportRow(form: 'csv' | 'xlsx'): KillRow {
  const head = ['Name', 'Email', 'City']
  const rows = Array.from({ length: LEADS }, (_, n) => {
    if (n % 100 === 50) return ['Nobody', '', 'Rome']
    return [`P ${n}`, `p${n % 10 === 9 ? n - 1 : n}@${form}.example`, 'Rome']
  })
  const csv = () => [head, ...rows].map((row) => `${row.join(',')}\n`).join('')
  let [runId, listId] = [0, 0]
  let hold: Hold | undefined
  return {
    title: `an import of leads (${form}): continues, counts each row once, and can be undone as a whole`,
    async start(world) {
      const file = form === 'csv' ? csv() : makeXlsx([head, ...rows])
      const lock = `select pg_advisory_xact_lock(hashtext('lead_import'), ${world.admin.accountId})`
      const to = { new_list: `Killed ${form}`, type: 'people' as const }
      const begin = () => startImportOf(world, file, to)
      const held = await holdBetweenBatches(world, lock, begin, (run) => isImporting(world, run.runId))
      hold = held.hold
      ;({ runId, listId } = held.started)
      return [runId]
    },
    release: () => hold?.release(),
    async check({ call, admin }) {
      const counts = { imported: NEW, merged: REPEATED, rejected: NOBODY }
      expect(await ended(call, runId, admin)).toMatchObject({ state: 'succeeded', cost: 0, counts })
      const params = { type: 'people' as const, id: listId }
      const totals = async () => [
        (await call(showList, { params: { id: listId } }, admin)).body.data.total,
        (await call(leads, { params, body: {} }, admin)).body.total,
      ]
      expect(await totals()).toEqual([NEW, NEW])
      const result = await call(leadImportResult, { params: { run_id: runId } }, admin)
      const undo_token = result.body.data.undo_token as number
      const undone = await call(undoChange, { params, body: { undo_token } }, admin)
      expect(undone.body).toMatchObject({ count: NEW, left: 0 })
      expect(await totals()).toEqual([0, 0])
    },
  }
}

/** Rows of the places file, more than two batches; every 1,000th is ragged. */
const PLACES = 5000
const RAGGED = PLACES / 1000
const AROUND = { lat: -45, lon: 60 }

/** The corpus has each row once, and each rejected line is listed once. */
async function expectPlaces({ call, admin }: World, runId: number): Promise<void> {
  const places = PLACES - RAGGED
  const sources = await call(corpusSources, {}, admin)
  expect(sources.body.data.find(({ name }) => name === 'generated')).toMatchObject({ places })
  const body = { type: 'local' as const, search: { category: 'brewery', near: AROUND, radius_km: 100 } }
  expect((await call(countSearch, { body }, admin)).body.data.matched).toBe(places)
  const rejected = await call(rejectedRows, { params: { run_id: runId } }, admin)
  expect(rejected.body.data.map(({ line }) => line)).toEqual(
    Array.from({ length: RAGGED }, (_, index) => (index + 1) * 1000 + 1),
  )
}

/** A places file for the corpus. */
export function createCorpusImportRow(): KillRow {
  const file = generatedPlaces({ rows: PLACES, raggedEvery: 1000, prefix: 'new', around: AROUND })
  let runId = 0
  let hold: Hold | undefined
  return {
    title: 'an import of places: continues, stores each row once, and changes nothing when repeated',
    async setUp({ url, admin, call }) {
      const row = generatedPlaces({ rows: 1, prefix: 'new', around: AROUND })
      await ended(call, made(await startedImport(url, admin, row)).id, admin)
    },
    async start(world) {
      const { url, admin, query } = world
      const [source] = await query<{ id: number }>(`select id from corpus_source where name = 'generated'`)
      const lock = `select pg_advisory_xact_lock(hashtext('corpus source'), ${source?.id})`
      const begin = async (): Promise<number> => made(await startedImport(url, admin, file)).id
      const held = await holdBetweenBatches(world, lock, begin, (id) => isImporting(world, id))
      hold = held.hold
      runId = held.started
      return [runId]
    },
    release: () => hold?.release(),
    async check(world) {
      const { url, call, admin } = world
      // One of its rows existed before.
      const counts = { imported: PLACES - RAGGED - 1, updated: 1, unchanged: 1, rejected: RAGGED }
      expect(await ended(call, runId, admin)).toMatchObject({ state: 'succeeded', counts })
      await expectPlaces(world, runId)
      const again = made(await startedImport(url, admin, file)).id
      const all = PLACES - RAGGED
      const same = { imported: 0, updated: all, unchanged: all, rejected: RAGGED }
      expect((await ended(call, again, admin)).counts).toEqual(same)
      await expectPlaces(world, again)
    },
  }
}
