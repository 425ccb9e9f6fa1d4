import { afterAll, beforeAll, expect, it } from 'vitest'
import { libraryKit } from '#contract/admin/kit-library.ts'
import { applyKit } from '#contract/admin/kits.ts'
import { LeadFilters, leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it.each(['web-design-agency', 'local-seo', 'wholesale'])(
  'sample leads show “%s” at work: reasons with evidence that says they are invented',
  async (name) => {
    const owner = await t.account({ modules: ['leads', 'ai_suggest'] })
    const { document } = (await t.call(libraryKit, { params: { name } }, owner)).body.data
    expect((await t.call(applyKit, { body: { document: document as never } }, owner)).status).toBe(200)
    const body = { name: 'Samples', type: 'local' as const, search: { source: 'sample' }, limit: 30 }
    const { run, id } = (await t.call(createList, { body }, owner)).body.data
    expect(await t.finished(run.id, owner)).toMatchObject({ state: 'succeeded' })
    const shown = await t.call(
      leads,
      {
        params: { type: 'local', id },
        query: { service: 'all' },
        body: LeadFilters.parse({ limit: 30 }),
      },
      owner,
    )
    expect(shown.status).toBe(200)
    const reasons = shown.body.data.flatMap(({ why }) => why?.reasons ?? [])
    expect(reasons.length).toBeGreaterThan(3)
    expect(new Set(reasons.map(({ evidence }) => evidence.text))).toEqual(
      new Set(['Invented, like everything else about this sample']),
    )
  },
)
