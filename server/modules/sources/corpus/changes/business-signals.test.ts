import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leadSignals, leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { checkWebsites } from '#contract/prospecting/enrichment.ts'
import { createRunWorker, type RunContext, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import { createLiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { startedImport } from '#server/testing/http-call.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { corpusImportExecutor } from '../corpus-import.ts'

let t: TestApp
let origin: string
let admin: TestUser
beforeAll(async () => {
  t = await testApp({ crawl: { delayMs: 0 } })
  origin = await t.listen()
  admin = await t.admin()
})
afterAll(() => t?.close())

interface Place {
  id: string
  name?: string
  street?: string
  city?: string
  lat?: number
  website?: string
  status?: string
}
const COLUMNS = 'id,name,category,street,city,state,country,lat,lon,website,status'
const csv = (places: readonly Place[]) =>
  [
    COLUMNS,
    ...places.map(
      ({ id, name = `Bakery ${id}`, street = `${id.length} Elm Street`, city = 'Bend', ...more }) =>
        [
          id,
          name,
          'bakery',
          street,
          city,
          'Oregon',
          'US',
          more.lat ?? 44,
          -121,
          more.website,
          more.status,
        ].join(','),
    ),
  ].join('\n')

async function imported(source: string, places: readonly Place[]) {
  const answer = await startedImport(origin, admin, csv(places), { source })
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  expect(await t.finished(answer.body.data.id, admin)).toMatchObject({ state: 'succeeded' })
}

const EARLIER: Place[] = [
  { id: 'same', website: 'https://same.example' },
  { id: 'renamed', name: 'Old Mill Bread' },
  { id: 'respelled', name: 'Sunnyside Bread Hause' },
  { id: 'moved', lat: 44, street: '1 First Street' },
  { id: 'corrected', lat: 44, street: '2 Second Street' },
  { id: 'near', lat: 44, street: '3 Third Street' },
  { id: 'found', website: '' },
  { id: 'lost', website: 'https://lost.example' },
  { id: 'unread', website: 'https://unread.example' },
  { id: 'shut' },
  { id: 'gone' },
]
const NEWER: Place[] = [
  { id: 'same', website: 'https://same.example' },
  { id: 'renamed', name: 'Rye & Salt' },
  { id: 'respelled', name: 'Sunnyside Bread House' },
  { id: 'moved', lat: 44.1, street: '9 Ninth Street' },
  { id: 'corrected', lat: 44.1, street: '2 Second St' },
  { id: 'near', lat: 44.001, street: '4 Third Street' },
  { id: 'found', website: 'https://found.example' },
  { id: 'lost', website: '' },
  { id: 'unread', website: 'see our page' },
  { id: 'shut', status: 'closed' },
  { id: 'new' },
  { id: 'elsewhere', city: 'Burns' },
]

/** Signals of all places of a source, by key, without whether they have branches. */
async function changesOf(source: string, app = t): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ source_key: string; changes: object | null }>`
    select p.source_key, p.changes from corpus_place p join corpus_source s on s.id = p.source_id
    where s.name = ${source}`.execute(app.app.database.db)
  return Object.fromEntries(
    rows.flatMap(({ source_key, changes }) => (changes ? [[source_key, Object.keys(changes)]] : [])),
  )
}

const EXPECTED = {
  renamed: ['renamed'],
  moved: ['moved'],
  found: ['website_added'],
  lost: ['website_lost'],
  shut: ['closed'],
  gone: ['closed'],
  new: ['opened'],
}

/** A list of a search in the corpus, and its leads' signals by name. */
async function listOf(keywords: string) {
  const search = { keywords, include_closed: true }
  const made = await t.call(createList, { body: { name: keywords, type: 'local', search } }, admin)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
  await t.finished(made.body.data.run.id, admin)
  return made.body.data.id
}
async function signalsOf(listId: number) {
  const { body } = await t.call(
    leadSignals,
    { params: { type: 'local', id: listId }, query: { limit: 100 } },
    admin,
  )
  return Object.fromEntries(
    body.data.map(({ name, signals }) => [
      name,
      Object.fromEntries(signals.map(({ id, value, evidence }) => [id, { value, text: evidence.text }])),
    ]),
  )
}

it('says nothing after the first release, and what changed after the second', async () => {
  await imported('Releases', EARLIER)
  expect(await changesOf('Releases')).toEqual({})
  await imported('Releases', NEWER)
  expect(await changesOf('Releases')).toEqual(EXPECTED)
  // The same release again is no news.
  await imported('Releases', NEWER)
  expect(await changesOf('Releases')).toEqual(EXPECTED)
})

it('delivers changes with their evidence, as fields of a lead', async () => {
  const listId = await listOf('bend')
  const found = await signalsOf(listId)
  const day = new Date().toISOString().slice(0, 10)
  expect(found['Rye & Salt']).toEqual({
    renamed: { value: day, text: `Was called Old Mill Bread (Releases, ${day} and ${day})` },
  })
  expect(found['Bakery moved']?.moved?.text).toContain('Was at 1 First Street, Bend')
  expect(found['Bakery lost']?.website_lost?.text).toContain('Had the website https://lost.example')
  expect(found['Bakery shut']?.closed?.text).toContain('Marked as closed')
  expect(found['Bakery gone']?.closed?.text).toContain('No longer listed')
  expect(found['Bakery new']?.opened?.text).toContain('Not listed before')
  expect(found['Bakery same']).toEqual({
    several_places: { value: 'no', text: 'No other address with same.example in the business data' },
  })
  const custom_search = [{ field: 'renamed', operator: 'greater' as const, value: '2020-01-01' }]
  const page = await t.call(leads, { params: { type: 'local', id: listId }, body: { custom_search } }, admin)
  expect(page.body.data.map(({ values }) => values.name)).toEqual(['Rye & Salt'])
})

it('refreshes the signals of leads that are known, also those that no longer apply', async () => {
  const listId = await listOf('bend')
  const returned = NEWER.map((place) => ({
    ...place,
    status: '',
    name: place.id === 'same' ? 'Crumb' : place.name,
  }))
  await imported('Releases', [...(returned as Place[]), { id: 'gone' }])
  const body = { selection: { filters: {} } }
  const started = await t.call(checkWebsites, { params: { type: 'local', id: listId }, body }, admin)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  await t.finished(started.body.data.run.id, admin)
  const found = await signalsOf(listId)
  expect(found['Bakery same']?.renamed?.text).toContain('Was called Bakery same')
  expect(found['Bakery shut']).not.toHaveProperty('closed')
  expect(found['Bakery gone']).not.toHaveProperty('closed')
  expect(found['Rye & Salt']).toHaveProperty('renamed')
})

it('compares a file with the one that it replaces, and with no other', async () => {
  const bakeries = ['a', 'b', 'c'].map((id) => ({ id }))
  const others = ['d', 'e', 'f', 'g'].map((id) => ({ id }))
  await imported('Parts', bakeries)
  await imported('Parts', others)
  // Of the first file nothing, of the second three of four.
  await imported('Parts', [...others.slice(1), { id: 'h' }])
  expect(await changesOf('Parts')).toEqual({ d: ['closed'], h: ['opened'] })
  // Half of a file is not its newer edition.
  await imported('Parts', [{ id: 'a' }])
  expect(Object.keys(await changesOf('Parts'))).toEqual(['d', 'h'])
  // A file that more than doubles its places says nothing about the new ones.
  await imported('Grown', bakeries)
  await imported('Grown', [...bakeries, ...others])
  expect(await changesOf('Grown')).toEqual({})
})

it('knows a chain by its domain, and two records at one address as one', async () => {
  await imported('Chains', [
    { id: 'c1', name: 'Chain one', website: 'https://chain.example', lat: 44 },
    { id: 'c12', name: 'Chain two', website: 'https://chain.example', lat: 44.2 },
    { id: 'r1', name: 'Room one', website: 'https://rooms.example', street: '1 Hall', lat: 44 },
    { id: 'r2', name: 'Room two', website: 'https://rooms.example', street: '1 Hall, Room 2', lat: 44.001 },
  ])
  const chain = await signalsOf(await listOf('chain.example'))
  expect(chain['Chain one']?.several_places).toEqual({
    value: 'yes',
    text: '2 addresses with chain.example in the business data',
  })
  const rooms = await signalsOf(await listOf('rooms.example'))
  expect(rooms['Room one']?.several_places?.value).toBe('no')
})

it('notes the same changes when the import is killed on its way', async () => {
  const fillers = Array.from({ length: 2200 }, (_, at) => ({ id: `filler-${at}`, city: 'Salem' }))
  const quiet = await testApp({ roles: ['web'] })
  const bus = createLiveBus(quiet.databaseUrl, silentLog())
  try {
    const owner = await quiet.admin()
    const at = await quiet.listen()
    const executor = corpusImportExecutor(quiet.app.ctx)
    /** Imports a file with a worker that dies at these steps, and goes on. */
    const work = async (places: readonly Place[], diesAt: readonly number[]) => {
      const answer = await startedImport(at, owner, csv([...places, ...fillers]), { source: 'Killed' })
      let steps = 0
      const dying: RunExecutor = {
        ...executor,
        run: (context: RunContext) =>
          executor.run({
            ...context,
            step: (step) => {
              steps += 1
              return diesAt.includes(steps) ? Promise.reject(new Error('died')) : context.step(step)
            },
          }),
      }
      const worker = createRunWorker({ ...quiet.app.ctx, bus }, { executors: [dying] })
      await worker.execute(owner.accountId, answer.body.data.id)
      expect(steps).toBeGreaterThan(Math.max(0, ...diesAt))
    }
    await work(EARLIER, [])
    // The second batch of the first attempt, and the last step of the second.
    await work(NEWER, [3, 6])
    expect(await changesOf('Killed', quiet)).toEqual(EXPECTED)
  } finally {
    await bus.close()
    await quiet.close()
  }
})
