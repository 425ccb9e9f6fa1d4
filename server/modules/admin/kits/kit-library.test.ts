import { afterAll, beforeAll, expect, it } from 'vitest'
import { kitLibrary, libraryKit } from '#contract/admin/kit-library.ts'
import * as api from '#contract/admin/kits.ts'
import { autopilots } from '#contract/prospecting/autopilots.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { completeContent } from './read-settings.ts'

const NAMES = ['local-seo', 'recruiter', 'saas-outbound', 'web-design-agency', 'wholesale']

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account({ modules: ['leads', 'ai_suggest'] })
})
afterAll(() => t.close())

it('has five kits, each with what a business needs in the morning', async () => {
  const { data } = (await t.call(kitLibrary, {}, user)).body
  expect(data.map(({ name }) => name)).toEqual(NAMES)
  for (const { description, settings } of data) {
    expect(description.length).toBeGreaterThan(40)
    expect(settings).toBeGreaterThan(15)
  }
  expect((await t.call(libraryKit, { params: { name: '../index' } }, user)).status).toBe(404)
})

it.each(NAMES)('brings “%s” to a new account, which then exports the same', async (name) => {
  const owner = await t.account({ modules: ['leads', 'ai_suggest'] })
  const { document, yaml } = (await t.call(libraryKit, { params: { name } }, owner)).body.data
  expect(yaml.startsWith('# ')).toBe(true)
  for (const part of ['services', 'views', 'prompts', 'labels', 'export_templates', 'autopilots'])
    expect(Object.keys(document[part] as object), part).not.toEqual([])
  const body = { document: document as never }
  const applied = await t.call(api.applyKit, { body }, owner)
  expect([applied.error?.message, applied.error?.fields, applied.status]).toEqual([
    applied.body?.message,
    undefined,
    200,
  ])
  const { kit: _name, ...parts } = (await t.call(api.exportKit, {}, owner)).body.data
  const { kit: _kit, description: _about, ...wanted } = document
  const complete = (all: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(all).map(([part, items]) => [
        part,
        Object.fromEntries(
          Object.entries(items as object).map(([key, content]) => [key, completeContent(part, content)]),
        ),
      ]),
    )
  expect(complete(parts)).toEqual(complete(wanted))
  const again = await t.call(api.applyKit, { body }, owner)
  expect(again.body.data).toMatchObject({ added: [], changed: [], removed: [], conflicts: [] })
  const { data } = (await t.call(autopilots, { query: {} }, owner)).body
  expect(data.map(({ state }) => state)).toEqual(['paused'])
})
