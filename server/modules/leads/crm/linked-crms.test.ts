import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONTACT_CRMS, type ContactCrmId, CRM_KINDS } from '#contract/core/crms/index.ts'
import {
  connectCrm,
  createMissingCrmFields,
  crmConnections,
  crmFields,
  crmOwners,
  crmRunRows,
  disconnectCrm,
  finishCrmConsent,
  previewCrm,
  pushCrm,
  retryCrm,
  startCrmConsent,
} from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { companiesIn, FAKE_KINDS } from '#server/testing/fake-crms/index.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let people = 0
const person = (more: Record<string, string | null> = {}): SeedLead => {
  people += 1
  const email = `p${people}@c${people}.example`
  return { values: { name: `Person ${people}`, email, company: `Company ${people}`, ...more } }
}

// What every CRM with linked companies does in the same way. GoHighLevel and Keap have tests of their own beside.
describe.each(CONTACT_CRMS.filter((id) => CRM_KINDS[id].can.companies))('%s', (crm: ContactCrmId) => {
  const { start, access, emailOf } = FAKE_KINDS[crm]
  const byToken = CRM_KINDS[crm].credential === 'token'
  let fake: FakeCrm
  let t: TestApp
  let user: TestUser
  let connection_id: number

  /** Connects by token, or by the consent page where there is no token. */
  async function connected(who: TestUser): Promise<number> {
    const made = byToken ? await t.call(connectCrm, { body: access }, who) : await consented(who)
    expect(made.status, JSON.stringify(made.error)).toBe(201)
    return made.body.data.id
  }
  async function consented(who: TestUser) {
    const started = await t.call(startCrmConsent, { body: { crm } }, who)
    const answer = await fetch(started.body.data.url, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    const body = { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
    return t.call(finishCrmConsent, { body }, who)
  }

  beforeAll(async () => {
    fake = await start()
    const client = { clientId: `${crm}-client`, clientSecret: `${crm}-secret` }
    t = await testApp({
      publicUrl: 'https://leads.example',
      crms: { [crm]: { baseUrl: fake.url, consentUrl: `${fake.url}/consent`, ...client } },
    })
    user = await t.account()
    connection_id = await connected(user)
  })
  afterAll(async () => {
    await t?.close()
    await fake?.close()
  })
  beforeEach(() => {
    fake.contacts.clear()
    fake.tokens.add(FAKE_TOKEN)
  })

  const listOf = async (leads: SeedLead[]) => (await seedList(t, user, { type: 'people', leads })).id
  async function ran(endpoint: typeof pushCrm | typeof previewCrm, id: number, more: object = {}) {
    const body = { connection_id, selection: { filters: {} }, ...more }
    const answer = await t.call(endpoint, { params: { type: 'people', id }, body }, user)
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    return t.finished(answer.body.data.run.id, user)
  }
  const rowsOf = async (id: number) => (await t.call(crmRunRows, { params: { id } }, user)).body.data.rows
  const ledgerOf = async (id: number) =>
    (await t.call(crmLedger, { params: { type: 'people', id }, query: {} }, user)).body.data

  const byConsent = crm !== 'close'
  it.runIf(byConsent)(
    'connects through its consent page, renews a rotating token once for all callers, and says when it is revoked',
    async () => {
      const other = await t.account()
      const made = await consented(other)
      expect(made.status, JSON.stringify(made.error)).toBe(201)
      expect(made.body.data).toMatchObject({ crm, way: 'oauth', state: 'ready' })
      const { id } = made.body.data
      const fields = () => t.call(crmFields, { params: { id } }, other)
      const renewals = () => fake.served.filter(({ body }) => body.includes('refresh_token=')).length
      const before = renewals()
      fake.revoke()
      expect((await Promise.all([fields(), fields(), fields()])).map(({ status }) => status)).toEqual([
        200, 200, 200,
      ])
      expect(renewals()).toBe(before + 1)
      fake.revoke()
      expect((await fields()).status).toBe(200)
      fake.revoke()
      fake.refreshTokens.clear()
      expect((await fields()).status).toBe(502)
      expect((await t.call(crmConnections, {}, other)).body.data).toMatchObject([{ id, state: 'refused' }])
      if (!byToken) connection_id = await connected(user)
    },
  )

  it.runIf(!byToken)('takes no token', async () => {
    const refused = await t.call(connectCrm, { body: { ...access, token: FAKE_TOKEN } }, user)
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      `${CRM_KINDS[crm].label} is connected on its own sign-in page, not by a token`,
    ])
  })

  it.runIf(byToken)('tests a token before it saves it, and never shows it', async () => {
    const other = await t.account()
    const wrong = await t.call(connectCrm, { body: { ...access, token: 'wrong' } }, other)
    expect([wrong.status, wrong.error?.fields]).toEqual([
      422,
      { token: expect.stringContaining('rejected this token') },
    ])
    await connected(other)
    expect(JSON.stringify((await t.call(crmConnections, {}, other)).body)).not.toContain(FAKE_TOKEN)
  })

  it('previews and then creates, updates and skips; nothing is sent twice', async () => {
    const known = person()
    const first = await listOf([known])
    await ran(pushCrm, first)
    const both = await listOf([{ ...known, values: { ...known.values, name: 'Other Name' } }, person()])
    const preview = await ran(previewCrm, both)
    expect(preview.counts).toEqual({ create: 1, conflict: 1 })
    expect(await rowsOf(preview.id)).toMatchObject([{ state: 'conflict', conflicts: expect.any(Array) }])
    expect(fake.contacts.size).toBe(1)
    expect((await ran(pushCrm, both, { only_new: true })).counts).toEqual({ created: 1, skipped: 1 })
    expect((await ran(pushCrm, both)).counts).toEqual({ updated: 2 })
    expect(fake.contacts.size).toBe(2)
    expect(await ledgerOf(both)).toMatchObject([
      { state: 'sent', link: expect.stringContaining('https://') },
      { state: 'sent' },
    ])
    expect(fake.violations).toEqual([])
  })

  it('finds a contact by phone where no email is known', async () => {
    const phone = '+4930123456'
    await ran(pushCrm, await listOf([{ values: { name: 'Ann Lee', phone } }]))
    expect((await ran(pushCrm, await listOf([{ values: { name: 'Ann Lee', phone } }]))).counts).toEqual({
      updated: 1,
    })
    expect(fake.contacts.size).toBe(1)
  })

  it.runIf(!CRM_KINDS[crm].can.customFields)('offers to create no fields', async () => {
    const params = { id: connection_id, type: 'people' as const }
    const refused = await t.call(createMissingCrmFields, { params }, user)
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      `Fields can’t be created in ${CRM_KINDS[crm].label} from here. Create them there`,
    ])
  })

  it.runIf(CRM_KINDS[crm].can.customFields)(
    'creates its missing fields in one call, fills them, and reads them back',
    async () => {
      const params = { id: connection_id, type: 'people' as const }
      const made = await t.call(createMissingCrmFields, { params }, user)
      expect(made.status, JSON.stringify(made.error)).toBe(200)
      const to = made.body.data.items.find(({ field }) => field === 'position')?.to as string
      const id = await listOf([person({ position: 'CEO' })])
      await ran(pushCrm, id)
      const [entry] = await ledgerOf(id)
      expect(entry).toMatchObject({
        state: 'sent',
        sent: { [to]: 'CEO' },
        stored: { [to]: 'CEO' },
        dropped: [],
      })
    },
  )

  it.runIf(CRM_KINDS[crm].can.owners)('lists its users, and assigns contacts to one', async () => {
    const { data, takes_owner } = (await t.call(crmOwners, { params: { id: connection_id } }, user)).body
    expect([takes_owner, data]).toEqual([true, [{ id: expect.any(String), name: 'Ann Lee' }]])
    await ran(pushCrm, await listOf([person()]), { owner: data[0]?.id })
    expect(JSON.stringify([...fake.contacts.values()])).toContain(data[0]?.id)
  })

  it('a rejected lead fails alone, and only failed leads are pushed again', async () => {
    fake.failNextNew()
    const id = await listOf([person(), person(), person()])
    const run = await ran(pushCrm, id)
    expect(run.counts).toEqual({ created: 2, failed: 1 })
    expect(await rowsOf(run.id)).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('rejected') },
    ])
    const again = await t.call(retryCrm, { params: { id: run.id } }, user)
    expect((await t.finished(again.body.data.run.id, user)).counts).toEqual({ created: 1 })
    expect(fake.contacts.size).toBe(3)
    expect(new Set([...fake.contacts.values()].map(emailOf)).size).toBe(3)
  })

  it('waits as long as a 429 says, and loses nobody to lost answers', async () => {
    fake.setChaos({ lateTimeouts: 0.15, tooMany: 0.03, resets: 0.05 })
    const run = await ran(
      pushCrm,
      await listOf(Array.from({ length: 12 }, () => person({ company: 'Fox Ltd' }))),
    )
    fake.setChaos({})
    expect(run.counts, JSON.stringify(await rowsOf(run.id))).toEqual({ created: 12 })
    expect(fake.contacts.size).toBe(12)
    // Twelve leads share one company, which is created once.
    expect(companiesIn(fake).filter((name) => name === 'Fox Ltd')).toHaveLength(1)
  })

  it('loses nothing when it is disconnected', async () => {
    const id = await listOf([person()])
    await ran(pushCrm, id)
    expect((await t.call(disconnectCrm, { params: { id: connection_id } }, user)).status).toBe(200)
    expect(await ledgerOf(id)).toMatchObject([{ state: 'sent', remote_id: expect.any(String) }])
    connection_id = await connected(user)
    expect((await ran(pushCrm, id)).counts).toEqual({ updated: 1 })
    expect(fake.contacts.size).toBe(1)
  })
})
