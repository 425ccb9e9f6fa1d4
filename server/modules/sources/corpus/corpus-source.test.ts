import { afterAll, beforeAll } from 'vitest'
import { generatedPlaces } from '#server/testing/generated-places.ts'
import { ended, httpCall, startedImport } from '#server/testing/http-call.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { createCorpusSource } from './corpus-source.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  const origin = await t.listen()
  const admin = await t.admin()
  const answer = await startedImport(origin, admin, generatedPlaces({ rows: 60 }), { source: 'Made' })
  await ended(
    httpCall(() => origin),
    answer.body.data.id,
    admin,
  )
})
afterAll(() => t.close())

testLeadSource('the open corpus', () => ({
  source: createCorpusSource(t.app.ctx),
  queries: [
    { type: 'local', search: { source: 'corpus', keywords: 'made', has: [], radius_km: 25 } },
    {
      type: 'local',
      search: { source: 'corpus', near: { lat: 45, lon: -120 }, radius_km: 100, has: ['phone'] },
    },
  ],
}))
