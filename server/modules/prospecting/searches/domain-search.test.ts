import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelRun } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { verifications } from '#contract/prospecting/email-verification.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { sourceStats } from '#contract/sources/source-stats.ts'
import { listWebsites, runWebsites } from '#contract/sources/websites.ts'
import { emptyTrash } from '#server/modules/leads/leads/index.ts'
import { forgetWebsites } from '#server/modules/sources/websites/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { sampleCompany, samplePage } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let websites: SampleWebsites
let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await startFakeSmtp({
    rcpt: {
      'info@acme.example': '250 2.1.5 Ok',
      'anna.berger@acme.example': '250 2.1.5 Ok',
      'clara.lindner@acme.example': '250 2.1.5 Ok',
    },
  })
  websites = await startSampleWebsites({
    'acme.example': sampleCompany('acme.example'),
    'guess.example': sampleCompany('guess.example'),
    'empty.example': { '/': samplePage('Nothing', '<p>Nobody to write to.</p>') },
    'closed.example': {
      '/robots.txt': 'User-agent: *\nDisallow: /',
      '/': samplePage('Closed', '<a href="mailto:info@closed.example">x</a>'),
    },
    'dead.example': sampleCompany('dead.example'),
    '2016.conference.example': {
      '/': samplePage('Conference', '<a href="mailto:chair@conference.example">Write to us</a>'),
    },
    'hangs.example': { '/': () => {} },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    mxMap: `acme.example=${smtp.address},guess.example=${smtp.address},dead.example=${smtp.address},conference.example=${smtp.address}`,
    crawl: { delayMs: 0 },
  })
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
  await smtp?.close()
})

const input = (domains: string[], more = {}) => ({
  name: 'Domains',
  type: 'single' as const,
  search: { domains, ...more },
})

async function searched(user: TestUser, body: ReturnType<typeof input> & { max_cost?: number }) {
  const answer = await t.call(createList, { body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const { id, run } = answer.body.data
  return { listId: id, run: await t.finished(run.id, user) }
}

const rowsOf = async (listId: number, user: TestUser) => {
  const page = await t.call(leads, { params: { type: 'single', id: listId }, body: { limit: 200 } }, user)
  return page.body.data
}

describe('a search by domain', () => {
  it('starts at the given host, which belongs to its company', async () => {
    const user = await t.account()
    const { listId } = await searched(user, input(['https://2016.conference.example/program']))
    const { body } = await t.call(listWebsites, { params: { id: listId }, query: {} }, user)
    expect(body.data.map(({ domain, problem, emails }) => [domain, problem, emails[0]?.value])).toEqual([
      ['conference.example', null, 'chair@conference.example'],
    ])
  })

  it('does not count as a hit of its source when every address is invalid', async () => {
    const user = await t.account()
    const { listId } = await searched(user, input(['dead.example'], { only_published: true }))
    const states = (await rowsOf(listId, user)).map(({ values }) => values.email_state)
    expect(new Set(states)).toEqual(new Set(['invalid']))
    const { body } = await t.call(sourceStats, { query: { days: 7 } }, user)
    const figures = { attempts: 1, hits: 0, hit_rate: 0 }
    const published = <T extends { kind: string }>(rows: T[]) => rows.filter(({ kind }) => kind === 'website')
    expect(published(body.data)).toMatchObject([{ ...figures, addresses: states.length }])
    expect(published(body.by_week)).toMatchObject([figures])
  })

  it('delivers addresses with state, kind and page, and charges the valid ones', async () => {
    const user = await t.account()
    const { listId, run } = await searched(user, input(['https://www.acme.example/about', 'empty.example']))
    expect(run).toMatchObject({ state: 'succeeded', total: 2, done: 2 })
    const rows = await rowsOf(listId, user)
    const byAddress = new Map(rows.map(({ values }) => [values.email, values]))
    expect([...byAddress.keys()].sort()).toEqual([
      'anna.berger@acme.example',
      'boris.keller@acme.example',
      'clara.lindner@acme.example',
      'info@acme.example',
      'sales@acme.example',
    ])
    expect(byAddress.get('info@acme.example')).toMatchObject({
      email_state: 'valid',
      email_kind: 'org',
      phone: '+12025550143',
    })
    expect(byAddress.get('anna.berger@acme.example')).toMatchObject({
      email_state: 'valid',
      email_kind: 'person',
      name: 'Anna Berger',
      position: 'Managing Director',
    })
    expect(byAddress.get('clara.lindner@acme.example')).toMatchObject({
      email_kind: 'inferred',
      email_state: 'valid',
      name: 'Clara Lindner',
    })
    // Boris and sales@ do not exist there: delivered, because they are published, but not paid for; Clara is inferred.
    expect(byAddress.get('boris.keller@acme.example')).toMatchObject({ email_state: 'invalid' })
    expect(run.cost).toBe(2)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('reports the contents of each website, value by value with its page', async () => {
    const user = await t.account()
    const { listId, run } = await searched(user, input(['acme.example', 'empty.example', 'closed.example']))
    const reports = (await t.call(listWebsites, { params: { id: listId } }, user)).body.data
    expect(reports.map(({ domain }) => domain)).toEqual(['acme.example', 'empty.example', 'closed.example'])
    const [acme, empty, closed] = reports
    expect(acme!.emails.find(({ value }) => value === 'info@acme.example')).toMatchObject({
      state: 'valid',
      sources: expect.arrayContaining([{ url: 'https://acme.example/contact', method: 'mailto' }]),
    })
    expect(acme!.phones.map(({ value }) => value)).toEqual(['+12025550143'])
    expect(acme!.socials.map(({ url }) => url)).toEqual(['https://www.linkedin.com/company/acme-sample'])
    expect(acme!.people.map(({ name }) => name).sort()).toEqual([
      'Anna Berger',
      'Boris Keller',
      'Clara Lindner',
    ])
    expect(empty).toMatchObject({ emails: [], problem: null })
    expect(closed).toMatchObject({ emails: [], problem: 'refused_by_robots' })
    const visits = (await t.call(runWebsites, { params: { id: run.id } }, user)).body.data
    expect(visits.map(({ domain, state }) => [domain, state])).toEqual([
      ['closed.example', 'failed'],
      ['acme.example', 'done'],
      ['empty.example', 'done'],
    ])
  })

  it('stores no evidence for guessed addresses', async () => {
    const user = await t.account()
    await searched(user, input(['guess.example']))
    expect(smtp.recipients()).toContain('clara.lindner@guess.example')
    const checked = (await t.call(verifications, { query: { limit: 100 } }, user)).body.data
    expect(checked.map(({ email }) => email).sort()).toEqual([
      'anna.berger@guess.example',
      'boris.keller@guess.example',
      'info@guess.example',
      'sales@guess.example',
    ])
  })

  it('is deleted with its list, except its cost', async () => {
    const user = await t.account()
    const { listId } = await searched(user, input(['acme.example']))
    const reports = async () => {
      const { rows } = await sql<{ report: unknown; pages: number }>`
        select report, pages from website_visit where account_id = ${user.accountId}`.execute(
        t.app.database.db,
      )
      return rows
    }
    await forgetWebsites(t.app.database.db)
    expect((await reports())[0]?.report).toMatchObject({ domain: 'acme.example' })
    await sql`update list set deleted_at = now() - interval '31 days' where id = ${listId}`.execute(
      t.app.database.db,
    )
    await emptyTrash(t.app.database.db)
    await forgetWebsites(t.app.database.db)
    expect(await reports()).toEqual([{ report: null, pages: 3 }])
  })

  it('charges an address once, however often it is found', async () => {
    const user = await t.account()
    expect((await searched(user, input(['acme.example']))).run.cost).toBe(2)
    const second = await searched(user, input(['acme.example']))
    expect(second.run).toMatchObject({ cost: 0, counts: { delivered: 5 } })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('quotes by the number of domains, holds the expected cost, and stops at its maximum', async () => {
    const user = await t.account({ credits: 7 })
    const body = { type: 'single' as const, search: { domains: ['acme.example', 'empty.example'] } }
    const quote = (await t.call(createQuote, { body }, user)).body.data
    expect(quote.credits).toEqual({ min: 0, expected: 8, max: 40 })
    const refused = await t.call(createList, { body: input(body.search.domains) }, user)
    expect(refused).toMatchObject({
      status: 402,
      error: { code: 'insufficient_credits', details: { needed: 8 } },
    })
    const { run } = await searched(user, { ...input(['acme.example']), max_cost: 1 })
    expect(run).toMatchObject({ state: 'succeeded', cost: 1 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('delivers at most max_emails per website, and only published ones on request', async () => {
    const user = await t.account()
    const one = await searched(user, input(['acme.example'], { max_emails: 1 }))
    expect((await rowsOf(one.listId, user)).map(({ values }) => values.email)).toEqual(['info@acme.example'])
    const published = await searched(user, input(['acme.example'], { only_published: true }))
    const kinds = (await rowsOf(published.listId, user)).map(({ values }) => values.email_kind)
    expect(kinds).not.toContain('inferred')
    expect(kinds).toHaveLength(4)
  })

  it.each([
    [['not a domain'], 'search.domains'],
    [[], 'search.domains'],
    [['127.0.0.1'], 'search.domains'],
  ])('refuses %j and says what to enter', async (domains, field) => {
    const user = await t.account()
    const answer = await t.call(createList, { body: input(domains) }, user)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.error?.fields ?? {})).toEqual([field])
  })

  it('stops while a website hangs, and releases the rest', async () => {
    const user = await t.account()
    const started = (await t.call(createList, { body: input(['hangs.example']) }, user)).body.data
    await expect
      .poll(() => websites.requests.some((request) => request.startsWith('hangs.example/')))
      .toBe(true)
    await t.call(cancelRun, { params: { id: started.run.id } }, user)
    const run = await t.finished(started.run.id, user)
    expect(run).toMatchObject({ state: 'cancelled', cost: 0, reserved: 0 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})
