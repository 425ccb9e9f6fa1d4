import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CRM_KINDS, SENDERS, type SenderId } from '#contract/core/crms/index.ts'
import {
  connectCrm,
  countCrm,
  crmConnections,
  crmMapping,
  crmRunRows,
  disconnectCrm,
  previewCrm,
  pushCrm,
  retryCrm,
  saveCrmMapping,
} from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import { crmCampaigns } from '#contract/leads/crm-outcomes.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN } from '#server/testing/fake-crms/fake-crm.ts'
import type { FakeSender } from '#server/testing/fake-crms/fake-sender.ts'
import { FAKE_KINDS } from '#server/testing/fake-crms/index.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let people = 0
const person = (more: Record<string, string | null> = {}) => {
  people += 1
  const email = `p${people}@c${people}.example`
  return {
    values: { name: `Ann Lee ${people}`, email, email_state: 'valid', company: `Company ${people}`, ...more },
  }
}

describe.each(SENDERS)('%s', (crm: SenderId) => {
  const { start, access, campaign = '', emailOf } = FAKE_KINDS[crm]
  let fake: FakeSender
  let t: TestApp
  let user: TestUser
  let connection_id: number

  beforeAll(async () => {
    fake = (await start()) as FakeSender
    t = await testApp({ publicUrl: 'https://leads.example', crms: { [crm]: { baseUrl: fake.url } } })
    user = await t.account()
    const made = await t.call(connectCrm, { body: access }, user)
    expect(made.status, JSON.stringify(made.error)).toBe(201)
    connection_id = made.body.data.id
  })
  afterAll(async () => {
    await t?.close()
    await fake?.close()
  })
  beforeEach(() => {
    fake.contacts.clear()
    fake.blocked.clear()
    fake.tokens.add(FAKE_TOKEN)
  })

  const listOf = async (leads: SeedLead[]) => (await seedList(t, user, { type: 'people', leads })).id
  const request = (more: object = {}) => ({ connection_id, campaign, selection: { filters: {} }, ...more })
  async function started(endpoint: typeof pushCrm | typeof previewCrm, id: number, more: object = {}) {
    const answer = await t.call(endpoint, { params: { type: 'people', id }, body: request(more) }, user)
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    return answer.body.data.run.id
  }
  const ran = async (endpoint: typeof pushCrm | typeof previewCrm, id: number, more: object = {}) =>
    t.finished(await started(endpoint, id, more), user)
  const rowsOf = async (id: number) => (await t.call(crmRunRows, { params: { id } }, user)).body.data.rows
  const ledgerOf = async (id: number) =>
    (await t.call(crmLedger, { params: { type: 'people', id }, query: {} }, user)).body.data

  it('tests a key before it saves it, never shows it, and lists its campaigns', async () => {
    const other = await t.account()
    const wrong = await t.call(connectCrm, { body: { ...access, token: 'wrong' } }, other)
    expect([wrong.status, wrong.error?.fields]).toEqual([
      422,
      { token: expect.stringContaining('rejected this token') },
    ])
    expect(JSON.stringify((await t.call(crmConnections, {}, user)).body)).not.toContain(FAKE_TOKEN)
    const { data } = (await t.call(crmCampaigns, { params: { id: connection_id } }, user)).body
    expect(data.map(({ name }) => name)).toEqual(['Autumn', 'Winter'])
    expect(data[0]?.id).toBe(campaign)
    expect(data[1]?.state).toBe('paused')
  })

  it('needs a campaign that exists', async () => {
    const id = await listOf([person()])
    const params = { type: 'people' as const, id }
    const none = await t.call(pushCrm, { params, body: request({ campaign: null }) }, user)
    expect([none.status, none.error?.fields]).toEqual([422, { campaign: 'Choose a campaign' }])
    const run = await ran(pushCrm, id, { campaign: 'gone' })
    expect([run.state, run.error?.message]).toEqual([
      'failed',
      `${CRM_KINDS[crm].label} doesn’t have this campaign any more. Choose another`,
    ])
    expect(fake.contacts.size).toBe(0)
  })

  it('refuses invalid emails always and doubtful ones unless chosen, and says so before', async () => {
    const states = ['valid', 'invalid', 'no_mx', 'catch_all', 'risky', 'unknown', null]
    const id = await listOf([
      ...states.map((email_state) => person({ email_state })),
      person({ email: null, email_state: null, phone: '+4930123456' }),
    ])
    const params = { type: 'people' as const, id }
    const count = async (more: object) => {
      const body = { connection_id, selection: { filters: {} }, ...more }
      return (await t.call(countCrm, { params, body }, user)).body.data
    }
    const { send, left_out } = await count({})
    expect([send, Object.fromEntries(left_out.map(({ reason, count }) => [reason, count]))]).toEqual([
      1,
      { invalid_email: 2, accept_all: 1, risky: 1, unknown: 2, no_email: 1 },
    ])
    // The switch of CRMs doesn’t open this door.
    expect((await count({ include_invalid: true })).send).toBe(1)
    const doubtful = ['accept_all', 'unknown']
    expect((await count({ doubtful })).send).toBe(4)
    expect((await ran(previewCrm, id, { doubtful, include_invalid: true })).counts).toEqual({
      create: 4,
      skip: 4,
    })
    expect(fake.contacts.size).toBe(0)
    expect((await ran(pushCrm, id, { doubtful, include_invalid: true })).counts).toEqual({
      created: 4,
      skipped: 4,
    })
    expect(fake.contacts.size).toBe(4)
  })

  it('hands over with AI texts as variables of valid names, once', async () => {
    const id = await listOf([person({ ai_first_line: 'Nice shop!' })])
    const variable = crm === 'lemlist' ? 'aiFirstLine' : 'ai_first_line'
    expect((await ran(pushCrm, id)).counts).toEqual({ created: 1 })
    expect(await ledgerOf(id)).toMatchObject([
      {
        state: 'sent',
        campaign: 'Autumn',
        remote_id: expect.any(String),
        sent: { [variable]: 'Nice shop!' },
        stored: { [variable]: 'Nice shop!' },
        dropped: [],
      },
    ])
    expect((await ran(pushCrm, id)).counts).toEqual({ updated: 1 })
    expect(fake.contacts.size).toBe(1)
    const params = { id: connection_id, type: 'people' as const }
    const { items, version } = (await t.call(crmMapping, { params }, user)).body.data
    const others = items.filter(({ field }) => field !== 'city')
    const save = (to: string) =>
      t.call(
        saveCrmMapping,
        { params, body: { items: [...others, { field: 'city', to, policy: 'always' as const }], version } },
        user,
      )
    const valid = crm === 'lemlist' ? 'homeTown' : 'home_town'
    expect((await save('Home town!')).error?.fields).toEqual({
      [`items.${others.length}.to`]: `${CRM_KINDS[crm].label} takes names like “${valid}”`,
    })
    expect((await save(valid)).status).toBe(200)
    const next = await listOf([person({ city: 'Berlin' })])
    await ran(pushCrm, next)
    expect(await ledgerOf(next)).toMatchObject([{ stored: { [valid]: 'Berlin' } }])
  })

  it('leaves out who is in another campaign, unless chosen', async () => {
    const leads = [person(), person()]
    const id = await listOf(leads)
    await ran(pushCrm, id, { campaign: fake.campaigns[1]?.id, selection: { filters: {}, first: 1 } })
    expect(fake.contacts.size).toBe(1)
    const preview = await ran(previewCrm, id)
    expect(preview.counts).toEqual({ create: 1, skip: 1 })
    expect(await rowsOf(preview.id)).toMatchObject([{ state: 'skip', reason: 'in_other_campaign' }])
    expect((await ran(pushCrm, id)).counts).toEqual({ created: 1, skipped: 1 })
    expect((await ran(pushCrm, id, { other_campaigns: true })).counts).toEqual({ created: 1, updated: 1 })
  })

  it('does not hand over who is suppressed after the preview, nor while it runs', async () => {
    const [first, second] = [person(), person()]
    const id = await listOf([first, second, person()])
    expect((await ran(previewCrm, id)).counts).toEqual({ create: 3 })
    const suppress = async (values: string[]) =>
      expect((await t.call(addSuppressions, { body: { values } }, user)).status).toBeLessThan(300)
    await suppress([String(first.values.email)])
    // The lookups of the push are held back: its leads were checked, none was handed over.
    const release = fake.hold(({ path }) => /leads\/(list$|$|[^/]+@|[^/]+%40)/.test(path))
    const before = fake.requests.length
    const isLookup = (path: string) => /leads\/(list|\?email|p\d)/.test(path)
    const run = await started(pushCrm, id)
    await expect.poll(() => fake.requests.slice(before).some(isLookup)).toBe(true)
    await suppress([String(second.values.email)])
    release()
    expect((await t.finished(run, user)).counts).toEqual({ created: 1, skipped: 1 })
    expect(await rowsOf(run)).toMatchObject([{ state: 'skipped', reason: 'suppressed' }])
    expect([...fake.contacts.values()].map(emailOf)).not.toContain(second.values.email)
    expect(fake.contacts.size).toBe(1)
  })

  it('a refused lead fails alone, and only failed leads are handed over again', async () => {
    const blocked = person()
    fake.blocked.add(String(blocked.values.email))
    const id = await listOf([person(), blocked, person()])
    const run = await ran(pushCrm, id)
    expect(run.counts).toEqual({ created: 2, failed: 1 })
    expect(await rowsOf(run.id)).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('rejected these values') },
    ])
    fake.blocked.clear()
    const again = await t.call(retryCrm, { params: { id: run.id } }, user)
    expect((await t.finished(again.body.data.run.id, user)).counts).toEqual({ created: 1 })
    expect(fake.contacts.size).toBe(3)
  })

  it('waits as long as a 429 says, and loses nobody to lost answers', async () => {
    fake.setChaos({ lateTimeouts: 0.15, tooMany: 0.03, resets: 0.05 })
    const run = await ran(pushCrm, await listOf(Array.from({ length: 8 }, () => person())))
    fake.setChaos({})
    expect(run.counts, JSON.stringify(await rowsOf(run.id))).toEqual({ created: 8 })
    expect(fake.contacts.size).toBe(8)
  })

  it('loses nothing when it is disconnected', async () => {
    const id = await listOf([person()])
    await ran(pushCrm, id)
    await t.call(disconnectCrm, { params: { id: connection_id } }, user)
    expect(await ledgerOf(id)).toMatchObject([{ state: 'sent', campaign: 'Autumn' }])
    connection_id = (await t.call(connectCrm, { body: access }, user)).body.data.id
    expect((await ran(pushCrm, id)).counts).toEqual({ updated: 1 })
  })
})
