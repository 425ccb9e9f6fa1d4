import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { countSearch } from '#contract/prospecting/searches.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import { createRunWorker, type RunContext, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import { createLiveBus, type LiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { generatedPeople } from '#server/testing/generated-people.ts'
import { generatedPlaces } from '#server/testing/generated-places.ts'
import { startedImport } from '#server/testing/http-call.ts'
import { type OsmBlock, osmFile } from '#server/testing/osm-file.ts'
import { parquetFile } from '#server/testing/parquet-file.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { corpusImportExecutor } from './corpus-import.ts'

let t: TestApp
let origin: string
let bus: LiveBus
let admin: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  origin = await t.listen()
  bus = createLiveBus(t.databaseUrl, silentLog())
  admin = await t.admin()
})
afterAll(async () => {
  await bus.close()
  await t.close()
})

/** Two batches, so that an import can be broken off between them. */
const ROWS = 2200
const FIRST_BATCH = 2000
const numbers = Array.from({ length: ROWS }, (_, at) => at + 1)
const spot = (at: number) => ({ lat: 45 + at / 500, lon: -120 })

const feature = (at: number) => ({
  type: 'Feature',
  id: at,
  properties: { name: `Place ${at}` },
  geometry: { type: 'Point', coordinates: [spot(at).lon, spot(at).lat] },
})
const BLOCK = 350
/** Named places among others, in blocks that do not fit the batches. */
const osmBlocks: OsmBlock[] = Array.from({ length: Math.ceil(ROWS / BLOCK) }, (_, block) => ({
  nodes: numbers
    .filter((at) => Math.floor((at - 1) / BLOCK) === block)
    .flatMap((at) => [
      { id: at, ...spot(at), tags: { name: `Place ${at}`, shop: 'bakery' } },
      { id: 10_000 + at, ...spot(at) },
    ]),
}))

type Kind = 'places' | 'people'

const FILES: [format: string, file: () => Buffer | Promise<Buffer>, kind?: Kind][] = [
  ['people', () => generatedPeople({ rows: ROWS }), 'people'],
  ['csv', () => generatedPlaces({ rows: ROWS })],
  ['ndjson', () => Buffer.from(numbers.map((at) => `${JSON.stringify(feature(at))}\n`).join(''))],
  [
    'geojson',
    () => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: numbers.map(feature) })),
  ],
  ['osm.pbf', () => osmFile(...osmBlocks)],
  [
    'parquet',
    () =>
      parquetFile(
        numbers.map((at) => ({
          fsq_place_id: `${at}`,
          name: `Place ${at}`,
          latitude: spot(at).lat,
          longitude: spot(at).lon,
        })),
        { rowGroupSize: 700 },
      ),
  ],
]

/** The same work, with other steps. */
const withStep = (
  executor: RunExecutor,
  step: (take: () => Promise<void>) => Promise<void>,
): RunExecutor => ({
  ...executor,
  run: (context: RunContext) => executor.run({ ...context, step: (work) => step(() => context.step(work)) }),
})

/** The same work, broken off once: at its second batch, after its beginning and its first, as if its process had died. */
function brokenOff(
  executor: RunExecutor,
  beforeThat: () => Promise<void>,
): { executor: RunExecutor; broken: () => boolean } {
  let steps = 0
  return {
    broken: () => steps > 2,
    executor: withStep(executor, async (step) => {
      steps += 1
      if (steps !== 3) return step()
      await beforeThat()
      throw new Error('died')
    }),
  }
}

/** How many businesses a search finds: those of the second source are those of the first. */
async function matches(): Promise<number> {
  const body = { type: 'local', search: { keywords: 'e', include_closed: true } } as const
  return (await t.call(countSearch, { body }, admin)).body.data.matched
}

const executorOfImports = (): RunExecutor => corpusImportExecutor(t.app.ctx)

async function started(file: Buffer, source: string, kind: Kind = 'places'): Promise<number> {
  const answer = await startedImport(origin, admin, file, { source, kind })
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data.id
}

const worked = (id: number, executor: RunExecutor) =>
  createRunWorker({ ...t.app.ctx, bus }, { executors: [executor] }).execute(admin.accountId, id)

async function imported(file: Buffer, source: string, executor: RunExecutor, kind: Kind = 'places') {
  const id = await started(file, source, kind)
  const { db } = t.app.database
  await worked(id, executor)
  const table = kind === 'people' ? 'corpus_person' : 'corpus_place'
  // Key, time and run differ between two imports of one file.
  const { rows: places } = await sql<{ source_key: string }>`
    select to_jsonb(p) - '{id,source_id,entity_key,observed_at,import_run_id,added_run_id}'::text[] as row, p.source_key
    from ${sql.table(table)} p join corpus_source s on s.id = p.source_id
    where s.name = ${source} order by p.id`.execute(db)
  return { run: (await t.call(showRun, { params: { id } }, admin)).body.data, places }
}

it.each(FILES)(
  'an interrupted import of %s continues and ends with the same rows',
  async (format, make, kind) => {
    const file = await make()
    const executor = executorOfImports()
    const whole = await imported(file, `whole ${format}`, executor, kind)
    const before = await matches()
    const shown: number[] = []
    const once = brokenOff(executor, async () => void shown.push(await matches()))
    const resumed = await imported(file, `broken ${format}`, once.executor, kind)
    expect(once.broken()).toBe(true)
    // An unfinished import is not shown.
    expect(shown).toEqual([before])
    // Everything equals the result of the first import.
    expect(await matches()).toBe(before)
    for (const { run } of [whole, resumed])
      expect(run).toMatchObject({
        state: 'succeeded',
        counts: { imported: ROWS, updated: 0, unchanged: 0, rejected: 0 },
        done: file.length,
      })
    expect(resumed.places).toEqual(whole.places)
    expect(new Set(resumed.places.map(({ source_key }) => source_key)).size).toBe(ROWS)
  },
)

it('a stopped import keeps its rows and reports how many', async () => {
  const file = generatedPlaces({ rows: ROWS, prefix: 'stopped' })
  const id = await started(file, 'stopped')
  let steps = 0
  const stopped = withStep(executorOfImports(), async (step) => {
    await step()
    steps += 1
    if (steps === 2) expect((await t.call(cancelRun, { params: { id } }, admin)).status).toBe(200)
  })
  await worked(id, stopped)
  expect((await t.call(showRun, { params: { id } }, admin)).body.data).toMatchObject({
    state: 'cancelled',
    counts: { imported: FIRST_BATCH },
  })
  const sources = (await t.call(corpusSources, {}, admin)).body.data
  expect(sources.find(({ name }) => name === 'stopped')?.places).toBe(FIRST_BATCH)

  const { run } = await imported(file, 'stopped', executorOfImports())
  expect(run.counts).toEqual({
    imported: ROWS - FIRST_BATCH,
    updated: FIRST_BATCH,
    unchanged: FIRST_BATCH,
    rejected: 0,
  })
})
