import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { createList, listDataSources } from '#contract/leads/lists.ts'
import { countSearch } from '#contract/prospecting/searches.ts'
import { ended, httpCall, startedImport } from '#server/testing/http-call.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
const call = httpCall(() => origin)
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
afterAll(() => t.close())

it('names the data source of a search, its list and its file, with licence and attribution', async () => {
  const admin = await t.admin()
  const importPlaces = async (source: string, licence: string, rows: string) => {
    const file = `id,name,website\n${rows}`
    const made = await startedImport(origin, admin, file, { source, licence })
    await ended(call, made.body.data.id, admin)
  }
  await importPlaces('osm', 'ODbL-1.0', '1,Sourced Elm,\n2,Sourced Oak,\n')
  await importPlaces('City register', 'CC BY 4.0', '1,Sourced Fir,https://fir.example\n')
  await importPlaces('Unasked', 'CC0', '1,Elsewhere,\n')
  const user = await t.account({ credits: 10 })
  const body = { type: 'local' as const, search: { keywords: 'sourced' } }
  const count = (await call(countSearch, { body }, user)).body.data
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(count.data_sources).toEqual([
    { source: 'City register', licence: 'CC BY 4.0', data_as_of: today },
    { source: 'osm', licence: 'ODbL-1.0', data_as_of: today },
  ])
  const made = await call(createList, { body: { name: 'Sourced', ...body } }, user)
  const { id, run } = made.body.data
  await ended(call, run.id, user)
  expect((await call(listDataSources, { params: { id } }, user)).body.data).toEqual([
    {
      source: 'osm',
      licence: 'ODbL-1.0',
      attribution: '© OpenStreetMap contributors, ODbL-1.0',
      attribution_url: 'https://www.openstreetmap.org/copyright',
      leads: 2,
      data_as_of: today,
    },
    {
      source: 'City register',
      licence: 'CC BY 4.0',
      attribution: 'City register, CC BY 4.0',
      attribution_url: null,
      leads: 1,
      data_as_of: today,
    },
  ])
  const ticket = await call(
    exportList,
    { body: { list_id: id, columns: ['name'], provenance: true, headings: 'fields' } },
    user,
  )
  const lines = (await (await fetch(origin + ticket.body.data.url)).text()).trim().split('\r\n')
  expect(lines[0]).toBe('name,name_source,name_date,data_licence,data_attribution')
  expect(lines.find((line) => line.startsWith('Sourced Elm,osm,'))).toMatch(
    /,ODbL-1\.0,"© OpenStreetMap contributors, ODbL-1\.0"$/,
  )
})
