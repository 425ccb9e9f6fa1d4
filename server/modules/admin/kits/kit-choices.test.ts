import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packages, publishPackage } from '#contract/accounts/plans.ts'
import { changeWebhook, webhooks } from '#contract/activity/webhooks.ts'
import { rollOutKit } from '#contract/admin/kit-rollouts.ts'
import * as api from '#contract/admin/kits.ts'
import { createKit, showKitVersion } from '#contract/admin/stored-kits.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { workOnRollout } from './rollout-job.ts'

type Document = CallInput<typeof api.applyKit>['body']['document']
const reference = `\${env:${'TOKEN'}}`

let t: TestApp
let seller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  const modules = ['leads', 'whitelabel'] as const
  seller = await t.account({ modules: [...modules] })
  customer = await t.account({ parent: seller, modules: [...modules] })
})

const toCustomer = () => ({ account_id: customer.accountId })
const exported = async () =>
  (await t.call(api.exportKit, { query: toCustomer() }, seller)).body.data as Document
async function apply(parts: object) {
  const body = { document: { kit: 'Agency', ...parts } as Document }
  const reply = await t.call(api.applyKit, { query: toCustomer(), body }, seller)
  expect([reply.status, reply.error?.fields]).toEqual([200, undefined])
  return reply.body.data
}

describe('what is on', () => {
  const hook = (more: object) => ({
    Intake: { url: 'https://example.com/', events: ['lead.added', 'run.finished'], ...more },
  })
  const isOn = async () => (await t.call(webhooks, { query: {} }, customer)).body.data[0]?.active

  it('is no webhook until somebody turns it on, and a newer version leaves it so', async () => {
    await apply({ webhooks: hook({}) })
    expect(await isOn()).toBe(false)
    const [{ id } = { id: 0 }] = (await t.call(webhooks, { query: {} }, customer)).body.data
    await t.call(changeWebhook, { params: { id }, body: { active: true } }, customer)
    expect((await apply({ webhooks: hook({ events: ['lead.added'] }) })).changed).toHaveLength(1)
    expect([await isOn(), (await exported()).webhooks]).toEqual([true, hook({ events: ['lead.added'] })])
  })

  it('is a webhook whose document says so', async () => {
    await apply({ webhooks: hook({ active: true }) })
    expect(await isOn()).toBe(true)
  })

  const offer = (more: object) => ({
    Basic: { modules: ['leads'], credits: 100, support_open_ai_api_key: false, ...more },
  })
  const onSale = async () => {
    const { data } = (await t.call(packages, { query: {} }, customer)).body
    return data.map(({ name, state, credits }) => [name, state, credits])
  }

  it('is no package: it arrives as a draft, and stays on sale with its terms until someone publishes newer ones', async () => {
    await apply({ packages: offer({}) })
    expect(await onSale()).toEqual([['Basic', 'draft', 100]])
    const [{ id } = { id: 0 }] = (await t.call(packages, { query: {} }, customer)).body.data
    await t.call(publishPackage, { params: { id } }, customer)
    expect((await apply({ packages: offer({ credits: 200 }) })).changed).toEqual(['packages/Basic'])
    expect(await onSale()).toEqual([['Basic', 'published', 100]])
  })

  it('is a package whose document says so, with modules that its seller has', async () => {
    await apply({ packages: offer({ on_sale: true }) })
    expect(await onSale()).toEqual([['Basic', 'published', 100]])
    const body = { document: { kit: 'A', packages: { Big: { modules: ['admin'] } } } as never }
    expect((await t.call(api.applyKit, { query: toCustomer(), body }, seller)).status).toBe(422)
  })
})

describe('a course', () => {
  const course = (html: string, topic = 'Getting started') => ({
    courses: { 'Our way': { topic, pages: [{ title: 'One', html }] } },
  })
  it.each([
    [
      'a topic that is not there',
      course('<p>A</p>', 'Magic'),
      'There is no topic “Magic”. Choose one of these: ',
    ],
    [
      'a picture that is not there',
      course(`<p><img src="/training-files/${'a'.repeat(32)}.png"></p>`),
      'is not on this server',
    ],
  ])('is refused with %s', async (_case, parts, message) => {
    const body = { document: { kit: 'A', ...parts } as Document }
    const reply = await t.call(api.applyKit, { query: toCustomer(), body }, seller)
    expect([reply.status, reply.error?.message]).toEqual([422, expect.stringContaining(message)])
  })
})

describe('values that a kit only names', () => {
  const parts = {
    webhooks: { Intake: { url: `https://example.com/?token=${reference}`, events: ['lead.added' as const] } },
  }
  const document = { kit: 'Hooks', ...parts }
  const urls = async () => (await t.call(webhooks, { query: {} }, customer)).body.data.map(({ url }) => url)

  it('are needed when it is applied', async () => {
    const refused = await t.call(api.applyKit, { query: toCustomer(), body: { document } }, seller)
    expect([refused.status, refused.error?.message]).toEqual([422, 'The kit needs a value for TOKEN'])
    const body = { document, variables: { TOKEN: 'secret' } }
    await t.call(api.applyKit, { query: toCustomer(), body }, seller)
    expect(await urls()).toEqual(['https://example.com/?token=secret'])
  })

  it('are typed for a roll-out, and kept neither in the kit nor after its end', async () => {
    const kit = (await t.call(createKit, { body: { document } }, seller)).body.data
    expect(kit.versions[0]?.variables).toEqual(['TOKEN'])
    const start = (variables: Record<string, string>) => {
      const body = { account_ids: [customer.accountId], variables }
      return t.call(rollOutKit, { params: { id: kit.id }, body }, seller)
    }
    expect((await start({})).status).toBe(422)
    const { id } = (await start({ TOKEN: 'secret' })).body.data
    const stored = async () => {
      const { rows } = await sql<{ found: string }>`select to_jsonb(r)::text as found from kit_rollout r
        where id = ${id}`.execute(t.app.database.db)
      return rows[0]?.found
    }
    expect(await stored()).not.toContain('secret')
    await workOnRollout(t.app.ctx, { accountId: seller.accountId, rolloutId: id })
    expect(await urls()).toEqual(['https://example.com/?token=secret'])
    expect(JSON.parse((await stored()) ?? '').variables).toBeNull()
    const shown = await t.call(showKitVersion, { params: { id: kit.id, number: 1 } }, seller)
    expect(shown.body.data.document).toMatchObject(parts)
  })
})
