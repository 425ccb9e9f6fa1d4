import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as plans from '#contract/accounts/plans.ts'
import type { KitDocument } from '#contract/admin/kit-document.ts'
import { KIT_BODY_LIMIT } from '#contract/admin/kit-part-names.ts'
import { rollOutKit } from '#contract/admin/kit-rollouts.ts'
import * as kits from '#contract/admin/kits.ts'
import * as api from '#contract/admin/stored-kits.ts'
import * as training from '#contract/ai/ai-training.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import * as labels from '#contract/leads/labels.ts'
import * as services from '#contract/leads/services.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let seller: TestUser
let stranger: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  seller = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
  stranger = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
})

type Body = CallInput<typeof api.createKit>['body']
const create = (body: Body, as = seller) => t.call(api.createKit, { body }, as)
const red = { kit: 'Agency', labels: { Hot: { color: 'red' as const } } }
const makeKit = async () => (await create({ document: red })).body.data
const at = (id: number) => ({ params: { id } })
const documentOf = async (id: number, number: number) =>
  (await t.call(api.showKitVersion, { params: { id, number } }, seller)).body.data.document

describe('a kit', () => {
  it('has the parts of an account that were ticked', async () => {
    await t.call(labels.createLabel, { body: { name: 'Hot', color: 'red' } }, seller)
    await t.call(services.createService, { body: { name: 'SEO', signals: [] } }, seller)
    const { data } = (await create({ name: 'Mine', parts: ['labels'], note: 'First' })).body
    expect(data).toMatchObject({ name: 'Mine', version: 1, parts: ['labels'], accounts: 0, shared: false })
    expect(data.versions).toMatchObject([{ number: 1, note: 'First', settings: 1, created_by: 'Test' }])
    expect(await documentOf(data.id, 1)).toEqual({ kit: 'Mine', labels: { Hot: { color: 'red' } } })
  })

  it('of a customer needs the right to log in there', async () => {
    const customer = await t.account({ parent: seller, modules: ['leads'] })
    await t.call(labels.createLabel, { body: { name: 'Hot', color: 'red' } }, customer)
    const body = { name: 'Theirs', from_account_id: customer.accountId }
    expect((await create(body, stranger)).status).toBe(404)
    expect((await create(body)).body.data.parts).toEqual(['labels'])
  })

  it('says when it was last rolled out', async () => {
    const { id } = await makeKit()
    const shown = async () => (await t.call(api.kits, {}, seller)).body.data[0]?.rolled_out_at
    expect(await shown()).toBe(null)
    const { accountId } = await t.account({ parent: seller, modules: ['leads'] })
    const { data } = (await t.call(rollOutKit, { ...at(id), body: { account_ids: [accountId] } }, seller))
      .body
    expect(await shown()).toBe(data.created_at)
  })

  it('gets another version only from other settings', async () => {
    const { id } = await makeKit()
    const add = (color: 'red' | 'blue') =>
      t.call(
        api.addKitVersion,
        { ...at(id), body: { document: { kit: 'x', labels: { Hot: { color } } } } },
        seller,
      )
    expect((await add('red')).body).toMatchObject({ data: { version: 1 }, message: 'Nothing has changed' })
    expect((await add('blue')).body.data.versions.map(({ number }) => number)).toEqual([2, 1])
    expect(await documentOf(id, 1)).toEqual({ kit: 'Agency', labels: { Hot: { color: 'red' } } })
    expect(await documentOf(id, 2)).toEqual({ kit: 'Agency', labels: { Hot: { color: 'blue' } } })
  })

  it.each<[string, Body, number]>([
    ['a name that another one has, whatever its case', { name: 'AGENCY', document: red }, 409],
    ['no name', {}, 422],
    ['two sources', { document: red, parts: ['labels'] }, 422],
    ['a link that doesn’t work', { link: `https://x.example/api/shared-kits/kit_${'a'.repeat(43)}` }, 422],
  ])('is refused with %s', async (_case, body, status) => {
    await makeKit()
    expect((await create(body)).status).toBe(status)
  })

  it('of another account is not found', async () => {
    const { id } = await makeKit()
    const calls = [
      t.call(api.showKit, at(id), stranger),
      t.call(api.updateKit, { ...at(id), body: { name: 'Mine' } }, stranger),
      t.call(api.deleteKit, at(id), stranger),
      t.call(api.addKitVersion, { ...at(id), body: { document: red } }, stranger),
      t.call(api.showKitVersion, { params: { id, number: 1 } }, stranger),
      t.call(api.kitAccounts, at(id), stranger),
      t.call(api.shareKit, at(id), stranger),
      t.call(api.unshareKit, at(id), stranger),
      t.call(plans.createPackage, { body: { name: 'Big', kit_id: id } }, stranger),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
    expect((await t.call(api.kits, {}, stranger)).body.total).toBe(0)
  })

  it('that is deleted leaves packages and accounts', async () => {
    const { id } = await makeKit()
    const created = await t.call(plans.createPackage, { body: { name: 'Big', kit_id: id } }, seller)
    const params = { id: created.body.data.id }
    expect((await t.call(api.showKit, at(id), seller)).body.data.packages).toEqual([
      { ...params, name: 'Big' },
    ])
    await t.call(api.deleteKit, at(id), seller)
    expect((await t.call(plans.showPackage, { params }, seller)).body.data.kit_id).toBeNull()
    const changed = await t.call(plans.updatePackage, { params, body: { kit_id: id } }, seller)
    expect(changed.status).toBe(404)
  })
})

describe('a link', () => {
  const share = async (id: number) => (await t.call(api.shareKit, at(id), seller)).body.data.url
  const tokenOf = (url: string) => ({ params: { token: url.split('/').at(-1) as string } })

  it('shows the newest version to anybody, until it is replaced or turned off', async () => {
    const { id } = await makeKit()
    const first = await share(id)
    expect((await t.call(api.sharedKit, tokenOf(first))).body.data).toEqual({
      name: 'Agency',
      description: '',
      version: 1,
      document: red,
    })
    const file = await t.call(api.sharedKitFile, tokenOf(first))
    expect(file.body).toBe('kit: Agency\nlabels:\n  Hot:\n    color: red\n')
    const second = await share(id)
    expect((await t.call(api.sharedKit, tokenOf(first))).status).toBe(404)
    await t.call(api.unshareKit, at(id), seller)
    expect((await t.call(api.sharedKit, tokenOf(second))).status).toBe(404)
  })

  it('is stored as a hash, and makes the kit of another account', async () => {
    const { id } = await makeKit()
    const url = await share(id)
    const { rows } = await sql<{ share_hash: string }>`select share_hash from kit where id = ${id}`.execute(
      t.app.database.db,
    )
    expect(rows[0]?.share_hash).toMatch(/^[0-9a-f]{64}$/)
    const { data } = (await create({ link: `${url}?from=mail` }, stranger)).body
    expect(data).toMatchObject({ name: 'Agency', version: 1, parts: ['labels'] })
  })
})

describe('a document of someone else', () => {
  const apply = (document: KitDocument) => t.call(kits.applyKit, { body: { document } }, seller)

  it('passes the checks of each setting when it is applied: scripts are gone', async () => {
    const html = '<p>Hello <script>alert(1)</script><img src=x onerror=alert(1)></p>'
    const { data } = (await create({ document: { kit: 'Bad', training_texts: { Text: { html } } } })).body
    await apply((await documentOf(data.id, 1)) as KitDocument)
    const [text] = (await t.call(training.trainingTexts, {}, seller)).body.data
    const shown = { body: { data: text } }
    expect(JSON.stringify(shown.body.data)).toContain('Hello')
    expect(JSON.stringify(shown.body.data)).not.toMatch(/script|onerror/)
  })

  it.each<[string, object]>([
    ['an unknown key', { kit: 'Bad', labels: { Hot: { size: 1 } } }],
    ['an unknown part', { kit: 'Bad', people: {} }],
    [
      'too many settings',
      { kit: 'Bad', labels: Object.fromEntries([...Array(501).keys()].map((n) => [`L${n}`, {}])) },
    ],
  ])('is refused with %s', async (_case, document) => {
    expect((await create({ document: document as KitDocument })).status).toBe(422)
  })

  it('may be larger than other bodies, up to a limit that is named', async () => {
    const text = (length: number) => 'x'.repeat(length)
    const send = (path: string, size: number) =>
      t.app.http.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ document: { kit: 'Big', description: text(size) } }),
      })
    // Refused by the schema, so it was read.
    expect((await send('/api/kits', KIT_BODY_LIMIT - 1000)).statusCode).toBe(422)
    const refused = await send('/api/kits', KIT_BODY_LIMIT)
    expect([refused.statusCode, refused.json().message]).toEqual([
      413,
      expect.stringContaining('at most 4 MB'),
    ])
    expect((await send('/api/labels', KIT_BODY_LIMIT - 1000)).statusCode).toBe(413)
  })
})
