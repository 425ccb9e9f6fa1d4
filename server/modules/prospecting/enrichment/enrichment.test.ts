import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackage, showPackage } from '#contract/accounts/plans.ts'
import { download, exportList } from '#contract/core/files.ts'
import { leadFacets, leads, showLead } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { findEmails, getEmployees, quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import { subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { sampleCompany, samplePage } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { spentBySource } from '#server/testing/spent-by-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let websites: SampleWebsites
let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await startFakeSmtp({
    rcpt: { 'info@acme.example': '250 2.1.5 Ok', 'clara.lindner@acme.example': '250 2.1.5 Ok' },
  })
  websites = await startSampleWebsites({
    'acme.example': sampleCompany('acme.example'),
    'empty.example': { '/': samplePage('Nothing', '<p>Nobody to write to.</p>') },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    mxMap: `acme.example=${smtp.address}`,
    crawl: { delayMs: 0 },
  })
  await t.places('firms', [
    { name: 'Firm Acme', website: 'http://www.acme.example/', category: 'craft/sample', lat: 1, lon: 1 },
    {
      name: 'Firm Acme North',
      website: 'https://acme.example/north',
      category: 'craft/sample',
      lat: 1,
      lon: 1,
    },
    { name: 'Firm Empty', website: 'http://empty.example', category: 'craft/sample', lat: 1, lon: 1 },
    { name: 'Firm Silent', category: 'craft/sample', lat: 1, lon: 1 },
    ...['acme', 'empty', 'gone', 'gone-too'].map((name) => ({
      name: `Baker ${name[0]?.toUpperCase()}${name.slice(1)}`,
      website: `http://${name}.example`,
      category: 'craft/sample',
      lat: 1,
      lon: 1,
    })),
    {
      name: 'Firm Known',
      website: 'http://acme.example',
      email: 'x@acme.example',
      category: 'craft/sample',
      lat: 1,
      lon: 1,
    },
  ])
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
  await smtp?.close()
})

const ALL = { filters: {} }

async function firms(user: TestUser): Promise<number> {
  const body = { name: 'Firms', type: 'local' as const, search: { keywords: 'Firm' } }
  const answer = await t.call(createList, { body }, user)
  await t.finished(answer.body.data.run.id, user)
  return answer.body.data.id
}

const rowsOf = async (type: 'local' | 'people', id: number, user: TestUser) =>
  (await t.call(leads, { params: { type, id }, body: { limit: 200 } }, user)).body.data

async function found(listId: number, user: TestUser, more = {}) {
  const answer = await t.call(
    findEmails,
    { params: { type: 'local', id: listId }, body: { selection: ALL, ...more } },
    user,
  )
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return t.finished(answer.body.data.run.id, user)
}

describe('finding emails for influencers', () => {
  it('reads the website of a profile, unless many share it', async () => {
    const user = await t.account()
    const list = await seedList(t, user, {
      type: 'influencer',
      leads: [
        { values: { name: 'Clara', handle: 'clara', platform: 'bluesky', website: 'http://acme.example' } },
        { values: { name: 'Dora', handle: 'dora', platform: 'bluesky', website: 'https://linktr.ee/dora' } },
      ],
    })
    const params = { type: 'influencer' as const, id: list.id }
    const body = { action: 'find-emails' as const, ...params, list_id: list.id, selection: ALL }
    const { id: _, ...quoted } = body
    const quote = (await t.call(quoteEnrichment, { body: quoted }, user)).body.data
    expect([quote.eligible, quote.skipped]).toEqual([1, { no_website: 1 }])
    const answer = await t.call(findEmails, { params, body: { selection: ALL } }, user)
    const run = await t.finished(answer.body.data.run.id, user)
    expect(run.counts).toMatchObject({ found: 1 })
    const rows = (await t.call(leads, { params, body: { limit: 20 } }, user)).body.data
    const [clara, dora] = ['Clara', 'Dora'].map(
      (name) => rows.find(({ values }) => values.name === name)?.values,
    )
    expect(clara).toMatchObject({ email: 'info@acme.example', email_search: 'found' })
    expect(dora).toMatchObject({ email_search: 'not_tried', email_search_reason: 'no_website' })
    expect(Object.keys(clara ?? {})).not.toContain('phone')
  })
})

describe('finding emails for local leads', () => {
  it('shows first what it will do and what it skips', async () => {
    const user = await t.account()
    const list_id = await firms(user)
    const body = { action: 'find-emails' as const, type: 'local' as const, list_id, selection: ALL }
    const quote = (await t.call(quoteEnrichment, { body }, user)).body.data
    expect(quote).toMatchObject({
      leads: 5,
      eligible: 3,
      websites: 2,
      skipped: { no_website: 1, has_email: 1 },
      credits: { min: 0, max: 3 },
      basis: 'default',
    })
  })

  it('reads each website once, fills empty leads with source and state, and charges the address once', async () => {
    const user = await t.account()
    const listId = await firms(user)
    const before = websites.requests.length
    const run = await found(listId, user)
    expect(run).toMatchObject({ state: 'succeeded', cost: 1, counts: { found: 2, not_found: 1, charged: 1 } })
    const home = websites.requests.slice(before).filter((request) => request === 'acme.example/')
    expect(home).toHaveLength(1)
    const rows = await rowsOf('local', listId, user)
    const named = (name: string) => rows.find(({ values }) => values.name === name)!
    expect(named('Firm Acme').values).toMatchObject({
      email: 'info@acme.example',
      email_kind: 'org',
      phone: '+12025550143',
    })
    expect(named('Firm Acme').email_state).toBe('valid')
    expect(named('Firm Empty').values.email).toBeUndefined()
    expect(named('Firm Known').values.email).toBe('x@acme.example')
    const search = ({ values }: ReturnType<typeof named>) => [values.email_search, values.email_search_reason]
    expect(search(named('Firm Silent'))).toEqual(['not_tried', 'no_website'])
    expect(search(named('Firm Known'))).toEqual([undefined, undefined])
    const detail = await t.call(
      showLead,
      { params: { type: 'local', id: listId, resultId: named('Firm Acme').id } },
      user,
    )
    expect(detail.body.data.provenance.email).toMatchObject({
      source: 'website',
      url: 'https://acme.example/contact',
      method: 'mailto',
    })
    // The same visit noted signals, in an entry of their own.
    const [enriched, added] = detail.body.data.history.filter(({ event }) => event !== 'run.check_websites')
    const started = { user: user.email, user_name: expect.any(String) }
    expect(enriched).toMatchObject({ ...started, event: 'lead.enriched', run_id: run.id, credits: 1 })
    expect(added).toMatchObject({ ...started, event: 'lead.added' })
    expect(await spentBySource(t, user)).toEqual({ corpus: 5, website: 1 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it("costs what the account's package charges for an email", async () => {
    const seller = await t.account({ modules: ['leads', 'whitelabel'] })
    const terms = { name: 'Dear', modules: ['leads' as const], credit_prices: { domain_email: 3 } }
    const { id } = (await t.call(createPackage, { body: terms }, seller)).body.data
    const version = (await t.call(showPackage, { params: { id } }, seller)).body.data.versions[0]
    const user = await t.account({ parent: seller })
    await subscribeToPlan(t.app.ctx, user.accountId, version?.id as number)
    const list_id = await firms(user)
    const body = { action: 'find-emails' as const, type: 'local' as const, list_id, selection: ALL }
    const quote = (await t.call(quoteEnrichment, { body }, user)).body.data
    expect(quote).toMatchObject({ unit_cost: 3, credits: { min: 0, max: 9 } })
    expect(await found(list_id, user, { max_cost: 2 })).toMatchObject({ cost: 0, counts: { found: 0 } })
    const second = await firms(user)
    expect(await found(second, user)).toMatchObject({ cost: 3, counts: { found: 2, charged: 1 } })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('starts once when the button is pressed twice', async () => {
    const user = await t.account()
    const listId = await firms(user)
    const call = () =>
      t.call(findEmails, { params: { type: 'local', id: listId }, body: { selection: ALL } }, user, {
        key: 'twice',
      })
    const [one, two] = await Promise.all([call(), call()])
    const ids = [one, two].filter(({ status }) => status === 201).map(({ body }) => body.data.run.id)
    expect(new Set(ids).size).toBe(1)
    await t.finished(ids[0] as number, user)
  })

  it('does nothing where every lead has an email or no website', async () => {
    const user = await t.account()
    const listId = await firms(user)
    const rows = await rowsOf('local', listId, user)
    const known = rows.filter(({ values }) => values.email || !values.website).map(({ id }) => id)
    const answer = await t.call(
      findEmails,
      { params: { type: 'local', id: listId }, body: { selection: { resultIds: known } } },
      user,
    )
    expect(answer).toMatchObject({
      status: 422,
      error: { fields: { selection: expect.stringContaining('no website') } },
    })
  })
})

describe('leads with unreadable websites', () => {
  it('show the reason in the list, its filters, counts, history and file', async () => {
    const user = await t.account()
    const answer = await t.call(
      createList,
      { body: { name: 'Bakers', type: 'local', search: { keywords: 'Baker' } } },
      user,
    )
    await t.finished(answer.body.data.run.id, user)
    const listId = answer.body.data.id
    const run = await found(listId, user)
    expect(run).toMatchObject({
      state: 'succeeded',
      total: 4,
      done: 4,
      counts: { found: 1, potential: 0, not_found: 1, failed: 2, not_tried: 0 },
    })
    const rows = await rowsOf('local', listId, user)
    const search = (name: string) => {
      const { values } = rows.find((row) => row.values.name === name)!
      return [values.email_search, values.email_search_reason]
    }
    expect(search('Baker Acme')).toEqual(['found', undefined])
    expect(search('Baker Empty')).toEqual(['not_found', undefined])
    expect(search('Baker Gone')).toEqual(['unreadable', 'not_found'])

    const params = { type: 'local' as const, id: listId }
    const custom_search = [{ field: 'email_search', operator: 'like' as const, value: 'unreadable' }]
    expect((await t.call(leads, { params, body: { custom_search } }, user)).body.total).toBe(2)
    const facets = (await t.call(leadFacets, { params, body: {} }, user)).body.data.email_search
    expect(Object.fromEntries(facets!.map(({ value, count }) => [value, count]))).toEqual({
      unreadable: 2,
      found: 1,
      not_found: 1,
    })
    const gone = rows.find((row) => row.values.name === 'Baker Gone')!
    const detail = (await t.call(showLead, { params: { ...params, resultId: gone.id } }, user)).body.data
    expect(detail.provenance.email_search).toBeUndefined()
    expect(detail.history.find(({ event }) => event === 'lead.email_searched')).toMatchObject({
      detail: { email_search: 'unreadable', email_search_reason: 'not_found' },
    })
    const columns = ['name', 'email_search', 'email_search_reason']
    const file = await t.call(exportList, { body: { list_id: listId, columns } }, user)
    const ticket = file.body.data.url.split('/').at(-1) as string
    const csv = await t.call(download, { params: { ticket } })
    expect(String(csv.body)).toContain('Baker Gone,unreadable,not_found')
  })
})

describe('the people of companies', () => {
  it('become leads of a people list, free of charge, and can then get email addresses', async () => {
    const user = await t.account()
    const listId = await firms(user)
    const answer = await t.call(
      getEmployees,
      { params: { type: 'local', id: listId }, body: { selection: ALL } },
      user,
    )
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    const peopleList = answer.body.data.list_id
    const run = await t.finished(answer.body.data.run.id, user)
    expect(run).toMatchObject({ state: 'succeeded', cost: 0, counts: { people: 3, found: 1 } })
    const people = await rowsOf('people', peopleList, user)
    expect(people.map(({ values }) => [values.name, values.position]).sort()).toEqual([
      ['Anna Berger', 'Managing Director'],
      ['Boris Keller', 'Head of Sales'],
      ['Clara Lindner', 'Software Engineer'],
    ])
    const second = await t.call(
      findEmails,
      { params: { type: 'people', id: peopleList }, body: { selection: ALL } },
      user,
    )
    const done = await t.finished(second.body.data.run.id, user)
    const after = await rowsOf('people', peopleList, user)
    const byName = new Map(after.map(({ values }) => [values.name, values]))
    expect(byName.get('Clara Lindner')).toMatchObject({
      email: 'clara.lindner@acme.example',
      email_kind: 'inferred',
      email_state: 'valid',
    })
    expect(byName.get('Anna Berger')).toMatchObject({
      email: 'anna.berger@acme.example',
      email_kind: 'person',
    })
    // Inferred is free; the two published ones do not exist at the mail server.
    expect(done.cost).toBe(0)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('are not added twice', async () => {
    const user = await t.account()
    const listId = await firms(user)
    const collect = async (more = {}) => {
      const answer = await t.call(
        getEmployees,
        { params: { type: 'local', id: listId }, body: { selection: ALL, ...more } },
        user,
      )
      return { listId: answer.body.data.list_id, run: await t.finished(answer.body.data.run.id, user) }
    }
    const first = await collect()
    const second = await collect({ into_list_id: first.listId })
    expect(second).toMatchObject({ listId: first.listId, run: { counts: { people: 0, already_in_list: 3 } } })
  })

  it('of another account are not found', async () => {
    const [user, other] = [await t.account(), await t.account()]
    const listId = await firms(user)
    const answer = await t.call(
      getEmployees,
      { params: { type: 'local', id: listId }, body: { selection: ALL } },
      other,
    )
    expect(answer.status).toBe(404)
  })
})
