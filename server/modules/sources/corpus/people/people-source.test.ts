import { afterAll, beforeAll } from 'vitest'
import { generatedPeople } from '#server/testing/generated-people.ts'
import { ended, httpCall, startedImport } from '#server/testing/http-call.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { createCorpusSource } from '../corpus-source.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  const origin = await t.listen()
  const admin = await t.admin()
  const file = generatedPeople({ rows: 60 })
  const answer = await startedImport(origin, admin, file, { source: 'Made', kind: 'people' })
  await ended(
    httpCall(() => origin),
    answer.body.data.id,
    admin,
  )
})
afterAll(() => t.close())

testLeadSource('people of the open corpus', () => ({
  source: createCorpusSource(t.app.ctx),
  queries: [
    { type: 'people', search: { source: 'corpus', keywords: 'made', seniority: [], has: [] } },
    {
      type: 'people',
      search: {
        source: 'corpus',
        position: 'managing director',
        place: 'Berlin',
        seniority: [],
        has: ['email'],
      },
    },
  ],
}))
