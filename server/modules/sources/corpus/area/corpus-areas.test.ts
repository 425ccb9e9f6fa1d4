import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import {
  estimateArea,
  fetchArea,
  refreshSource,
  removalOfSource,
  removeSource,
  scheduleSource,
} from '#contract/sources/corpus-areas.ts'
import { createRunWorker, type RunContext, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import { createLiveBus, type LiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import type { TestUser } from '#server/testing/factories.ts'
import {
  gridOfPlaces,
  type OvertureBaseServer,
  type OverturePlace,
  overtureFile,
  startOvertureBase,
} from '#server/testing/overture-base.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { findArea, setSchedule, storeArea } from './area-store.ts'
import { corpusFetchExecutor } from './fetch-executor.ts'
import { startDueAreaRefreshes } from './refresh-areas.ts'
import { corpusRemoveExecutor } from './remove-executor.ts'

/** 42 by 70 places around Portland, Oregon: the first 30 columns are more than a batch of an import. */
const GRID = gridOfPlaces({ wide: 42, high: 70, west: -122.9, south: 45.3, rise: 0.005 })
const bbox = { west: -122.9005, south: 45.2, east: -122.6005, north: 46 }
const IN_BOX = GRID.filter(({ lon }) => lon < bbox.east)
/** Five of these columns, for what no batch matters to. */
const small = { ...bbox, east: -122.8505 }
const IN_SMALL = GRID.filter(({ lon }) => lon < small.east)
const OLD_FILES = [IN_BOX, GRID.slice(IN_BOX.length)].map((places) => overtureFile(places, 500))
const OLD = '2026-09-23.0'
const NEW = '2026-10-21.0'

let t: TestApp
let admin: TestUser
let server: OvertureBaseServer
let bus: LiveBus
beforeAll(async () => {
  server = await startOvertureBase({})
  t = await testApp({ roles: ['web'], overtureBase: server.address })
  bus = createLiveBus(t.databaseUrl, silentLog())
  admin = await t.admin()
})
afterAll(async () => {
  await bus.close()
  await t.close()
  await server.close()
})
beforeEach(() => {
  for (const [at, file] of OLD_FILES.entries()) server.put(OLD, `part-${at}.parquet`, file)
})
afterEach(() => {
  server.fail(null)
  server.remove(NEW)
})

const db = () => t.app.database.db
const executorsOf = (): RunExecutor[] => [corpusFetchExecutor(t.app.ctx), corpusRemoveExecutor(t.app.ctx)]
const executorOf = (kind: string) => executorsOf().find((executor) => executor.kind === kind) as RunExecutor
const work = (id: number, executors = executorsOf()) =>
  createRunWorker({ ...t.app.ctx, bus }, { executors }).execute(admin.accountId, id)
const runOf = async (id: number) => (await t.call(showRun, { params: { id } }, admin)).body.data

async function fetched(source: string, body: object = { bbox }) {
  const started = await t.call(fetchArea, { body: { ...body, source } as never }, admin)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  await work(started.body.data.id)
  return runOf(started.body.data.id)
}
const sourceNamed = async (name: string) =>
  (await t.call(corpusSources, {}, admin)).body.data.find((source) => source.name === name)!
const placesOf = async (name: string) =>
  (
    await sql<{
      id: number
      source_key: string
      entity_key: string
      name: string
      vanished_at: Date | null
      changes: object | null
    }>`
      select p.id, p.source_key, p.entity_key, p.name, p.vanished_at, p.changes from corpus_place p
      join corpus_source s on s.id = p.source_id where s.name = ${name} order by p.source_key`.execute(db())
  ).rows

const [renamed, gone, ...others] = GRID as [OverturePlace, OverturePlace, ...OverturePlace[]]
const NEWER_FILE = overtureFile(
  [{ ...renamed, name: 'Renamed' }, { id: 'new-one', name: 'New', lat: 45.4, lon: -122.87 }, ...others],
  500,
)
/** The newer release: one place renamed, one gone, one new, the others as they were. */
const publishNewer = () => server.put(NEW, 'part-0.parquet', NEWER_FILE)

describe('an estimate', () => {
  it('shows what an area takes before anything is fetched', async () => {
    server.reset()
    const { status, body } = await t.call(
      estimateArea,
      { body: { near: 'Portland, Oregon', radius_km: 10 } },
      admin,
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      release: OLD,
      label: 'Portland, Oregon, United States, 10 km around',
      files_in_release: 2,
      licence: 'CDLA-Permissive-2.0',
      attribution: expect.stringContaining('Overture Maps Foundation'),
    })
    expect(body.data.places).toBeGreaterThan(100)
    expect(body.data.places).toBeLessThan(3000)
    expect(body.data.disk_bytes).toBeGreaterThan(0)
    expect(body.data.seconds).toBeGreaterThan(0)
    expect(body.data.square_km).toBeGreaterThan(380)
    expect(body.data.square_km).toBeLessThan(420)
    const { rows } = await sql`select 1 from corpus_source where name = 'Overture'`.execute(db())
    expect(rows).toEqual([])
  })

  it('uses the newest or a named release, and two boxes across the date line', async () => {
    publishNewer()
    const release = async (more: object) =>
      (await t.call(estimateArea, { body: { bbox, ...more } as never }, admin)).body.data.release
    expect(await release({})).toBe(NEW)
    expect(await release({ release: OLD })).toBe(OLD)
    const across = await t.call(
      estimateArea,
      { body: { bbox: { west: 179, south: -10, east: -179, north: 10 } } },
      admin,
    )
    expect(across.body.data).toMatchObject({
      boxes: [
        { west: 179, east: 180 },
        { west: -180, east: -179 },
      ],
      places: 0,
    })
  })

  it('refuses invalid areas and unreadable bases', async () => {
    const output = async (body: object) => (await t.call(estimateArea, { body: body as never }, admin)).error
    expect(await output({})).toMatchObject({ code: 'validation_failed', fields: { near: expect.anything() } })
    expect(await output({ bbox, near: 'Portland' })).toMatchObject({ fields: { near: expect.anything() } })
    expect(await output({ bbox: { west: 0, south: 2, east: 1, north: 1 } })).toMatchObject({
      fields: { 'bbox.south': expect.anything() },
    })
    expect(await output({ near: 'Nowhereville' })).toMatchObject({
      fields: { near: expect.stringContaining('Nowhereville') },
    })
    expect(await output({ bbox, release: '2020-01-01.0' })).toMatchObject({
      code: 'source_failed',
      message: expect.stringContaining('no places for release 2020-01-01.0'),
    })
    server.fail('ignores ranges')
    expect(await output({ bbox })).toMatchObject({
      code: 'source_failed',
      message: expect.stringContaining('ignores ranges'),
    })
  })
})

describe('a fetch', () => {
  it('imports the places of the box and no others, with licence and release', async () => {
    const run = await fetched('whole', { bbox: small })
    expect(run).toMatchObject({ state: 'succeeded', counts: { imported: IN_SMALL.length, rejected: 0 } })
    expect(run.done).toBe(run.total)
    expect((await placesOf('whole')).map(({ source_key }) => source_key)).toEqual(
      IN_SMALL.map(({ id }) => id).sort(),
    )
    expect(await sourceNamed('whole')).toMatchObject({
      places: IN_SMALL.length,
      licence: 'CDLA-Permissive-2.0',
      data_as_of: '2026-09-23T00:00:00.000Z',
      area: { release: OLD, difference: { added: IN_SMALL.length, before: null, vanished: 0 } },
    })
  })

  it.each([2, 3])('interrupted at step %d continues where it was', async (breakAt) => {
    const started = await t.call(fetchArea, { body: { bbox, source: `broken ${breakAt}` } }, admin)
    const executor = executorOf('corpus_fetch')
    let steps = 0
    const dying: RunExecutor = {
      ...executor,
      run: (context: RunContext) =>
        executor.run({
          ...context,
          step: (step) => {
            steps += 1
            return steps === breakAt ? Promise.reject(new Error('died')) : context.step(step)
          },
        }),
    }
    await work(started.body.data.id, [dying])
    expect(steps).toBeGreaterThan(breakAt)
    expect(await runOf(started.body.data.id)).toMatchObject({
      state: 'succeeded',
      counts: { imported: IN_BOX.length, updated: 0 },
    })
    expect(await placesOf(`broken ${breakAt}`)).toHaveLength(IN_BOX.length)
  })

  it('that is cancelled keeps its rows', async () => {
    const started = await t.call(fetchArea, { body: { bbox, source: 'stopped' } }, admin)
    const executor = executorOf('corpus_fetch')
    const { id } = started.body.data
    let steps = 0
    await work(id, [
      {
        ...executor,
        run: (context: RunContext) =>
          executor.run({
            ...context,
            step: async (step) => {
              await context.step(step)
              steps += 1
              if (steps === 2) await t.call(cancelRun, { params: { id } }, admin)
            },
          }),
      },
    ])
    expect(await runOf(id)).toMatchObject({ state: 'cancelled', counts: { imported: 2000 } })
    expect((await sourceNamed('stopped')).area).toMatchObject({ release: null, difference: null })
  })

  it('ends with an explanation when a file is replaced after it started', async () => {
    const started = await t.call(fetchArea, { body: { bbox: small, source: 'replaced' } }, admin)
    server.put(OLD, 'part-0.parquet', overtureFile(GRID.slice(0, 500), 500))
    await work(started.body.data.id)
    expect(await runOf(started.body.data.id)).toMatchObject({
      state: 'failed',
      error: { code: 'source_failed', message: expect.stringContaining('has changed at its source') },
    })
  })

  it('of one source waits for the other', async () => {
    const first = await t.call(fetchArea, { body: { bbox: small, source: 'twice' } }, admin)
    const second = await t.call(fetchArea, { body: { bbox: small, source: 'twice' } }, admin)
    expect(second.error).toMatchObject({ code: 'conflict' })
    await work(first.body.data.id)
  })
})

describe('a refresh', () => {
  it('keeps ids, marks vanished places, and shows the difference; returning places are current again', async () => {
    await fetched('fresh', { bbox: small })
    const before = await placesOf('fresh')
    const source = await sourceNamed('fresh')
    const upToDate = await t.call(refreshSource, { params: { id: source.id } }, admin)
    expect(upToDate.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('up to date') })

    publishNewer()
    const refresh = await t.call(refreshSource, { params: { id: source.id } }, admin)
    expect(refresh.status).toBe(201)
    await work(refresh.body.data.id)
    const run = await runOf(refresh.body.data.id)
    expect(run).toMatchObject({
      state: 'succeeded',
      counts: { imported: 1, updated: IN_SMALL.length - 1, unchanged: IN_SMALL.length - 2, vanished: 1 },
    })
    const after = new Map((await placesOf('fresh')).map((place) => [place.source_key, place]))
    for (const { id, source_key, entity_key } of before)
      expect(after.get(source_key)).toMatchObject({ id, entity_key })
    expect(after.get(renamed.id)?.name).toBe('Renamed')
    expect(
      [...after.values()].filter(({ vanished_at }) => vanished_at).map(({ source_key }) => source_key),
    ).toEqual([gone.id])
    expect((await sourceNamed('fresh')).area).toMatchObject({
      release: NEW,
      difference: {
        release: NEW,
        before: OLD,
        added: 1,
        updated: 1,
        vanished: 1,
        unchanged: IN_SMALL.length - 2,
      },
    })

    const days = { before: '2026-09-23', at: '2026-10-21' }
    const changes = [...after.values()].flatMap((place) =>
      place.changes ? [[place.source_key, place.changes]] : [],
    )
    expect(Object.fromEntries(changes)).toEqual({
      [renamed.id]: { renamed: { ...days, was: renamed.name } },
      [gone.id]: { closed: days },
      'new-one': { opened: days },
    })

    // Another area of the same source says nothing about places outside of it.
    await fetched('fresh', { bbox: { west: -122.5, south: 45.2, east: -122.4, north: 46 }, release: OLD })
    expect((await placesOf('fresh')).filter(({ vanished_at }) => vanished_at)).toHaveLength(1)
    await fetched('fresh', { bbox: small, release: OLD })
    const back = (await placesOf('fresh')).filter(({ vanished_at }) => vanished_at)
    expect(back.map(({ source_key }) => source_key)).toEqual(['new-one'])
    // The older release is no news, and what was in no release before is not known to be new.
    expect((await placesOf('fresh')).filter(({ changes }) => changes)).toHaveLength(3)
  })

  it('that is interrupted remembers what it has seen', async () => {
    await fetched('met')
    publishNewer()
    const { id } = await sourceNamed('met')
    const refresh = await t.call(refreshSource, { params: { id } }, admin)
    const executor = executorOf('corpus_fetch')
    let steps = 0
    await work(refresh.body.data.id, [
      {
        ...executor,
        run: (context: RunContext) =>
          executor.run({
            ...context,
            step: (step) => {
              steps += 1
              // The second batch of the first attempt, and the end of the second.
              return [3, 6].includes(steps) ? Promise.reject(new Error('died')) : context.step(step)
            },
          }),
      },
    ])
    expect(await runOf(refresh.body.data.id)).toMatchObject({ state: 'succeeded', counts: { vanished: 1 } })
  })

  it('starts automatically once, in the hour of its time zone, and says why when it cannot', async () => {
    await fetched('planned', { bbox: small })
    const { id } = await sourceNamed('planned')
    const schedule = (body: object) =>
      t.call(scheduleSource, { params: { id }, body: { hour: 4, ...body } as never }, admin)
    const set = await schedule({ every: 'weekly', time_zone: 'America/Los_Angeles' })
    const first = new Date(set.body.data.schedule.next_at!)
    const there = new Intl.DateTimeFormat('en', {
      timeZone: 'America/Los_Angeles',
      weekday: 'long',
      hour: 'numeric',
    })
    expect(there.format(first)).toBe('Monday 4 AM')
    const started = async () =>
      (await db().selectFrom('run').select(['id', 'title', 'account_id']).execute()).filter(
        ({ title }) => title === `Refresh of planned to ${NEW}`,
      )
    const startDue = (at: Date) => startDueAreaRefreshes(t.app.ctx, at)
    publishNewer()
    await startDue(new Date(first.getTime() - 1000))
    expect(await started()).toEqual([])

    await Promise.all([startDue(first), startDue(first), startDue(first)])
    const [run, ...others] = await started()
    expect(others).toEqual([])
    expect(run).toMatchObject({ account_id: admin.accountId })
    const second = new Date((await sourceNamed('planned')).area!.schedule.next_at!)
    expect(second.getTime()).toBeGreaterThan(first.getTime() + 6 * 24 * 3_600_000)
    expect(there.format(second)).toBe('Monday 4 AM')
    await work(run!.id)

    // Having nothing newer is not an error. An unreachable base is one, and the next slot retries.
    await startDue(second)
    expect((await sourceNamed('planned')).area).toMatchObject({ release: NEW, problem: null })
    const third = new Date((await sourceNamed('planned')).area!.schedule.next_at!)
    server.fail('down')
    await startDue(third)
    expect((await sourceNamed('planned')).area?.problem).toContain('answers with status 500')
    expect(await started()).toHaveLength(1)

    server.fail(null)
    const never = await schedule({ every: 'never', time_zone: 'UTC' })
    expect(never.body.data).toMatchObject({ schedule: { next_at: null }, problem: null })
    const wrong = await schedule({ every: 'weekly', time_zone: 'Mars/Base' })
    expect(wrong.error).toMatchObject({ fields: { time_zone: expect.stringContaining('Mars/Base') } })
  })

  it.each([
    // Clocks go forward on the night of the first moment, and back in the other.
    ['weekly', 4, 'Europe/Oslo', '2026-03-27T12:00:00Z', '2026-03-30T02:00:00.000Z'],
    ['weekly', 4, 'Europe/Oslo', '2026-10-23T12:00:00Z', '2026-10-26T03:00:00.000Z'],
    ['weekly', 4, 'UTC', '2026-11-23T03:59:59Z', '2026-11-23T04:00:00.000Z'],
    ['weekly', 4, 'UTC', '2026-11-23T04:00:00Z', '2026-11-30T04:00:00.000Z'],
    ['monthly', 23, 'Asia/Tokyo', '2026-12-01T14:00:00Z', '2027-01-01T14:00:00.000Z'],
  ] as const)('%s at %d in %s is due after %s at %s', async (every, hour, time_zone, now, expected) => {
    const { rows } = await sql<{ id: number }>`
      insert into corpus_source (name, licence) values (${`due ${now} ${every}`}, 'x') returning id`.execute(
      db(),
    )
    const id = rows[0]!.id
    await storeArea(db(), { sourceId: id, label: 'x', boxes: [] })
    const by = { accountId: admin.accountId, userId: 1, now: new Date(now) }
    await setSchedule(db(), id, { every, hour, time_zone }, by)
    expect((await findArea(db(), id))?.next_at?.toISOString()).toBe(expected)
  })
})

describe('removing a source', () => {
  it('shows what is deleted, deletes all of it, and leaves the others', async () => {
    await fetched('kept', { bbox: small })
    await fetched('removed')
    const { id } = await sourceNamed('removed')
    await sql`insert into corpus_person (source_id, source_key, entity_key, licence, name, added_run_id, search)
      values (${id}, 'p', 'removed:p', 'x', 'Ann', 0, 'ann')`.execute(db())
    const removal = await t.call(removalOfSource, { params: { id } }, admin)
    expect(removal.body.data).toMatchObject({ name: 'removed', places: IN_BOX.length, linked: IN_BOX.length })
    const started = await t.call(removeSource, { params: { id } }, admin)
    expect(started.status).toBe(202)
    const repeated = await t.call(removeSource, { params: { id } }, admin)
    expect(repeated.error).toMatchObject({ code: 'conflict' })
    const refill = await t.call(fetchArea, { body: { bbox, source: 'removed' } }, admin)
    expect(refill.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('removed') })
    await work(started.body.data.id)
    expect(await runOf(started.body.data.id)).toMatchObject({
      state: 'succeeded',
      counts: { removed: IN_BOX.length + 1 },
      done: IN_BOX.length + 1,
    })
    expect(await sourceNamed('removed')).toBeUndefined()
    expect(await placesOf('kept')).toHaveLength(IN_SMALL.length)
    expect((await t.call(removalOfSource, { params: { id } }, admin)).error).toMatchObject({
      code: 'not_found',
    })
    expect((await t.call(removeSource, { params: { id } }, admin)).error).toMatchObject({ code: 'not_found' })
  })
})
