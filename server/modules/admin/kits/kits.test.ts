import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { INSTALLATION_PART_NAMES, KIT_PART_NAMES } from '#contract/admin/kit-part-names.ts'
import * as api from '#contract/admin/kits.ts'
import * as prompts from '#contract/ai/ai-prompts.ts'
import * as training from '#contract/ai/ai-training.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import * as fields from '#contract/leads/custom-fields.ts'
import * as templates from '#contract/leads/export-templates.ts'
import * as labels from '#contract/leads/labels.ts'
import * as services from '#contract/leads/services.ts'
import * as views from '#contract/leads/views.ts'
import * as waterfalls from '#contract/prospecting/waterfalls.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { listKitParts } from './read-settings.ts'

let t: TestApp
let reseller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  reseller = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
  customer = await t.account({ parent: reseller, modules: ['leads', 'ai_suggest'] })
})

type Document = CallInput<typeof api.applyKit>['body']['document']
const toCustomer = () => ({ account_id: customer.accountId })

const exported = async (as = reseller, query: { account_id?: number } = {}) =>
  (await t.call(api.exportKit, { query }, as)).body.data as Document
const diff = async (document: Document, query: { account_id?: number } = toCustomer(), as = reseller) => {
  const { body, error } = await t.call(api.diffKit, { query, body: { document } }, as)
  expect(error?.fields).toBeUndefined()
  return body.data
}
const apply = (
  document: Document,
  conflicts: 'keep' | 'replace' = 'keep',
  query: { account_id?: number } = toCustomer(),
  as = reseller,
) => t.call(api.applyKit, { query, body: { document, conflicts } }, as)
const rollBack = (id: number) => t.call(api.rollBackKit, { params: { id }, query: toCustomer() }, reseller)

const colors = async (as: TestUser) =>
  Object.fromEntries((await t.call(labels.labels, {}, as)).body.data.map(({ name, color }) => [name, color]))

const kit = (names: Record<string, 'gray' | 'red' | 'blue' | 'green'>): Document => ({
  kit: 'Agency',
  labels: Object.fromEntries(Object.entries(names).map(([name, color]) => [name, { color }])),
})

/** One setting of each kind, as people make them. */
async function fillAccount(as: TestUser) {
  await t.call(fields.createCustomField, { body: { label: 'Budget', kind: 'number' } }, as)
  await t.call(fields.createCustomField, { body: { label: 'Opener', kind: 'text' } }, as)
  const filters = {
    custom_search: [{ field: 'cf_budget', operator: 'greater' as const, value: '100' }],
    withEmail: 1 as const,
  }
  await t.call(
    labels.createLabel,
    { body: { name: 'Rich', color: 'red', rule: { type: 'local', filters } } },
    as,
  )
  const service = await t.call(
    services.createService,
    { body: { name: 'Sites', template: 'web_design' } },
    as,
  )
  const columns = { shown: [{ field: 'name' }, { field: 'cf_budget' }] }
  await t.call(
    views.createLeadView,
    {
      body: {
        type: 'local',
        name: 'Needs a site/now',
        visibility: 'everyone',
        filters,
        sort: `-why:${service.body.data.id}`,
        columns,
      },
    },
    as,
  )
  await t.call(views.createLeadView, { body: { type: 'local', name: 'My own', columns } }, as)
  await t.call(
    templates.createExportTemplate,
    { body: { type: 'local', name: 'Dialer', is_shared: true, choices: { columns: ['name', 'phone'] } } },
    as,
  )
  const [email] = (await t.call(waterfalls.waterfalls, {}, as)).body.data
  await t.call(
    waterfalls.saveWaterfall,
    {
      params: { want: email!.want },
      body: { steps: email!.steps.slice(0, 1), conditions: { stop_at: 'verified' }, version: 0 },
    },
    as,
  )
  const prompt = { text: 'Write to {{ lead.name }}', max_characters: 100, language: 'de' } as const
  const made = await t.call(
    prompts.createFineTune,
    { body: { type: 'local', prompt_type: 'first_line', name: 'Opener', is_shared: true, ...prompt } },
    as,
  )
  expect(made.status).toBe(201)
  await t.call(
    training.createTrainingText,
    { body: { title: 'Offer', html: '<p>We build sites</p>', language: 'auto' } },
    as,
  )
  await t.call(
    training.createTrainingQa,
    { body: { question: 'How much?', answer: 'From 900 euros', language: 'english' } },
    as,
  )
}

it('has a part of a module for each part of the document', () => {
  const names = new Set([...INSTALLATION_PART_NAMES, ...KIT_PART_NAMES])
  expect(new Set(listKitParts(t.app.ctx).map(({ name }) => name))).toEqual(names)
})

describe('a document', () => {
  it('carries every kind of settings to another account, and then nothing differs', async () => {
    await fillAccount(reseller)
    const document = await exported()
    expect(Object.keys(document)).toEqual(['kit', ...KIT_PART_NAMES.slice(0, 9)])
    expect(document.views).toEqual({
      'local/Needs a site/now': expect.objectContaining({ sort: '-why:Sites' }),
    })
    const first = await diff(document)
    expect(first.added).toHaveLength(10)
    expect([first.changed, first.removed, first.conflicts]).toEqual([[], [], []])

    const applied = await apply(document)
    expect([applied.status, applied.body.data?.added]).toEqual([200, first.added])
    const { kit: _name, ...settings } = await exported(customer)
    const { kit: _own, ...wanted } = document
    expect(settings).toEqual(wanted)
    const [view] = (await t.call(views.leadViews, { query: { type: 'local' } }, customer)).body.data
    const [service] = (await t.call(services.services, {}, customer)).body.data
    expect(view?.sort).toBe(`-why:${service?.id}`)

    const again = await diff(document)
    expect([again.added, again.changed, again.removed, again.conflicts]).toEqual([[], [], [], []])
    expect(again.unchanged).toHaveLength(10)
  })

  it('leaves out what is its default, so that it can be read', async () => {
    await t.call(labels.createLabel, { body: { name: 'Plain' } }, reseller)
    const columns = { shown: [{ field: 'name' }] }
    await t.call(
      views.createLeadView,
      { body: { type: 'local', name: 'All', visibility: 'everyone', columns } },
      reseller,
    )
    expect(await exported()).toEqual({
      kit: expect.any(String),
      labels: { Plain: {} },
      views: { 'local/All': { columns: { shown: [{ field: 'name' }] } } },
    })
  })

  it.each([
    ['an unknown part', { kit: 'A', people: {} }],
    ['an unknown key', { kit: 'A', labels: { Hot: { colour: 'red' } } }],
    ['a name without its type', { kit: 'A', export_templates: { Dialer: { columns: ['name'] } } }],
    ['no name', { labels: {} }],
  ])('is refused with %s', async (_case, document) => {
    const reply = await apply(document as never)
    expect(reply.status).toBe(422)
    expect(await colors(customer)).toEqual({})
  })

  it('is applied as a whole or not at all, and says which setting was refused', async () => {
    const document: Document = {
      kit: 'A',
      labels: { Hot: { color: 'red' } },
      views: { 'local/Bad': { columns: { shown: [{ field: 'cf_missing' }] } } },
    }
    const reply = await apply(document)
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.error?.fields ?? {}).join()).toContain('document.views.local/Bad')
    expect(await colors(customer)).toEqual({})
  })
})

describe('a newer version', () => {
  it('changes and removes what the earlier one brought, and keeps what is the account’s', async () => {
    await t.call(labels.createLabel, { body: { name: 'Mine', color: 'blue' } }, customer)
    await apply(kit({ Hot: 'red', Warm: 'green', Cold: 'blue' }))
    const newer = kit({ Hot: 'green', Warm: 'green', New: 'gray' })
    expect(await diff(newer)).toMatchObject({
      added: ['labels/New'],
      changed: ['labels/Hot'],
      removed: ['labels/Cold'],
      unchanged: ['labels/Warm'],
      conflicts: [],
      kept: ['labels/Mine'],
    })
    await apply(newer)
    expect(await colors(customer)).toEqual({ Hot: 'green', Warm: 'green', New: 'gray', Mine: 'blue' })
  })

  it('leaves alone a part that it doesn’t have, and empties one that it has without settings', async () => {
    await apply(kit({ Hot: 'red' }))
    await apply({ kit: 'Agency', services: {} })
    expect(await colors(customer)).toEqual({ Hot: 'red' })
    await apply(kit({ Hot: 'red' }))
    await apply({ kit: 'Agency', labels: {} })
    expect(await colors(customer)).toEqual({})
  })

  it.each([
    ['keep', 'blue'],
    ['replace', 'green'],
  ] as const)('meets the account’s own change as a conflict: %s', async (choice, color) => {
    await apply(kit({ Hot: 'red' }))
    const [label] = (await t.call(labels.labels, {}, customer)).body.data
    await t.call(labels.changeLabel, { params: { id: label!.id }, body: { color: 'blue' } }, customer)
    expect((await diff(kit({ Hot: 'green' }))).conflicts).toEqual(['labels/Hot'])
    await apply(kit({ Hot: 'green' }), choice)
    expect(await colors(customer)).toEqual({ Hot: color })
  })

  it('doesn’t replace what the account had before any kit came, whatever its case', async () => {
    await t.call(labels.createLabel, { body: { name: 'HOT', color: 'blue' } }, customer)
    expect((await diff(kit({ Hot: 'red' }))).conflicts).toEqual(['labels/HOT'])
    await apply(kit({ Hot: 'red' }))
    expect(await colors(customer)).toEqual({ HOT: 'blue' })
  })
})

describe('rolling back', () => {
  it('restores what was there before, also a deleted label on its leads, and then the version before counts', async () => {
    await apply(kit({ Hot: 'red', Cold: 'blue' }))
    const before = await exported(customer)
    const ids = (await t.call(labels.labels, {}, customer)).body.data.map(({ id }) => id)
    const { use_id: id } = (await apply(kit({ Hot: 'green', New: 'gray' }))).body.data
    expect(await colors(customer)).toEqual({ Hot: 'green', New: 'gray' })
    expect((await rollBack(id!)).body.data).toMatchObject({
      removed: ['labels/New'],
      changed: ['labels/Hot'],
      added: ['labels/Cold'],
    })
    expect(await exported(customer)).toEqual(before)
    expect((await t.call(labels.labels, {}, customer)).body.data.map((label) => label.id)).toEqual(ids)
    expect((await rollBack(id!)).status).toBe(409)
    expect((await diff(kit({ Hot: 'red', Cold: 'blue' }))).unchanged).toHaveLength(2)
  })

  it('keeps what the account has changed since', async () => {
    const { use_id: id } = (await apply(kit({ Hot: 'red', Cold: 'blue' }))).body.data
    const label = (await t.call(labels.labels, {}, customer)).body.data.find(({ name }) => name === 'Hot')
    await t.call(labels.changeLabel, { params: { id: label!.id }, body: { color: 'gray' } }, customer)
    expect((await rollBack(id!)).body.data.conflicts).toEqual(['labels/Hot'])
    expect(await colors(customer)).toEqual({ Hot: 'gray' })
  })

  it('is for the newest version of a kit', async () => {
    const { use_id: first } = (await apply(kit({ Hot: 'red' }))).body.data
    await apply(kit({ Hot: 'green' }))
    expect((await rollBack(first!)).status).toBe(409)
    expect(await colors(customer)).toEqual({ Hot: 'green' })
  })
})

describe('who may', () => {
  it('reach another account: its seller, unless its people refuse to be entered', async () => {
    const stranger = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
    for (const call of [
      () => t.call(api.exportKit, { query: toCustomer() }, stranger),
      () => t.call(api.diffKit, { query: toCustomer(), body: { document: kit({ Hot: 'red' }) } }, stranger),
      () => apply(kit({ Hot: 'red' }), 'keep', toCustomer(), stranger),
      () => t.call(api.kitUses, { query: toCustomer() }, stranger),
      () => t.call(api.rollBackKit, { params: { id: 1 }, query: toCustomer() }, stranger),
    ])
      expect((await call()).status).toBe(404)
    await sql`update app_user set refuses_acting = true where id = ${customer.id}`.execute(t.app.database.db)
    expect((await apply(kit({ Hot: 'red' }))).status).toBe(409)
    expect(await colors(customer)).toEqual({})
  })

  it('has an entry in the logs of both accounts', async () => {
    await apply(kit({ Hot: 'red' }))
    const { rows } = await sql<{ account_id: number; detail: { kit?: string } }>`select account_id, detail
      from audit_entry where action = 'kit.applied' and account_id in (${reseller.accountId}, ${customer.accountId})
      and detail ->> 'kit' = 'Agency'`.execute(t.app.database.db)
    expect(rows.map(({ account_id }) => Number(account_id)).sort()).toEqual(
      [reseller.accountId, customer.accountId].sort(),
    )
  })

  it('counts the same document once', async () => {
    await apply(kit({ Hot: 'red' }))
    await apply(kit({ Hot: 'red' }))
    expect((await t.call(api.kitUses, { query: toCustomer() }, reseller)).body.data).toHaveLength(1)
  })
})
