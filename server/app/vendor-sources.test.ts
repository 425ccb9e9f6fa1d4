import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads as leadPage } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { countSearch } from '#contract/prospecting/searches.ts'
import { apolloSource } from '#contract/sources/source-kinds/apollo.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { hunterSource } from '#contract/sources/source-kinds/hunter.ts'
import { peopleDataLabsSource } from '#contract/sources/source-kinds/people-data-labs.ts'
import { youtubeSource } from '#contract/sources/source-kinds/youtube.ts'
import { storeCredential } from '#server/modules/sources/sources/index.ts'

import type { TestUser } from '#server/testing/factories.ts'
import { startFakeApollo } from '#server/testing/fake-vendors/apollo.ts'
import { FAKE_KEY, type FakeVendor } from '#server/testing/fake-vendors/fake-vendor.ts'
import { startFakeGithub } from '#server/testing/fake-vendors/github.ts'
import { startFakeHunter } from '#server/testing/fake-vendors/hunter.ts'
import { startFakePeopleDataLabs } from '#server/testing/fake-vendors/people-data-labs.ts'
import { startFakeYoutube } from '#server/testing/fake-vendors/youtube.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const fakes = {} as Record<'hunter' | 'people-data-labs' | 'apollo' | 'github' | 'youtube', FakeVendor>
let t: TestApp
beforeAll(async () => {
  fakes.hunter = await startFakeHunter()
  fakes['people-data-labs'] = await startFakePeopleDataLabs()
  fakes.apollo = await startFakeApollo()
  fakes.github = await startFakeGithub()
  fakes.youtube = await startFakeYoutube({ people: 12 })
  const vendorUrls = Object.fromEntries(Object.entries(fakes).map(([id, { url }]) => [id, url]))
  t = await testApp({ vendorUrls })
})
afterAll(async () => {
  await t?.close()
  for (const fake of Object.values(fakes)) await fake.close()
})

async function connect(user: TestUser, source: SourceDeclaration, key = FAKE_KEY) {
  await storeCredential(t.app.ctx, { accountId: user.accountId, userId: user.id }, source, { key })
}

async function searched(user: TestUser, search: Record<string, unknown>, limit: number, type = 'people') {
  const body = { name: 'Vendors', type: type as 'people', search, limit }
  const answer = await t.call(createList, { body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const run = await t.finished(answer.body.data.run.id, user)
  const params = { type: type as 'people', id: answer.body.data.id }
  const rows = (await t.call(leadPage, { params, body: { limit: 200 } }, user)).body.data
  return { run, rows }
}

const counted = async (user: TestUser, search: Record<string, unknown>) =>
  (await t.call(countSearch, { body: { type: 'people', search } }, user)).body.data

describe('a search at a vendor, end to end', () => {
  it.each([
    [peopleDataLabsSource, 1],
    [apolloSource, 1],
    [hunterSource, 0.2],
  ])('requests and delivers exactly as many people as wanted: $id', async (source, vendorPrice) => {
    const user = await t.account({ credits: 1000 })
    await connect(user, source)
    const fake = fakes[source.id as 'apollo']
    const before = fake.charged()
    const search = { source: source.id, company_domain: 'company-1.example' }
    const { run, rows } = await searched(user, search, 5)
    expect([run.state, run.counts.delivered, rows.length]).toEqual(['succeeded', 5, 5])
    expect(rows[0]?.values).toMatchObject({ company: 'Sample Company 1', domain: 'company-1.example' })
    expect(fake.charged() - before).toBe(Math.max(1, 5 * vendorPrice))
  })

  it('shows how exact the count is', async () => {
    const user = await t.account()
    const search = { position: 'Sales manager' }
    expect((await counted(user, search)).certainty).toBe('counted')
    await connect(user, peopleDataLabsSource)
    await connect(user, apolloSource)
    expect(await counted(user, { ...search, source: 'apollo' })).toMatchObject({
      certainty: 'estimate',
      matched: 12,
    })
    expect((await counted(user, { ...search, source: 'people-data-labs' })).certainty).toBe('unknown')
    expect((await counted(user, { ...search, source: 'all' })).certainty).toBe('unknown')
  })

  it('delivers email addresses of websites from Hunter', async () => {
    const user = await t.account({ credits: 1000 })
    await connect(user, hunterSource)
    const search = { source: 'hunter', domains: ['company-0.example', 'company-1.example'], max_emails: 3 }
    const { run, rows } = await searched(user, search, 50, 'single')
    expect([run.state, rows.length]).toEqual(['succeeded', 6])
  })

  it('delivers profiles from GitHub, without a key and free of charge', async () => {
    const user = await t.account({ credits: 0 })
    const { run, rows } = await searched(user, { source: 'github', place: 'Lyon' }, 2)
    expect([run.state, run.cost, rows.length]).toEqual(['succeeded', 0, 2])
  })

  it("counts daily quota units and caches YouTube's replies", async () => {
    const user = await t.account({ credits: 1000 })
    await connect(user, youtubeSource)
    const search = { source: 'youtube', keywords: 'sample' }
    for (const _ of [1, 2]) {
      const { run, rows } = await searched(user, search, 50, 'influencer')
      expect([run.state, rows.length]).toEqual(['succeeded', 12])
    }
    // One search for both, and the channels twice.
    expect(fakes.youtube.charged()).toBe(102)
    const day = () => t.app.database.pool.query("select asked from source_day where source_id = 'youtube'")
    expect((await day()).rows).toEqual([{ asked: 102 }])
    await t.app.database.pool.query("update source_day set asked = 9950 where source_id = 'youtube'")
    const { run } = await searched(user, { source: 'youtube', keywords: 'owner' }, 5, 'influencer')
    expect([run.state, (await day()).rows]).toEqual(['failed', [{ asked: 9950 }]])
    expect(run.error).toMatchObject({ message: expect.stringContaining('10,000') })
  })

  it('ends with an error that says what to do when the plan is used up, and keeps delivered leads', async () => {
    const user = await t.account({ credits: 1000 })
    fakes.apollo.keys.set('small-plan', 13)
    await connect(user, apolloSource, 'small-plan')
    const { run, rows } = await searched(user, { source: 'apollo', company_domain: 'company-0.example' }, 25)
    expect([run.state, rows.length]).toEqual(['failed', 10])
    expect(run.error).toMatchObject({ message: expect.stringContaining('Top it up there') })
  })

  it('is never started by default: neither without a key nor at GitHub', async () => {
    const user = await t.account({ credits: 1000 })
    const before = Object.values(fakes).map(({ requests }) => requests.length)
    await counted(user, { position: 'Owner' })
    expect(Object.values(fakes).map(({ requests }) => requests.length)).toEqual(before)
    const refused = await t.call(
      countSearch,
      { body: { type: 'people', search: { source: 'apollo', position: 'Owner' } } },
      user,
    )
    expect(refused.error).toMatchObject({ code: 'source_failed' })
  })
})
