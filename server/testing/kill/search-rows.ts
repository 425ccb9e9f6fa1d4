import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { ledger } from '#contract/accounts/wallet.ts'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { exportList } from '#contract/core/files.ts'
import { createList, lists, renameList } from '#contract/leads/lists.ts'
import { generatedPlaces } from '../generated-places.ts'
import { ended, startedImport } from '../http-call.ts'
import { type Hold, holdBetweenBatches } from './hold.ts'
import { type KillRow, made, type World } from './world.ts'

/** Several batches. */
const WANTED = 1000
const search = { category: 'brewery', near: { lat: 45, lon: -120 }, radius_km: 100 }

/** All ledger lines of a run that spends. */
async function spentLines({ call, admin }: World, runId: number) {
  const lines = []
  for (let page = 1; ; page += 1) {
    const { body } = await call(ledger, { query: { run_id: runId, page, limit: 200 } }, admin)
    lines.push(...body.data.filter((line) => line.credit === 'spent'))
    if (page * 200 >= body.total) return lines
  }
}

async function exported({ url, call, admin }: World, listId: number): Promise<Record<string, string>[]> {
  const { body } = await call(exportList, { body: { list_id: listId, headings: 'fields' } }, admin)
  const file = await fetch(`${url}${body.data.url}`)
  return parse(await file.text(), { columns: true })
}

/** A corpus search that stops after a batch. */
function createSearch(name: string, limit: number) {
  let [listId, runId] = [0, 0]
  let hold: Hold | undefined
  return {
    listId: () => listId,
    runId: () => runId,
    async start(world: World) {
      const { call, admin } = world
      const body = { name, type: 'local' as const, search, limit }
      const { hold: held, started } = await holdBetweenBatches(
        world,
        `select from wallet where account_id = ${admin.accountId} for update`,
        async () => made(await call(createList, { body }, admin)),
        async ({ run: { id } }) => {
          const { counts } = (await call(showRun, { params: { id } }, admin)).body.data
          return (counts.delivered ?? 0) > 0
        },
      )
      hold = held
      ;[listId, runId] = [started.id, started.run.id]
      return [runId]
    },
    release: () => hold?.release(),
    /** The list has each lead once, and `paid` of them were paid once. */
    async expectWhole(world: World, paid: number) {
      expect(await ended(world.call, runId, world.admin)).toMatchObject({
        state: 'succeeded',
        cost: paid,
        reserved: 0,
        counts: { delivered: limit, charged: paid, already_in_list: 0 },
      })
      const rows = await exported(world, listId)
      expect(rows).toHaveLength(limit)
      expect(new Set(rows.map((row) => row.name)).size).toBe(limit)
      const lines = await spentLines(world, runId)
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(paid)
      expect(new Set(lines.map((line) => line.lead_id)).size).toBe(paid)
    },
  }
}

/** Searches of one part of the corpus: the second finds what the first has paid for, and as much again. */
export function createCorpusSearchRows(): { first: KillRow; second: KillRow } {
  const first = createSearch('Found', WANTED)
  const second = createSearch('Found later', 2 * WANTED)
  const name = 'Kept through it all'
  return {
    first: {
      title: 'a search: continues, delivers each lead once and charges it once',
      async setUp({ url, call, admin }) {
        const file = generatedPlaces({ rows: 2 * WANTED })
        await ended(call, made(await startedImport(url, admin, file, { source: 'first' })).id, admin)
      },
      start: first.start,
      release: first.release,
      check: (world) => first.expectWhole(world, WANTED),
    },
    second: {
      title: 'a search: keeps acknowledged leads, and charges nothing for leads paid before',
      async start(world) {
        const runs = await second.start(world)
        const params = { id: second.listId() }
        const renamed = await world.call(renameList, { params, body: { name } }, world.admin)
        expect(renamed.status).toBe(200)
        return runs
      },
      release: second.release,
      async check(world) {
        const { call, admin } = world
        const keptLists = await call(lists, { query: { search: 'kept through' } }, admin)
        expect(keptLists.body.data).toMatchObject([{ id: second.listId() }])
        await second.expectWhole(world, WANTED)
        expect((await call(cancelRun, { params: { id: second.runId() } }, admin)).status).toBe(409)
      },
    },
  }
}
