import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import { findEmails, getEmployees } from '#contract/prospecting/enrichment.ts'
import { getPhones, saveWaterfall, sourceHook, waterfallSteps } from '#contract/prospecting/waterfalls.ts'
import { defineSource } from '#contract/sources/source-kinds/define.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeEnricher, fakeValue } from '#server/testing/fake-enricher.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { sampleCompany, samplePage } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const OUT = 'gone@firm.example'
const PHONE = '+442079460018'

/** A source of two people of any company, the first of whom may be suppressed. */
const people: LeadSource = {
  declaration: defineSource({
    id: 'registry',
    label: 'registry',
    answers: { people: ['company_domain'] },
    terms: { text: 'For tests', url: null },
  }),
  quote: async () => ({ matched: 2, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }),
  async *search() {
    const origin = { source: 'registry', url: null, method: 'api', confidence: 0.8 }
    const stored = { observed_at: '2026-11-01T00:00:00.000Z', licence: null, record: null }
    const leads = [OUT, 'here@firm.example'].map((email) => ({
      key: `registry:${email}`,
      values: { name: email, company: 'Firm', email },
      origin: { ...origin, ...stored },
    }))
    yield { leads, cursor: { n: 1 } }
  },
}
let hook = ''
const calling = createFakeEnricher(
  { id: 'calling', enriches: ['phone'] },
  (_lead, _want, address) => {
    hook = address?.split('/').at(-1) ?? ''
    return { promise: 'order' }
  },
  {
    pending: async () => ({ state: 'pending', pollAfterSeconds: 600 }),
    readHook: () => [{ reference: 'order', values: { phone: fakeValue('calling', PHONE) } }],
  },
)

let t: TestApp
let websites: SampleWebsites
let user: TestUser
beforeAll(async () => {
  websites = await startSampleWebsites({
    'acme.example': sampleCompany('acme.example'),
    'firm.example': { '/': samplePage('Nothing', '<p>Nobody to write to.</p>') },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    sources: [people, calling.source],
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
})
beforeEach(async () => {
  user = await t.account({ credits: 100 })
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})

const selection = { filters: {} }
const suppress = async (...values: string[]) =>
  expect((await t.call(addSuppressions, { body: { values } }, user)).status).toBe(200)
const firmList = (domain: string) =>
  seedList(t, user, { leads: [{ values: { name: 'Firm', website: `https://${domain}`, domain } }] })
/** Whether a table of the account holds a text. */
const holds = async (table: string, text: string) =>
  (
    await sql`select 1 from ${sql.table(table)} as r
      where r.account_id = ${user.accountId} and r::text like ${`%${text}%`} limit 1`.execute(
      t.app.database.db,
    )
  ).rows.length > 0

describe('an address on a website', () => {
  it.each([
    ['found', []],
    ['not_found', ['info', 'sales', 'anna.berger', 'boris.keller']],
  ] as const)('is %s when these are suppressed: %s', async (state, names) => {
    if (names.length > 0) await suppress(...names.map((name) => `${name}@acme.example`))
    const { id } = await firmList('acme.example')
    const params = { type: 'local' as const, id }
    const { run } = (await t.call(findEmails, { params, body: { selection } }, user)).body.data
    const isFound = state === 'found'
    const { cost, counts } = await t.finished(run.id, user)
    expect({ cost, counts }).toMatchObject({ cost: isFound ? 1 : 0, counts: { [state]: 1, not_tried: 0 } })
    expect(await holds('entity', '@acme.example')).toBe(isFound)
  })
})

describe('a person of a source', () => {
  it.each([
    [[], OUT],
    [[OUT], 'here@firm.example'],
  ] as const)('is left out when suppressed, and takes no place: %s', async (values, email) => {
    if (values.length > 0) await suppress(...values)
    const { id } = await firmList('firm.example')
    const body = { selection, sources: ['registry'], max_people: 1 } as never
    const answer = await t.call(getEmployees, { params: { type: 'local', id }, body }, user)
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    const { list_id: listId, run } = answer.body.data
    expect((await t.finished(run.id, user)).counts).toMatchObject({ people: 1, charged: 1 })
    const rows = (await t.call(leads, { params: { type: 'people', id: listId }, body: {} }, user)).body.data
    expect(rows.map((row) => row.values.email)).toEqual([email])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})

describe('a number that a vendor sends later', () => {
  it.each([false, true])('is not stored when it was suppressed meanwhile: %s', async (isSuppressed) => {
    const conditions = {
      stop_at: 'any' as const,
      mobile_only: false,
      max_credits_per_lead: null,
      skip_confidence: null,
    }
    const steps = [{ source: 'calling', max_credits: null }]
    await t.call(saveWaterfall, { params: { want: 'phone' }, body: { steps, conditions, version: 0 } }, user)
    const lead = { values: { name: 'Person', company: 'Firm', domain: 'firm.example' } }
    const { id } = await seedList(t, user, { type: 'people', leads: [lead] })
    const started = await t.call(getPhones, { params: { type: 'people', id }, body: { selection } }, user)
    const runId = started.body.data.run.id
    const waiting = async () =>
      (await t.call(waterfallSteps, { params: { id: runId } }, user)).body.data.waiting
    await expect.poll(waiting).toBe(1)
    if (isSuppressed) await suppress(PHONE)
    const sent = await t.call(sourceHook, { params: { source: 'calling', token: hook }, body: {} })
    expect(sent.status).toBe(200)
    expect(await holds('lookup', PHONE)).toBe(!isSuppressed)
    expect(await t.finished(runId, user)).toMatchObject(
      isSuppressed ? { cost: 0, counts: { not_found: 1 } } : { cost: 1, counts: { found: 1 } },
    )
  })
})
